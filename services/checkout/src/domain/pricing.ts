import type { StorePricing } from '@campstore/contract/checkout/schemas'
import { exact, type Money, money, sum } from '@campstore/core/money'

/** What shipping costs, in TWD; free from exactly the threshold on (decisions.md, 7 and 12). */
export type ShippingPolicy = { flatFee: string; freeShippingThreshold: string }

/** Unit price times quantity. */
export const lineTotal = (unitPrice: string, quantity: number): Money => money(exact(unitPrice).times(quantity))

/** The fee of an order by its subtotal. */
export const shippingFee = (subtotal: string, { flatFee, freeShippingThreshold }: ShippingPolicy): Money =>
  exact(subtotal).greaterThanOrEqualTo(freeShippingThreshold) ? money(0) : money(flatFee)

/** What an order costs: total = max(subtotal + shippingFee - discount, 0) (interface.md, Store CheckoutSession). */
export function storePricing(subtotal: Money, fee: Money, discount: Money): StorePricing {
  const due = exact(subtotal).plus(fee).minus(discount)
  return { subtotal, shippingFee: fee, discount, total: money(due.isNegative() ? 0 : due) }
}

/** The sum of an order's lines. */
export const subtotalOf = (lines: readonly { lineTotal: Money }[]): Money => sum(lines.map(line => line.lineTotal))
