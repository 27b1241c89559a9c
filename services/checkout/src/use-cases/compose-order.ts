import type { Member } from '@campstore/auth/members'
import type { StartStoreCheckout } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { type Money, money } from '@campstore/core/money'
import type { Dependencies } from '../dependencies.ts'
import { couponDiscount, isApplicable, type OwnClaim, snapshotOf } from '../domain/coupons.ts'
import { initialState } from '../domain/lifecycle.ts'
import { lineTotal, shippingFee, storePricing, subtotalOf } from '../domain/pricing.ts'
import type { CheckoutInputs } from '../persistence/checkout.ts'
import type { OrderItem, StoreOrder } from '../persistence/orders.ts'

/**
 * The order that a request asks for, at today's prices.
 *
 * @throws {ApiError} NOT_FOUND, VARIANT_NOT_SELLABLE, COUPON_NOT_APPLICABLE
 */
export function composeOrder(
  { clock, newId, holdSeconds }: Dependencies,
  request: StartStoreCheckout,
  inputs: CheckoutInputs,
  member: Member,
): StoreOrder {
  const now = clock()
  const items = composeItems(request, inputs)
  const subtotal = subtotalOf(items)
  const claim = request.couponClaimId === null ? null : requireApplicable(inputs.claim, subtotal, now)
  const discount = claim ? couponDiscount(claim.coupon, subtotal) : money(0)
  return {
    id: newId(),
    customerId: member.customerId,
    buyerName: member.name,
    buyerEmail: member.email,
    recipientName: request.shipping?.recipientName ?? null,
    shippingPhone: request.shipping?.phone ?? null,
    shippingAddress: request.shipping?.address ?? null,
    ...storePricing(subtotal, shippingFee(subtotal, inputs.shippingPolicy), discount),
    couponClaimId: claim?.id ?? null,
    coupon: claim && snapshotOf(claim.coupon),
    ...initialState,
    paymentMethod: request.paymentMethod,
    placedAt: now,
    paidAt: null,
    checkoutExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    updatedAt: now,
    items,
  }
}

/** Snapshots of the requested items. Unknown variants are refused before inactive ones. */
function composeItems(request: StartStoreCheckout, inputs: CheckoutInputs): OrderItem[] {
  const sold = new Map(inputs.variants.map(variant => [variant.variantId, variant]))
  const lines = request.items.map(item => {
    const variant = sold.get(item.variantId)
    if (!variant) throw new ApiError('NOT_FOUND', `No such product variant: "${item.variantId.slice(0, 64)}".`)
    return { item, variant }
  })
  if (lines.some(({ variant }) => !variant.sellable))
    throw new ApiError('VARIANT_NOT_SELLABLE', 'An item is no longer sold.')
  return lines.map(({ item: { quantity }, variant: { price, sellable: _, ...variant } }, line) => ({
    id: inputs.itemIds[line] ?? 0,
    ...variant,
    unitPrice: money(price),
    quantity,
    lineTotal: lineTotal(price, quantity),
  }))
}

function requireApplicable(claim: OwnClaim | null, subtotal: Money, now: Date): OwnClaim {
  if (!claim || !isApplicable(claim, null, subtotal, now)) throw couponNotApplicable()
  return claim
}

export const couponNotApplicable = (): ApiError =>
  new ApiError('COUPON_NOT_APPLICABLE', 'This coupon cannot be used for this order.')
