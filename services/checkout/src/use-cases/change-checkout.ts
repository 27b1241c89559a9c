import { isDeepStrictEqual } from 'node:util'
import type { Member } from '@campstore/auth/members'
import type { ChangeStoreCheckout, StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { money } from '@campstore/core/money'
import { type Queryable, transaction } from '@campstore/database/database'
import { createEvent } from '@campstore/holds/messages'
import type { Dependencies } from '../dependencies.ts'
import { couponDiscount, isApplicable, snapshotOf } from '../domain/coupons.ts'
import { storePricing } from '../domain/pricing.ts'
import { orderNames } from '../names.ts'
import { applyClaim, claimIdOrNone, findOwnClaim, freeClaim, lockClaims } from '../persistence/coupons.ts'
import { lockOrder, type StoreOrder, writeAmendment } from '../persistence/orders.ts'
import { presentCheckout, presentFacts } from '../presenters.ts'
import { orderOf, requireOpen } from './read-checkout.ts'

/**
 * Changes recipient, payment method or coupon of the caller's open order and recomputes what it costs (interface.md, PATCH
 * /api/checkout/sessions/{orderId}; decisions.md, 7).
 *
 * @throws {ApiError} NOT_FOUND, FORBIDDEN; CHECKOUT_EXPIRED; CONFLICT; COUPON_NOT_APPLICABLE
 */
export const changeCheckout =
  ({ database, clock, newId, signalOutbox }: Dependencies) =>
  async (orderId: string, change: ChangeStoreCheckout, member: Member): Promise<StoreCheckoutSession> => {
    const amended = await transaction(database.pool, async tx => {
      const order = orderOf(member, await lockOrder(tx, orderId))
      const now = clock()
      requireOpen(order, now)
      const wanted = await withCoupon(tx, withRecipient(order, change), change.couponClaimId, now)
      if (isDeepStrictEqual(wanted, order)) return order
      const changed = { ...wanted, updatedAt: now }
      const event = createEvent(orderNames.source, orderId, 'order.updated', presentFacts(changed), { now, newId })
      await writeAmendment(tx, changed, [event])
      return changed
    })
    signalOutbox()
    return presentCheckout(amended)
  }

/** The recipient is replaced as a whole; a method that is not given stays. */
function withRecipient(order: StoreOrder, { shipping, paymentMethod }: ChangeStoreCheckout): StoreOrder {
  const recipient = shipping && {
    recipientName: shipping.recipientName,
    shippingPhone: shipping.phone,
    shippingAddress: shipping.address,
  }
  return { ...order, ...recipient, paymentMethod: paymentMethod ?? order.paymentMethod }
}

/** Puts another claim on the order, or takes off the one it has; the claims change with it. */
async function withCoupon(
  tx: Queryable,
  order: StoreOrder,
  wanted: ChangeStoreCheckout['couponClaimId'],
  now: Date,
): Promise<StoreOrder> {
  if (wanted === null || wanted === undefined) return order
  if (typeof wanted !== 'number') {
    if (order.couponClaimId !== null) await freeClaim(tx, order.id)
    return priced({ ...order, couponClaimId: null, coupon: null })
  }
  const claimId = claimIdOrNone(wanted)
  const changes = claimId !== order.couponClaimId
  await lockClaims(tx, order.couponClaimId === null ? [claimId] : [claimId, order.couponClaimId])
  const claim = await findOwnClaim(tx, claimId, order.customerId)
  if (!claim || !isApplicable(claim, order.id, order.subtotal, now)) throw notApplicable()
  if (changes) {
    if (order.couponClaimId !== null) await freeClaim(tx, order.id)
    const applied = await applyClaim(tx, {
      id: claimId,
      customerId: order.customerId,
      orderId: order.id,
      at: now,
    })
    if (!applied) throw notApplicable()
  }
  return priced({ ...order, couponClaimId: claimId, coupon: snapshotOf(claim.coupon) })
}

const notApplicable = () => new ApiError('COUPON_NOT_APPLICABLE', 'This coupon cannot be used for this order')

/** The order with its discount and total as its coupon makes them. */
const priced = (order: StoreOrder): StoreOrder => {
  const discount = order.coupon ? couponDiscount(order.coupon, order.subtotal) : money(0)
  return { ...order, ...storePricing(order.subtotal, order.shippingFee, discount) }
}
