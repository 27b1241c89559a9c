import type { Member } from '@campstore/auth/members'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { transaction } from '@campstore/database/database'
import { arePaymentsSettled, paymentsUnknown } from '@campstore/holds/settle-before-cancel'
import type { Dependencies } from '../dependencies.ts'
import { isOverdue } from '../domain/lifecycle.ts'
import type { StoreOrder } from '../persistence/orders.ts'
import { presentCheckout } from '../presenters.ts'
import { applyTransition } from './apply-transition.ts'
import { checkoutExpired, lockOwnOrder } from './read-checkout.ts'

/**
 * Cancels the caller's unpaid order and releases its stock and its claim, when every payment that the broker has confirmed is
 * settled. A cancelled order is returned as it is (docs/contract/store-checkout.md#cancel).
 *
 * @throws {ApiError} NOT_FOUND, FORBIDDEN; CHECKOUT_EXPIRED past the deadline; CONFLICT once paid, shipped or completed;
 *   SERVICE_UNAVAILABLE while it is not known whether it was paid
 */
export async function cancelCheckout(
  deps: Dependencies,
  orderId: string,
  member: Member,
): Promise<StoreCheckoutSession> {
  const { database, newId, signalOutbox } = deps
  const isSettled = await arePaymentsSettled(deps, orderId)
  const cancelled = await transaction(database.requests, async tx => {
    const { order, now } = await lockOwnOrder(deps, tx, orderId, member)
    if (order.status === 'cancelled') return order
    const actor = { type: 'member', id: member.customerId } as const
    const changed = await applyTransition(tx, order, { trigger: 'member-cancel', actor, now, newId })
    if (!changed) throw refusal(order, now)
    if (!isSettled) throw paymentsUnknown()
    return changed
  })
  signalOutbox()
  return presentCheckout(cancelled)
}

const refusal = (order: StoreOrder, now: Date): ApiError =>
  isOverdue(order, now)
    ? checkoutExpired()
    : new ApiError('CONFLICT', 'Only an unpaid order that has not shipped can be cancelled.')
