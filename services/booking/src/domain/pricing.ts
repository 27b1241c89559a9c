import type { BookingQuote } from '@campstore/contract/booking/quotes'
import type { AdminBookingDetail, BookingPricing } from '@campstore/contract/booking/schemas'
import { cents, exact, type Money, money, ofCents, sum } from '@campstore/core/money'
import type { NightCounts } from './nights.ts'

/** Prices of one night, or of one day of a rental. */
export type NightlyPrices = { priceWeekday: Money; priceHoliday: Money }

/** A stay with snapshots and prices of the present offer; each rental with the rental location that serves it. */
export type PricedStay = Omit<BookingQuote, 'pricing' | 'rentals'> &
  BookingPricing &
  Pick<AdminBookingDetail, 'rentals'>

/** Subtotal of a zone: the price of all nights times the sites. */
export const zoneLineTotal = (prices: NightlyPrices, nights: NightCounts, quantity: number): Money =>
  ofCents(
    BigInt(quantity) *
      (cents(prices.priceWeekday) * BigInt(nights.weekdayCount) +
        cents(prices.priceHoliday) * BigInt(nights.holidayCount)),
  )

/** An amount after the discount of a rental listing, rounded half up to two digits (docs/contract/booking.md#prices). */
export const discounted = (amount: Money, discountRate: string): Money =>
  money(exact(amount).times(exact(1).minus(discountRate)))

/** Discounted subtotal of a rental line. */
export const rentalLineTotal = (
  prices: NightlyPrices,
  nights: NightCounts,
  quantity: number,
  discountRate: string,
): Money => discounted(zoneLineTotal(prices, nights, quantity), discountRate)

/** Totals of a booking: finalAmount = max(zoneTotal + rentalTotal - discount, 0); coupons are deferred, so discount is 0. */
export function bookingPricing(zoneLines: readonly Money[], rentalLines: readonly Money[]): BookingPricing {
  const zoneTotal = sum(zoneLines)
  const rentalTotal = sum(rentalLines)
  return { zoneTotal, rentalTotal, discount: money('0.00'), finalAmount: sum([zoneTotal, rentalTotal]) }
}
