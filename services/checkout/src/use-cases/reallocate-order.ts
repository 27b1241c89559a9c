import type { Administrator } from '@campstore/auth/internal-token'
import { ApiError } from '@campstore/contract/errors'
import type { AdminOrder } from '@campstore/contract/orders'
import { text } from '@campstore/contract/texts/text'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { orderHold } from '../order-hold.ts'
import { reallocateStock } from '../persistence/orders.ts'
import { showOrder } from './change-order.ts'

/**
 * Reserves the missing pieces of an unshipped order at other stores (docs/contract/admin.md#reallocate). An order that lacks
 * nothing is returned unchanged.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT for an order that has shipped or is cancelled; STOCK_INSUFFICIENT when all stores
 *   together have too few
 */
export const reallocateOrder = (
  { database, databaseClock }: Dependencies,
  orderId: string,
  { adminId }: Administrator,
): Promise<AdminOrder> =>
  transaction(database.requests, async tx => {
    const locked = await orderHold.lock(tx, orderId)
    if (!locked) throw orderHold.refusals.notFound()
    const { record: order } = locked
    if (order.status !== 'unshipped') throw new ApiError('CONFLICT', text('order.alreadyShipped'))
    const now = databaseClock.instantOf(locked.now)
    const isChanged = await reallocateStock(tx, order, adminId, now)
    return showOrder(tx, isChanged ? { ...order, updatedAt: now } : order)
  })
