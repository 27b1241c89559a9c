import type { Queryable } from '@campstore/database/database'
import { refusalDetailOf } from '@campstore/database/errors'
import type { TransitionWrite } from '@campstore/holds/hold-definition'
import type { Effects } from '../domain/lifecycle.ts'
import { changeOrder, type StoreOrder } from '../persistence/orders.ts'
import { orderRefusalOf } from '../persistence/refusals.ts'
import { stockNotOnHand } from './stock-refusals.ts'

/**
 * Writes a transition of a locked order with its effects.
 *
 * @throws {ApiError} STOCK_INSUFFICIENT if the pieces to ship are not on hand
 */
export async function writeTransition(
  tx: Queryable,
  changed: StoreOrder,
  transition: TransitionWrite<Effects>,
): Promise<void> {
  try {
    await changeOrder(tx, changed, transition)
  } catch (error) {
    throw orderRefusalOf(error) === 'stock_not_on_hand' ? stockNotOnHand(changed, refusalDetailOf(error)) : error
  }
}
