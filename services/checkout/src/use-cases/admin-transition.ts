import type { Administrator } from '@campstore/auth/internal-token'
import { ApiError } from '@campstore/contract/errors'
import type { AdminOrder } from '@campstore/contract/orders'
import { transaction } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import type { Dependencies } from '../dependencies.ts'
import { transition } from '../domain/lifecycle.ts'
import { orderNames } from '../names.ts'
import { lockOrder, type StoreOrder } from '../persistence/orders.ts'
import { presentAdminOrder } from '../presenters.ts'
import { applyTransition } from './apply-transition.ts'
import { orderNotFound } from './read-orders.ts'

/** A transition that an administrator triggers. */
export type AdminTransition = {
  trigger: 'admin-ship' | 'admin-complete' | 'admin-cancel'
  /** The message of CONFLICT when the state machine has no such transition. */
  refusal: string
  /** In the administrator's words. */
  reason?: string
  /** Whether the order is in its final state already, and is returned as it is. */
  isDone?: (order: StoreOrder) => boolean
}

/**
 * Changes the state of an order for an administrator, with all effects in one transaction.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT when the state machine has no such transition; STOCK_INSUFFICIENT when what is to be
 *   shipped is not on hand
 */
export async function applyAdminTransition(
  deps: Dependencies,
  orderId: string,
  administrator: Administrator,
  { trigger, refusal, reason, isDone }: AdminTransition,
): Promise<AdminOrder> {
  const { database, clock, newId, signalOutbox } = deps
  const changed = await transaction(database.pool, async tx => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw orderNotFound()
    if (isDone?.(order)) return presentAdminOrder(order, await readHistory(tx, orderNames, orderId))
    const now = clock()
    const next = transition(order, trigger, now)
    if (!next) throw new ApiError('CONFLICT', refusal)
    const actor = { type: 'admin', id: administrator.adminId } as const
    const after = await applyTransition(tx, order, next, { trigger, actor, now, newId, reason })
    return presentAdminOrder(after, await readHistory(tx, orderNames, orderId))
  })
  signalOutbox()
  return changed
}
