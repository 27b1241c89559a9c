import type { Schemas } from '@campstore/client/source/client'
import { exact, least, type Money, money, sum } from '@campstore/core/money'

/** The shipping policy of the demonstration data, which no endpoint returns. */
export const shipping = { flatFee: '100.00', freeFrom: '1500.00' } as const

type BookingCheckoutSession = Schemas['BookingCheckoutSession']
type Nights = Pick<BookingCheckoutSession, 'weekdayCount' | 'holidayCount'>
type Daily = { priceWeekday: string; priceHoliday: string; quantity: number; discountRate?: string }

/** The price of a zone or rental for a stay (docs/contract/booking.md#prices). */
export const stayLine = ({ weekdayCount, holidayCount }: Nights, line: Daily): Money =>
  money(
    exact(line.priceWeekday)
      .times(weekdayCount)
      .plus(exact(line.priceHoliday).times(holidayCount))
      .times(line.quantity)
      .times(exact(1).minus(line.discountRate ?? 0)),
  )

/** The expected price of a booking, from its own snapshots. */
export function bookingPricing(session: BookingCheckoutSession): BookingCheckoutSession['pricing'] {
  const zoneTotal = sum(session.zones.map(zone => stayLine(session, zone)))
  const rentalTotal = sum(session.rentals.map(rental => stayLine(session, rental)))
  return { zoneTotal, rentalTotal, discount: money(0), finalAmount: sum([zoneTotal, rentalTotal]) }
}

/** The discount of a coupon on a subtotal (docs/contract/coupons.md#discount). */
export function discountOf(coupon: Schemas['Coupon'] | undefined, subtotal: Money): Money {
  if (coupon === undefined) return money(0)
  if (coupon.discountType === 'fixed') return least(coupon.discountValue, subtotal)
  const share = money(exact(subtotal).times(coupon.discountValue).dividedBy(100))
  return coupon.maxDiscount === null ? share : least(share, coupon.maxDiscount)
}

/** The expected price of an order, with the catalogue's prices at the time of the order. */
export function orderPricing(
  lines: readonly { price: string; quantity: number }[],
  coupon: Schemas['Coupon'] | undefined,
): Record<keyof Schemas['StorePricing'], Money> {
  const subtotal = sum(lines.map(({ price, quantity }) => exact(price).times(quantity)))
  const shippingFee = money(exact(subtotal).greaterThanOrEqualTo(shipping.freeFrom) ? 0 : shipping.flatFee)
  const discount = discountOf(coupon, subtotal)
  const due = exact(subtotal).plus(shippingFee).minus(discount)
  return { subtotal, shippingFee, discount, total: money(due.isNegative() ? 0 : due) }
}

/** `1,980.00` */
export const formatAmount = (amount: string): string => amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',')
