import type { Member } from '@campstore/auth/members'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { Queryable } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { hasExpired, isOpen } from '../domain/lifecycle.ts'
import { findOrder, findOwner, lockOrder, type StoreOrder } from '../persistence/orders.ts'
import { presentCheckout } from '../presenters.ts'
import { orderNotFound } from './not-found.ts'

/** The caller's order as a checkout session. Throws NOT_FOUND, FORBIDDEN. */
export async function readCheckout(deps: Dependencies, orderId: string, member: Member): Promise<StoreCheckoutSession> {
  return presentCheckout(requireOwnOrder(member, await findOrder(deps.database.requests, orderId)))
}

/** Admits only the owner of an order. Throws NOT_FOUND, FORBIDDEN. */
export async function admitOwner(deps: Dependencies, orderId: string, member: Member): Promise<void> {
  requireOwner(await findOwner(deps.database.requests, orderId), member)
}

/** Throws NOT_FOUND without an owner, FORBIDDEN for another owner (docs/contract/authentication.md#ownership). */
function requireOwner(customerId: string | undefined, member: Member): void {
  if (customerId === undefined) throw orderNotFound()
  if (customerId !== member.customerId) throw new ApiError('FORBIDDEN', 'This order belongs to another customer.')
}

/**
 * An order that exists and belongs to the member.
 *
 * @throws {ApiError} NOT_FOUND, FORBIDDEN
 */
export function requireOwnOrder(member: Member, order: StoreOrder | undefined): StoreOrder {
  requireOwner(order?.customerId, member)
  if (!order) throw orderNotFound()
  return order
}

/** Locks the caller's order; `now` is the instant at which its hold is judged. Throws NOT_FOUND, FORBIDDEN. */
export async function lockOwnOrder(
  { databaseClock }: Pick<Dependencies, 'databaseClock'>,
  tx: Queryable,
  orderId: string,
  member: Member,
): Promise<{ order: StoreOrder; now: Date }> {
  const locked = await lockOrder(tx, orderId)
  if (!locked) throw orderNotFound()
  return { order: requireOwnOrder(member, locked.record), now: databaseClock.judged(locked.now) }
}

/**
 * Requires that an order may still be changed or paid by its member (docs/contract/store-checkout.md#closed-checkouts).
 *
 * @throws {ApiError} CHECKOUT_EXPIRED past the deadline or after the timeout; CONFLICT when it is cancelled, paid, or confirmed
 *   for cash on delivery
 */
export function requireOpen(order: StoreOrder, now: Date): void {
  if (hasExpired(order, now)) throw checkoutExpired()
  if (!isOpen(order, now)) throw new ApiError('CONFLICT', 'This order can no longer be changed.')
}

export const checkoutExpired = (): ApiError => new ApiError('CHECKOUT_EXPIRED', 'The hold of this order has ended.')
