import type { Administrator } from '@campstore/auth/internal-token'
import { ApiError } from '@campstore/contract/errors'
import type { AdminOrder } from '@campstore/contract/orders'
import { transaction } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import type { Dependencies } from '../dependencies.ts'
import { transition } from '../domain/lifecycle.ts'
import { orderNames } from '../names.ts'
import { lockOrder } from '../persistence/orders.ts'
import { presentAdminOrder } from '../presenters.ts'
import { changeOrder } from './change-order.ts'
import { noSuchOrder } from './read-orders.ts'

type Decision = 'admin-ship' | 'admin-complete'

const refusals: Record<Decision, string> = {
  'admin-ship': 'Only an unshipped order that is paid, or confirmed for cash on delivery, can be shipped',
  'admin-complete': 'Only a shipped order can be completed',
}

/**
 * Ships or completes an order, with its effects on stock and payment in one transaction (interface.md, States, Order;
 * decisions.md, 7).
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT for what the state machine refuses; STOCK_INSUFFICIENT when it is not on hand
 */
const decideOrder =
  (trigger: Decision, { database, clock, newId, signalOutbox }: Dependencies) =>
  async (orderId: string, administrator: Administrator): Promise<AdminOrder> => {
    const detail = await transaction(database.pool, async tx => {
      const order = await lockOrder(tx, orderId)
      if (!order) throw noSuchOrder()
      const now = clock()
      const next = transition(order, trigger, now)
      if (!next) throw new ApiError('CONFLICT', refusals[trigger])
      const actor = { type: 'admin', id: administrator.adminId } as const
      const changed = await changeOrder(tx, order, next, { trigger, actor, now, newId })
      return presentAdminOrder(changed, await readHistory(tx, orderNames, orderId))
    })
    signalOutbox()
    return detail
  }

/** Ships an order: what leaves the store is booked as a movement. */
export const shipOrder = (dependencies: Dependencies) => decideOrder('admin-ship', dependencies)

/** Completes a shipped order; cash on delivery is paid with it. */
export const completeOrder = (dependencies: Dependencies) => decideOrder('admin-complete', dependencies)
