import type { ShippingPolicy } from '@campstore/contract/admin/policies'
import type { StorePricing } from '@campstore/contract/checkout/schemas'
import type { Order } from '@campstore/contract/orders'
import { cents, type Money, money, ofCents, sum } from '@campstore/core/money'
import type { OwnClaim } from './coupons.ts'

/** Items of an order with its amounts, and the claim whose discount they have. */
export type PricedOrder = StorePricing & { items: PricedItem[]; claim: OwnClaim | null }
export type PricedItem = Omit<Order['items'][number], 'id'>

export const lineTotal = (unitPrice: string, quantity: number): Money => ofCents(cents(unitPrice) * BigInt(quantity))

/** The shipping fee of an order; free from exactly the threshold on (docs/contract/store-checkout.md#shipping-fee). */
export const shippingFee = (
  subtotal: string,
  { flatFee, freeShippingThreshold }: Readonly<Record<keyof ShippingPolicy, string>>,
): Money => (cents(subtotal) >= cents(freeShippingThreshold) ? money('0.00') : money(flatFee))

/** The amounts of an order: total = max(subtotal + shippingFee - discount, 0) (docs/contract/store-checkout.md#amounts). */
export function storePricing(subtotal: Money, fee: Money, discount: Money): StorePricing {
  const due = cents(subtotal) + cents(fee) - cents(discount)
  return { subtotal, shippingFee: fee, discount, total: ofCents(due < 0n ? 0n : due) }
}

/** The sum of an order's lines. */
export const subtotalOf = (lines: readonly { lineTotal: Money }[]): Money => sum(lines.map(line => line.lineTotal))
