import type { AdminOrder } from '@campstore/contract/orders'
import { type Transaction, transaction } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import type { Dependencies } from '../dependencies.ts'
import { orderNotFound } from '../domain/order-refusals.ts'
import { orderNames } from '../names.ts'
import { findOrder, type StoreOrder } from '../persistence/orders.ts'
import { findPacking } from '../persistence/picks.ts'
import { presentAdminOrder } from '../presenters.ts'

/** An order with its items, pick locations and history, all as of one instant. Throws NOT_FOUND. */
export const readAdminOrder = (deps: Dependencies, orderId: string): Promise<AdminOrder> =>
  transaction(deps.database.requests, async tx => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const order = await findOrder(tx, orderId)
    if (!order) throw orderNotFound()
    return showOrder(tx, order)
  })

/** An order as administrators see it, with what else the transaction sees of it. */
export const showOrder = async (tx: Transaction, order: StoreOrder): Promise<AdminOrder> =>
  presentAdminOrder(order, {
    ...(await findPacking(tx, order.id)),
    statusHistory: await readHistory(tx, orderNames, order.id),
  })
