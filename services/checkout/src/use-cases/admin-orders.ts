import type { AdminOrder } from '@campstore/contract/orders'
import { transaction } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import type { Dependencies } from '../dependencies.ts'
import { orderNames } from '../names.ts'
import { findOrder } from '../persistence/orders.ts'
import { presentAdminOrder } from '../presenters.ts'
import { orderNotFound } from './order-refusals.ts'

/** An order with its items and its history, both as of one instant. Throws NOT_FOUND. */
export const readAdminOrder = (deps: Dependencies, orderId: string): Promise<AdminOrder> =>
  transaction(deps.database.requests, async tx => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const order = await findOrder(tx, orderId)
    if (!order) throw orderNotFound()
    return presentAdminOrder(order, await readHistory(tx, orderNames, orderId))
  })
