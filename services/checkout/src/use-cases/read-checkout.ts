import type { Member } from '@campstore/auth/members'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { type Text, text } from '@campstore/contract/texts/text'
import { requireOwn } from '@campstore/holds/own-hold'
import type { Dependencies } from '../dependencies.ts'
import { hasExpired, isOpen } from '../domain/lifecycle.ts'
import { checkoutExpired } from '../domain/order-refusals.ts'
import { orderHold } from '../order-hold.ts'
import { findOrder, findOwner, type StoreOrder } from '../persistence/orders.ts'
import { presentCheckout } from '../presenters.ts'

/** The caller's order as a checkout session. Throws NOT_FOUND, FORBIDDEN. */
export async function readCheckout(deps: Dependencies, orderId: string, member: Member): Promise<StoreCheckoutSession> {
  return presentCheckout(deps, requireOwn(orderHold, await findOrder(deps.database.requests, orderId), member))
}

/** Admits only the owner of an order. Throws NOT_FOUND, FORBIDDEN. */
export async function admitOwner(deps: Dependencies, orderId: string, member: Member): Promise<void> {
  requireOwn(orderHold, await findOwner(deps.database.requests, orderId), member)
}

/**
 * Requires that an order may still be changed or paid by its member (docs/contract/store-checkout.md#closed-checkouts).
 *
 * @throws {ApiError} CHECKOUT_EXPIRED past the deadline or after the timeout; CONFLICT when it is cancelled, paid, or confirmed
 *   for cash on delivery
 */
export function requireOpen(order: StoreOrder, now: Date): void {
  if (hasExpired(order, now)) throw checkoutExpired()
  if (!isOpen(order, now)) throw new ApiError('CONFLICT', whyClosed(order))
}

function whyClosed({ status, paymentStatus, codConfirmedAt }: StoreOrder): Text {
  if (status === 'cancelled') return text('order.isCancelled')
  if (paymentStatus === 'paid') return text('order.isPaid')
  return text(codConfirmedAt === null ? 'order.closed' : 'order.isConfirmed')
}
