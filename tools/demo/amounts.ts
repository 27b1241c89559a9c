import type { BookingCheckoutSession } from '@campstore/contract/booking/schemas'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import type { Coupon } from '@campstore/contract/coupons'
import { exact, least, type Money, money, sum } from '@campstore/core/money'

/** The demonstration data's shipping policy, which no endpoint tells (decisions.md, 7). */
export const shipping = { flatFee: '100.00', freeFrom: '1500.00' } as const

type Nights = Pick<BookingCheckoutSession, 'weekdayCount' | 'holidayCount'>
type Daily = { priceWeekday: string; priceHoliday: string; quantity: number; discountRate?: string }

/** What a stay costs of zones or rentals, line by line (interface.md, BookingCheckoutSession). */
export const stayLine = ({ weekdayCount, holidayCount }: Nights, line: Daily): Money =>
  money(
    exact(line.priceWeekday)
      .times(weekdayCount)
      .plus(exact(line.priceHoliday).times(holidayCount))
      .times(line.quantity)
      .times(exact(1).minus(line.discountRate ?? 0)),
  )

/** What a booking should cost, from its own snapshots. */
export function bookingPricing(session: BookingCheckoutSession): BookingCheckoutSession['pricing'] {
  const zoneTotal = sum(session.zones.map(zone => stayLine(session, zone)))
  const rentalTotal = sum(session.rentals.map(rental => stayLine(session, rental)))
  return { zoneTotal, rentalTotal, discount: money(0), finalAmount: sum([zoneTotal, rentalTotal]) }
}

/** What a coupon takes off a subtotal (decisions.md, 8). */
export function discountOf(coupon: Coupon | undefined, subtotal: Money): Money {
  if (coupon === undefined) return money(0)
  if (coupon.discountType === 'fixed') return least(coupon.discountValue, subtotal)
  const share = money(exact(subtotal).times(coupon.discountValue).dividedBy(100))
  return coupon.maxDiscount === null ? share : least(share, coupon.maxDiscount)
}

/** What an order should cost: the prices are those of the catalogue when it was made. */
export function orderPricing(
  lines: readonly { price: string; quantity: number }[],
  coupon: Coupon | undefined,
): StoreCheckoutSession['pricing'] {
  const subtotal = sum(lines.map(({ price, quantity }) => exact(price).times(quantity)))
  const shippingFee = money(exact(subtotal).greaterThanOrEqualTo(shipping.freeFrom) ? 0 : shipping.flatFee)
  const discount = discountOf(coupon, subtotal)
  const due = exact(subtotal).plus(shippingFee).minus(discount)
  return { subtotal, shippingFee, discount, total: money(due.isNegative() ? 0 : due) }
}
