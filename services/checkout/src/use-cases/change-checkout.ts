import { isDeepStrictEqual } from 'node:util'
import type { Member } from '@campstore/auth/members'
import type { ChangeStoreCheckout, StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { sameAmount } from '@campstore/core/money'
import type { Transaction } from '@campstore/database/database'
import { arePaymentsSettled, paymentsUnknown } from '@campstore/holds/cancel-hold'
import { createEvent } from '@campstore/holds/messages'
import { changeOwn } from '@campstore/holds/own-hold'
import type { RequestContext } from '@campstore/http/endpoint'
import type { Dependencies } from '../dependencies.ts'
import { couponChanged, couponDiscount, requireApplicable, snapshotOf } from '../domain/coupons.ts'
import { requireOpen } from '../domain/order-refusals.ts'
import { storePricing } from '../domain/pricing.ts'
import { orderHold } from '../order-hold.ts'
import { applyClaim, claimIdOrZero, findOwnClaim, lockClaims, releaseClaim } from '../persistence/coupons.ts'
import { type StoreOrder, writeAmendment } from '../persistence/orders.ts'
import { refusing } from '../persistence/refusals.ts'
import { presentCheckout, toOrderEvent } from '../presenters.ts'

/**
 * Changes recipient, payment method or coupon of the caller's open order and recomputes its amounts
 * (docs/contract/store-checkout.md#update). A coupon changes the amount due, and a payment of the earlier amount would not be
 * applied, so like a cancel it waits until every payment that the broker confirmed is settled. Throws NOT_FOUND, FORBIDDEN;
 * CHECKOUT_EXPIRED; CONFLICT; COUPON_NOT_APPLICABLE; SERVICE_UNAVAILABLE for another total while it is not known whether the
 * order was paid.
 */
export async function changeCheckout(
  deps: Dependencies,
  orderId: string,
  change: ChangeStoreCheckout,
  member: Member,
  context: Pick<RequestContext, 'unchanged'> = {},
): Promise<StoreCheckoutSession> {
  const { newId } = deps
  const { couponClaimId } = change
  const isSettled = couponClaimId === null || couponClaimId === undefined || (await arePaymentsSettled(deps, orderId))
  const amended = await changeOwn(deps, orderHold, { id: orderId, member }, async (tx, order, now) => {
    requireOpen(order, now)
    const requested = await withCoupon(tx, withRecipient(order, change), couponClaimId, now)
    context.unchanged = isDeepStrictEqual(requested, order)
    if (context.unchanged) return order
    if (!isSettled && !sameAmount(requested.total, order.total)) throw paymentsUnknown()
    const changed = { ...requested, updatedAt: now }
    const event = createEvent(orderHold.source, orderId, 'order.updated', toOrderEvent(changed), { now, newId })
    await writeAmendment(tx, changed, [event])
    return changed
  })
  return presentCheckout(deps, amended)
}

/** The recipient is replaced as a whole; without a payment method in the request, the order's stays. */
function withRecipient(order: StoreOrder, { shipping, paymentMethod }: ChangeStoreCheckout): StoreOrder {
  const recipient = shipping && {
    recipientName: shipping.recipientName,
    shippingPhone: shipping.phone,
    shippingAddress: shipping.address,
  }
  return { ...order, ...recipient, paymentMethod: paymentMethod ?? order.paymentMethod }
}

/**
 * Applies another claim to the order or removes its claim, and updates the claims. The order's current claim changes nothing:
 * its coupon stays as of its application.
 */
async function withCoupon(
  tx: Transaction,
  order: StoreOrder,
  requested: ChangeStoreCheckout['couponClaimId'],
  now: Date,
): Promise<StoreOrder> {
  if (requested === null || requested === undefined) return order
  if (typeof requested !== 'number') {
    await releaseClaim(tx, order.id)
    return withAmounts({ ...order, couponClaimId: null, coupon: null })
  }
  const claimId = claimIdOrZero(requested)
  if (claimId === order.couponClaimId) return order
  await lockClaims(tx, order.couponClaimId === null ? [claimId] : [claimId, order.couponClaimId])
  const claim = await findOwnClaim(tx, claimId, order.customerId)
  const { coupon } = requireApplicable(claim, order.id, order.subtotal, now)
  await releaseClaim(tx, order.id)
  const applied = { id: claimId, customerId: order.customerId, orderId: order.id, at: now }
  await applyClaim(tx, applied).catch(refusing('coupon_not_applicable', couponChanged))
  return withAmounts({ ...order, couponClaimId: claimId, coupon: snapshotOf(coupon) })
}

/** The order with the discount of its coupon, and its total. */
const withAmounts = (order: StoreOrder): StoreOrder => ({
  ...order,
  ...storePricing(order.subtotal, order.shippingFee, couponDiscount(order.coupon, order.subtotal)),
})
