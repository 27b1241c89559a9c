import { z } from 'zod'
import { patterns } from '../crowd.ts'
import { freshKeys, type MakeRequest, posted } from '../made-request.ts'
import { campgroundId, dateInDays, hotWish, spreadWish, type Wish, zoneId } from './crowd.ts'

/** What the booking service is asked for. */
export const bookingRequestSchema = z.object({
  area: z.literal('booking'),
  kind: z.enum(['availability', 'checkout']),
  pattern: z.enum(patterns),
})

/** One of {@link bookingRequestSchema}. */
export type BookingRequest = z.infer<typeof bookingRequestSchema>

/** Makes requests; a checkout carries a token and a fresh idempotency key. */
export function makeBookingRequest(
  { kind, pattern }: BookingRequest,
  tokenOf: (member: number) => string | undefined,
): MakeRequest {
  const dates = Array.from({ length: 100 }, (_, days) => dateInDays(days))
  const wanted = ({ campground, zone, day, nights }: Wish) => ({
    campgroundId: campgroundId(campground),
    checkIn: dates[day],
    checkOut: dates[day + nights],
    zones: [{ zoneId: zoneId(campground, zone), quantity: 1 }],
  })
  if (kind === 'availability') {
    return () => posted('/api/booking/check-availability', wanted(pattern === 'hot' ? hotWish(0) : spreadWish()))
  }
  const nextKey = freshKeys()
  let turn = 0
  return () => {
    const wish = pattern === 'hot' ? hotWish(turn) : spreadWish()
    turn += 1
    const body = { ...wanted(wish), guestCount: 2, paymentMethod: 'gateway-credit', idempotencyKey: nextKey() }
    return posted('/api/booking/checkout/sessions', body, tokenOf(wish.member))
  }
}
