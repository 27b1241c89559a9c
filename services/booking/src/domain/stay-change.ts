import { isDeepStrictEqual } from 'node:util'
import type { QuoteChangeRequest } from '@campstore/contract/admin/stay-changes'
import type { AdminBookingDetail, BookingPolicy } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { cents, isWholeTwd, least, type Money, money, ofCents, wholeTwd } from '@campstore/core/money'
import type { PlainDate } from '@campstore/core/plain-date'
import { nightCount, requireInsideWindow, requireNotTooLong, type Stay, today } from './stay.ts'

/** A stay with the requested fields, and the booking's where none is requested. */
export type WantedStay = Pick<AdminBookingDetail, 'checkIn' | 'checkOut' | 'guestCount' | 'arrivalTime'> & {
  zones: { zoneId: string; quantity: number }[]
  rentals: { rentalListingId: string; rentalSkuVariantId: string; quantity: number }[]
}

/** The stay of a booking after a request, without its prices. */
export const wantedOf = (booking: WantedStay, request: Partial<QuoteChangeRequest> = {}): WantedStay => ({
  checkIn: request.checkIn ?? booking.checkIn,
  checkOut: request.checkOut ?? booking.checkOut,
  guestCount: request.guestCount ?? booking.guestCount,
  arrivalTime: request.arrivalTime === undefined ? booking.arrivalTime : request.arrivalTime,
  zones: (request.zones ?? booking.zones).map(({ zoneId, quantity }) => ({ zoneId, quantity })),
  rentals: (request.rentals ?? booking.rentals).map(({ rentalListingId, rentalSkuVariantId, quantity }) => ({
    rentalListingId,
    rentalSkuVariantId,
    quantity,
  })),
})

/** Whether a request changes nothing about a stay. */
export const isUnchanged = (booking: WantedStay, request: QuoteChangeRequest): boolean =>
  isDeepStrictEqual(wantedOf(booking), wantedOf(booking, request))

/** Whether two stays have the same nights, zones and rentals, and so the same price. */
export const hasSameContent = (before: WantedStay, after: WantedStay): boolean => {
  const { guestCount, arrivalTime } = before
  return isDeepStrictEqual(before, { ...after, guestCount, arrivalTime })
}

/**
 * Refuses a change of nights that have passed, and added nights that no checkout could have
 * (docs/contract/admin.md#change-a-stay). Throws CONFLICT; BOOKING_WINDOW_EXCEEDED.
 */
export function requireChangeable(
  before: WantedStay & Stay,
  after: WantedStay & Stay,
  policy: BookingPolicy,
  now: Date,
): void {
  const date = today(now, policy)
  const passed = passedNights(before, date)
  const hasBegun = passed !== undefined
  if (
    !isDeepStrictEqual(passed, passedNights(after, date)) ||
    (hasBegun && !isDeepStrictEqual([before.zones, before.rentals], [after.zones, after.rentals]))
  )
    throw new ApiError('CONFLICT', text('booking.nightsPassed', { date }))
  if (after.checkIn !== before.checkIn) requireInsideWindow(after, policy, now)
  else if (nightCount(after) > nightCount(before)) requireNotTooLong(after, policy)
}

/** The nights of a stay before a date; undefined where there are none. */
const passedNights = ({ checkIn, checkOut }: Stay, date: PlainDate): Stay | undefined =>
  checkIn < date ? { checkIn, checkOut: checkOut < date ? checkOut : date } : undefined

/** What a change costs more than was paid, its gift, and what comes back. */
export type ChangePrice = { difference: Money; gift: Money; refundAmount: Money }

/**
 * The price of a change. A shorter stay gives back what the nights given up had cost; `kept` gives nothing back, and the
 * additional cost is a gift.
 *
 * @param agreed the price before the change and after it; added nights have the present prices
 * @param paid the charge, the part that earlier changes did not give back, and the amount that is left. A charge in whole TWD pays a price
 *   that is rounded to whole TWD
 */
export function priceOfChange(
  agreed: { before: Money; after: Money },
  { charged, paidFor, left }: { charged: Money; paidFor: Money; left: Money },
  price: QuoteChangeRequest['price'],
): ChangePrice {
  const exactDifference = cents(agreed.after) - cents(agreed.before)
  const asPaid = (amount: Money) => cents(isWholeTwd(charged) ? wholeTwd(amount) : amount)
  const [before, after, paid] = [asPaid(agreed.before), asPaid(agreed.after), cents(paidFor)]
  const none = money(0)
  if (after < before) {
    const less = ofCents(before - after)
    return { difference: ofCents(after - before), gift: none, refundAmount: price === 'new' ? least(less, left) : none }
  }
  // An earlier change may have kept the price of a cheaper stay.
  const surplus = paid > before ? paid - before : 0n
  const difference = after - before - surplus
  if (difference <= 0n) return { difference: none, gift: none, refundAmount: none }
  return {
    difference: ofCents(difference),
    // The discount takes the exact price down to the amount paid.
    gift: price === 'kept' ? ofCents(exactDifference - surplus) : none,
    refundAmount: none,
  }
}
