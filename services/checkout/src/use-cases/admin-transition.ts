import type { Administrator } from '@campstore/auth/internal-token'
import { ApiError } from '@campstore/contract/errors'
import type { AdminOrder } from '@campstore/contract/orders'
import { type Queryable, transaction } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import { arePaymentsSettled, paymentsUnknown } from '@campstore/holds/settle-before-cancel'
import type { Dependencies } from '../dependencies.ts'
import { orderNames } from '../names.ts'
import { findShortPlaces, lockOrder, type StoreOrder } from '../persistence/orders.ts'
import { presentAdminOrder } from '../presenters.ts'
import { applyTransition, type Cause } from './apply-transition.ts'
import { orderNotFound } from './not-found.ts'
import { cannotCancelShort } from './stock-refusals.ts'

/** A transition that an administrator triggers; `refusal` is the message of CONFLICT where the state machine refuses it. */
type AdminTransition = Pick<Cause, 'reason'> & {
  trigger: 'admin-ship' | 'admin-complete' | 'admin-cancel'
  refusal: string
}

/**
 * Changes the state of an order for an administrator, under its lock. To cancel a cancelled order changes nothing; any other cancel
 * waits until every payment that the broker has confirmed is settled.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where the state machine refuses it; STOCK_INSUFFICIENT when what is to be shipped is
 *   not on hand; SERVICE_UNAVAILABLE for a cancel while it is not known whether the order was paid
 */
export async function applyAdminTransition(
  deps: Dependencies,
  orderId: string,
  administrator: Administrator,
  { refusal, ...cause }: AdminTransition,
): Promise<AdminOrder> {
  const { database, databaseClock, newId, signalOutbox } = deps
  const actor = { type: 'admin', id: administrator.adminId } as const
  const isSettled = cause.trigger !== 'admin-cancel' || (await arePaymentsSettled(deps, orderId))
  const changed = await transaction(database.requests, async tx => {
    const locked = await lockOrder(tx, orderId)
    if (!locked) throw orderNotFound()
    const { record: order } = locked
    const now = databaseClock.told(locked.now)
    const isDone = cause.trigger === 'admin-cancel' && order.status === 'cancelled'
    const after = isDone ? order : await applyTransition(tx, order, { ...cause, actor, now, newId })
    if (!after) throw await refusalOf(tx, order, cause.trigger, refusal)
    if (!isDone && !isSettled) throw paymentsUnknown()
    return presentAdminOrder(after, await readHistory(tx, orderNames, orderId))
  })
  signalOutbox()
  return changed
}

/** A paid order whose stores ran short can be neither cancelled nor shipped, so the refusal to cancel it says what to do. */
async function refusalOf(tx: Queryable, order: StoreOrder, trigger: string, refusal: string): Promise<ApiError> {
  const isStuck = trigger === 'admin-cancel' && order.status === 'unshipped'
  const places = isStuck ? await findShortPlaces(tx, order.id) : null
  return places === null ? new ApiError('CONFLICT', refusal) : cannotCancelShort(order, refusal, places)
}
