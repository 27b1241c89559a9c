import type { Member } from '@campstore/auth/members'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { transition } from '../domain/lifecycle.ts'
import { lockOrder } from '../persistence/orders.ts'
import { presentCheckout } from '../presenters.ts'
import { changeOrder } from './change-order.ts'
import { orderOf, requireOpen } from './read-checkout.ts'

/**
 * Confirms that the caller's order will be paid in cash on delivery: it no longer expires, and its stock is kept until it is
 * shipped. Confirmed again, it is answered as it is (interface.md, confirm-cod; decisions.md, 7).
 *
 * @throws {ApiError} NOT_FOUND, FORBIDDEN; CHECKOUT_EXPIRED; CONFLICT when it is not ready, or not to be paid so
 */
export const confirmCashOnDelivery =
  ({ database, clock, newId, signalOutbox }: Dependencies) =>
  async (orderId: string, member: Member): Promise<StoreCheckoutSession> => {
    const confirmed = await transaction(database.pool, async tx => {
      const order = orderOf(member, await lockOrder(tx, orderId))
      if (order.codConfirmedAt !== null && order.status !== 'cancelled') return order
      const now = clock()
      requireOpen(order, now)
      const next = transition(order, 'confirm-cod', now)
      if (!next) throw new ApiError('CONFLICT', "Choose cash on delivery and complete the recipient's details first.")
      const actor = { type: 'member', id: member.customerId } as const
      return changeOrder(tx, order, next, { trigger: 'confirm-cod', actor, now, newId })
    })
    signalOutbox()
    return presentCheckout(confirmed)
  }
