import type { Member } from '@campstore/auth/members'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { Dependencies } from '../dependencies.ts'
import { hasExpired, isOpen } from '../domain/lifecycle.ts'
import { findOrder, findOwner, type StoreOrder } from '../persistence/orders.ts'
import { presentCheckout } from '../presenters.ts'

/** Throws NOT_FOUND where there is no owner, FORBIDDEN where it is another (interface.md, Authentication, ownership). */
function requireOwner(customerId: string | undefined, member: Member): void {
  if (customerId === undefined) throw new ApiError('NOT_FOUND', 'There is no such order')
  if (customerId !== member.customerId) throw new ApiError('FORBIDDEN', 'This order belongs to another customer.')
}

/**
 * An order that is there and the member's own.
 *
 * @throws {ApiError} NOT_FOUND, FORBIDDEN
 */
export function orderOf(member: Member, order: StoreOrder | undefined): StoreOrder {
  requireOwner(order?.customerId, member)
  if (!order) throw new ApiError('NOT_FOUND', 'There is no such order')
  return order
}

/**
 * That an order may still be changed or paid by its member.
 *
 * @throws {ApiError} CHECKOUT_EXPIRED past the deadline or after it; CONFLICT when it is cancelled, paid, or confirmed for
 *   cash on delivery (decisions.md, 7 and 12)
 */
export function requireOpen(order: StoreOrder, now: Date): void {
  if (hasExpired(order, now)) throw checkoutExpired()
  if (!isOpen(order, now)) throw new ApiError('CONFLICT', 'This order can no longer be changed')
}

export const checkoutExpired = (): ApiError => new ApiError('CHECKOUT_EXPIRED', 'The hold of this order has ended')

/** Lets only the owner of an order pass. Throws NOT_FOUND, FORBIDDEN. */
export const admitOwner =
  ({ database }: Dependencies) =>
  async (orderId: string, member: Member): Promise<void> =>
    requireOwner(await findOwner(database.pool, orderId), member)

/** The caller's order as a checkout session. Throws NOT_FOUND, FORBIDDEN. */
export const readCheckout =
  ({ database }: Dependencies) =>
  async (orderId: string, member: Member): Promise<StoreCheckoutSession> =>
    presentCheckout(orderOf(member, await findOrder(database.pool, orderId)))
