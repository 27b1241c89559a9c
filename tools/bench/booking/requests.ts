import { z } from 'zod'
import { freshKeys, post, type RequestFactory } from '../prepared-request.ts'
import { patterns } from '../workload.ts'
import { type Choice, campgroundId, dateInDays, hotChoice, spreadChoice, zoneId } from './workload.ts'

/** Requests to the booking service. */
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
): RequestFactory {
  const dates = Array.from({ length: 100 }, (_, days) => dateInDays(days))
  const target = ({ campground, zone, day, nights }: Choice) => ({
    campgroundId: campgroundId(campground),
    checkIn: dates[day],
    checkOut: dates[day + nights],
    zones: [{ zoneId: zoneId(campground, zone), quantity: 1 }],
  })
  if (kind === 'availability') {
    return () => post('/api/booking/check-availability', target(pattern === 'hot' ? hotChoice(0) : spreadChoice()))
  }
  const nextKey = freshKeys()
  let turn = 0
  return () => {
    const choice = pattern === 'hot' ? hotChoice(turn) : spreadChoice()
    turn += 1
    const body = { ...target(choice), guestCount: 2, paymentMethod: 'gateway-credit', idempotencyKey: nextKey() }
    return post('/api/booking/checkout/sessions', body, tokenOf(choice.member))
  }
}
