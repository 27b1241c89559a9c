import { storeTimeZone } from '@campstore/contract/booking/bounds'
import type { Cancellation, CancellationRefusal, CancellationTier } from '@campstore/contract/booking/cancellation'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { exact, least, type Money } from '@campstore/core/money'
import { addDays, businessDate, daysBetween, startOfDate } from '@campstore/core/plain-date'
import { parseStay } from './stay.ts'

/** The parts of a booking that decide about its cancellation by the member. */
type AgreedStay = Pick<AdminBookingDetail, 'checkIn' | 'checkOut' | 'attendance' | 'cancellationTiers'>

/**
 * The tier by which the member may cancel a paid stay at an instant. The hold keeps its tiers, and the day is the calendar date in
 * Taipei, so no later policy changes the agreement (docs/contract/booking.md#cancel-a-paid-stay). Returns undefined if no tier
 * applies, or staff have recorded whether the guests came.
 */
export function agreedTier(stay: AgreedStay, now: Date): CancellationTier | undefined {
  if (stay.attendance !== null || stay.cancellationTiers.length === 0) return undefined
  const daysLeft = daysBetween(businessDate(now, storeTimeZone, 0), parseStay(stay).checkIn)
  return stay.cancellationTiers.find(({ daysBefore }) => daysLeft >= daysBefore)
}

/** Why the member may not cancel a booking as a paid stay; undefined if that is allowed. */
export function refusalOf(
  booking: AgreedStay & Pick<AdminBookingDetail, 'status' | 'paymentStatus'>,
  now: Date,
): CancellationRefusal | undefined {
  if (booking.status === 'cancelled' || booking.status === 'completed') return 'ended'
  if (booking.paymentStatus === 'unpaid') return 'not_paid'
  if (booking.cancellationTiers.length === 0) return 'staff_only'
  if (booking.attendance !== null) return 'attendance'
  return agreedTier(booking, now) ? undefined : 'too_late'
}

/**
 * What comes back by a tier.
 *
 * @param left the part of the payment that was not given back before
 */
export function cancellationBy({ daysBefore, refundPercent }: CancellationTier, stay: AgreedStay, left: Money) {
  const share = exact(left).times(refundPercent).dividedBy(100)
  return {
    allowed: true,
    notAllowedBecause: null,
    // Payment providers give back whole TWD.
    refundAmount: least(share.ceil(), left),
    refundPercent,
    until: startOfDate(addDays(parseStay(stay).checkIn, 1 - daysBefore), storeTimeZone).toISOString(),
  } satisfies Cancellation
}
