import type { ShippingPolicy } from '@campstore/contract/admin/policies'
import type { StorePricing } from '@campstore/contract/checkout/schemas'
import { exact, type Money, money, sum } from '@campstore/core/money'

/** Unit price times quantity. */
export const lineTotal = (unitPrice: string, quantity: number): Money => money(exact(unitPrice).times(quantity))

/** The shipping fee of an order; free from exactly the threshold on (docs/contract/store-checkout.md#shipping-fee). */
export const shippingFee = (
  subtotal: string,
  { flatFee, freeShippingThreshold }: Readonly<Record<keyof ShippingPolicy, string>>,
): Money => (exact(subtotal).greaterThanOrEqualTo(freeShippingThreshold) ? money(0) : money(flatFee))

/** The amounts of an order: total = max(subtotal + shippingFee - discount, 0) (docs/contract/store-checkout.md#amounts). */
export function storePricing(subtotal: Money, fee: Money, discount: Money): StorePricing {
  const due = exact(subtotal).plus(fee).minus(discount)
  return { subtotal, shippingFee: fee, discount, total: money(due.isNegative() ? 0 : due) }
}

/** The sum of an order's lines. */
export const subtotalOf = (lines: readonly { lineTotal: Money }[]): Money => sum(lines.map(line => line.lineTotal))
