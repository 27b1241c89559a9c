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

/**
 * Cancels anyone's unpaid order that has not shipped for staff, also one that is confirmed for cash on delivery or past its
 * deadline; its stock and its claim are given back as when its member cancels. A cancelled one, whoever cancelled it, is
 * answered as it is (decisions.md, 13).
 *
 * @param reason why, in the administrator's words; kept in the status history
 * @throws {ApiError} NOT_FOUND; CONFLICT for an order that is paid or has shipped
 */
export const cancelOrder =
  ({ database, clock, newId, signalOutbox }: Dependencies) =>
  async (orderId: string, reason: string, administrator: Administrator): Promise<AdminOrder> => {
    const detail = await transaction(database.pool, async tx => {
      const order = await lockOrder(tx, orderId)
      if (!order) throw noSuchOrder()
      if (order.status === 'cancelled') return presentAdminOrder(order, await readHistory(tx, orderNames, orderId))
      const now = clock()
      const next = transition(order, 'admin-cancel', now)
      if (!next) throw new ApiError('CONFLICT', 'Only an unpaid order that has not shipped can be cancelled')
      const actor = { type: 'admin', id: administrator.adminId } as const
      const changed = await changeOrder(tx, order, next, { trigger: 'admin-cancel', actor, now, newId, reason })
      return presentAdminOrder(changed, await readHistory(tx, orderNames, orderId))
    })
    signalOutbox()
    return detail
  }
