import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Dependencies } from '../dependencies.ts'
import { shortLinesRefusal } from '../domain/stock-refusals.ts'
import { findShortLines } from '../persistence/checkout.ts'
import type { StoreOrder } from '../persistence/orders.ts'

/**
 * The refusal of an order with too little stock, with the remaining pieces of each item. It is read after the refusal,
 * without a lock, and only for the message (docs/contract/store-checkout.md#start, rule 10).
 */
export async function stockInsufficient(
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  order: StoreOrder,
  idempotencyKey: string,
): Promise<ApiError> {
  try {
    return shortLinesRefusal(order, await findShortLines(database.requests, order, idempotencyKey, 'after a refusal'))
  } catch (error) {
    log.warn({ err: error }, 'Cannot read the remaining stock for a refused checkout')
    return new ApiError('STOCK_INSUFFICIENT', text('item.notEnough'))
  }
}
