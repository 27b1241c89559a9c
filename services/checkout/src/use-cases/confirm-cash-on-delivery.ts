import type { Member } from '@campstore/auth/members'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { applyTransition } from '@campstore/holds/apply-transition'
import { changeOwn } from '@campstore/holds/own-hold'
import type { Dependencies } from '../dependencies.ts'
import { requireComplete, requireOpen } from '../domain/order-refusals.ts'
import { orderHold } from '../order-hold.ts'
import type { StoreOrder } from '../persistence/orders.ts'
import { presentCheckout } from '../presenters.ts'

/**
 * Confirms that the caller's order will be paid in cash on delivery: it no longer expires, and its stock stays reserved until it
 * ships. A confirmed order is returned as it is (docs/contract/store-checkout.md#confirm-cash-on-delivery). Throws NOT_FOUND;
 * FORBIDDEN, also for an unverified e-mail address; CHECKOUT_EXPIRED; CONFLICT when it is not ready, or has another payment
 * method.
 */
export async function confirmCashOnDelivery(
  deps: Dependencies,
  orderId: string,
  member: Member,
): Promise<StoreCheckoutSession> {
  const confirmed = await changeOwn(deps, orderHold, { id: orderId, member }, async (tx, order, now) => {
    if (order.codConfirmedAt !== null && order.status !== 'cancelled') return order
    requireOpen(order, now)
    if (deps.requireVerifiedForCod && !member.emailVerified)
      throw new ApiError('FORBIDDEN', text('order.codNeedsVerifiedEmail'))
    const actor = { type: 'member', id: member.customerId } as const
    const cause = { trigger: 'confirm-cod', actor, now, newId: deps.newId } as const
    const changed = await applyTransition(tx, orderHold, order, cause)
    return changed ?? refuse(order)
  })
  return presentCheckout(deps, confirmed)
}

function refuse(order: StoreOrder): never {
  requireComplete(order)
  throw errorAt('CONFLICT', 'paymentMethod', text('order.mustBeCod'), text('order.chooseCod'))
}
