import type { BookingPricing, RentalSnapshot, ZoneSnapshot } from '@campstore/contract/booking/schemas'
import { cents, exact, type Money, money, ofCents, sum } from '@campstore/core/money'
import type { NightCounts } from './nights.ts'
import type { Stay } from './stay.ts'

/** Prices of one night, or of one day of a rental. */
export type NightlyPrices = { priceWeekday: string; priceHoliday: string }

/** A stay with snapshots and prices of the present offer, and the rental location that serves each of its rentals. */
export type PricedStay = Stay &
  NightCounts &
  BookingPricing & {
    campgroundId: string
    campgroundName: string
    region: string
    zones: ZoneSnapshot[]
    rentals: RentalSnapshot[]
    locationIds: string[]
  }

/** Subtotal of a zone: the price of all nights times the sites. */
export const zoneLineTotal = (prices: NightlyPrices, nights: NightCounts, quantity: number): Money =>
  ofCents(
    BigInt(quantity) *
      (cents(prices.priceWeekday) * BigInt(nights.weekdayCount) +
        cents(prices.priceHoliday) * BigInt(nights.holidayCount)),
  )

/** Discounted subtotal of a rental line, rounded half up to two digits (docs/contract/booking.md#prices). */
export const rentalLineTotal = (
  prices: NightlyPrices,
  nights: NightCounts,
  quantity: number,
  discountRate: string,
): Money => money(exact(zoneLineTotal(prices, nights, quantity)).times(exact(1).minus(discountRate)))

/** Totals of a booking: finalAmount = max(zoneTotal + rentalTotal - discount, 0); coupons are deferred, so discount is 0. */
export function bookingPricing(zoneLines: readonly Money[], rentalLines: readonly Money[]): BookingPricing {
  const zoneTotal = sum(zoneLines)
  const rentalTotal = sum(rentalLines)
  return { zoneTotal, rentalTotal, discount: money('0.00'), finalAmount: sum([zoneTotal, rentalTotal]) }
}
