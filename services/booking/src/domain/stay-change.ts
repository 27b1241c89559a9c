import { isDeepStrictEqual } from 'node:util'
import type { QuoteChangeRequest } from '@campstore/contract/admin/stay-changes'
import type { AdminBookingDetail, BookingPolicy, BookingPricing } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { exact, least, type Money, money, sum } from '@campstore/core/money'
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
export const costsTheSame = (before: WantedStay, after: WantedStay): boolean => {
  const { guestCount, arrivalTime } = before
  return isDeepStrictEqual(before, { ...after, guestCount, arrivalTime })
}

/**
 * Refuses a change of nights that have passed, and added nights that no checkout could have
 * (docs/contract/admin.md#change-a-stay).
 *
 * @throws {ApiError} CONFLICT; BOOKING_WINDOW_EXCEEDED
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

/** The price of a changed stay, its difference to what was paid for the stay, and what comes back. */
export type ChangedPrice = { pricing: BookingPricing; difference: Money; refundAmount: Money }

/**
 * The price of a changed stay. `kept`: a discount covers the additional cost, and nothing is given back.
 *
 * @param paidFor the payment for the stay, less refunds of earlier changes
 * @param refundable the amount that may still be given back
 */
export function priceOfChange(
  { zoneTotal, rentalTotal }: Pick<BookingPricing, 'zoneTotal' | 'rentalTotal'>,
  { paidFor, refundable }: { paidFor: Money; refundable: Money },
  price: QuoteChangeRequest['price'],
): ChangedPrice {
  const total = sum([zoneTotal, rentalTotal])
  const difference = money(exact(total).minus(paidFor))
  const finalAmount = price === 'kept' ? least(total, paidFor) : total
  const isCheaper = price === 'new' && exact(difference).isNegative()
  return {
    pricing: { zoneTotal, rentalTotal, discount: money(exact(total).minus(finalAmount)), finalAmount },
    difference,
    refundAmount: isCheaper ? least(exact(difference).negated(), refundable) : money(0),
  }
}
