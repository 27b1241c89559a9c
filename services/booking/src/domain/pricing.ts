import type { BookingPricing } from '@campstore/contract/booking/schemas'
import { exact, type Money, money, sum } from '@campstore/core/money'
import type { NightCounts } from './nights.ts'

/** Prices of one night, or of one day of a rental. */
export type NightlyPrices = { priceWeekday: string; priceHoliday: string }

const wholeStay = (prices: NightlyPrices, nights: NightCounts) =>
  exact(prices.priceWeekday).times(nights.weekdayCount).plus(exact(prices.priceHoliday).times(nights.holidayCount))

/** Subtotal of a zone: the price of all nights times the sites. */
export const zoneLineTotal = (prices: NightlyPrices, nights: NightCounts, quantity: number): Money =>
  money(wholeStay(prices, nights).times(quantity))

/** Discounted subtotal of a rental line, rounded half up to two digits (docs/contract/booking.md#prices). */
export const rentalLineTotal = (
  prices: NightlyPrices,
  nights: NightCounts,
  quantity: number,
  discountRate: string,
): Money =>
  money(
    wholeStay(prices, nights)
      .times(quantity)
      .times(exact(1).minus(exact(discountRate))),
  )

/** Totals of a booking: finalAmount = max(zoneTotal + rentalTotal - discount, 0); coupons are deferred, so discount is 0. */
export function bookingPricing(zoneLines: readonly Money[], rentalLines: readonly Money[]): BookingPricing {
  const zoneTotal = sum(zoneLines)
  const rentalTotal = sum(rentalLines)
  const discount = money(0)
  const finalAmount = exact(zoneTotal).plus(rentalTotal).minus(discount)
  return { zoneTotal, rentalTotal, discount, finalAmount: money(finalAmount.isNegative() ? 0 : finalAmount) }
}
