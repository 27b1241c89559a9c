import { isDeepStrictEqual } from 'node:util'
import type { Administrator } from '@campstore/auth/internal-token'
import type { CancelPaidBody } from '@campstore/contract/admin/fields'
import type { ChangeShipment, ShipOrder } from '@campstore/contract/admin/orders'
import { ApiError } from '@campstore/contract/errors'
import type { AdminOrder } from '@campstore/contract/orders'
import { text } from '@campstore/contract/texts/text'
import type { Transaction } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import type { StaffAction } from '@campstore/holds/lifecycle'
import { readRefunds } from '@campstore/holds/refund-reads'
import { addNoteAsStaff, changeAsStaff, readAsStaff, staffAction } from '@campstore/holds/staff-action'
import { limitChanges } from '@campstore/service/notes'
import type { Dependencies } from '../dependencies.ts'
import { staffActions } from '../domain/lifecycle.ts'
import { recipientRefusal } from '../domain/order-refusals.ts'
import { cannotCancelShort } from '../domain/stock-refusals.ts'
import { orderHold } from '../order-hold.ts'
import { findShortPlaces, reallocateStock, type StoreOrder } from '../persistence/orders.ts'
import { findPacking, orderNotes } from '../persistence/picking.ts'
import { presentAdminOrder } from '../presenters.ts'

/**
 * Ships an order of any customer for staff (docs/contract/admin.md#ship). Throws as {@link staffAction}, and STOCK_INSUFFICIENT
 * if the pieces to ship are not on hand.
 */
export const shipOrder = (deps: Dependencies, id: string, administrator: Administrator, shipment: ShipOrder = {}) => {
  const given = { ...noShipment, ...shipment }
  return staffAction(deps, orderHold, staffView, { ...staffActions.ship, id, administrator, given })
}

const noShipment = { carrier: null, trackingNumber: null }

/**
 * Takes back that an order was shipped, and reserves its pieces again where they left (docs/contract/admin.md#shipped-by-mistake).
 * Throws as {@link staffAction}, and CONFLICT once pieces have come back.
 */
export const unshipOrder = (deps: Dependencies, id: string, administrator: Administrator, reason: string) =>
  staffAction(deps, orderHold, staffView, { ...staffActions.unship, id, administrator, reason, given: noShipment })

/**
 * Changes carrier and tracking number of an order that has shipped (docs/contract/admin.md#ship); absent ones stay. The history keeps
 * the earlier ones. Throws as {@link staffAction}.
 */
export const changeShipment = (deps: Dependencies, id: string, administrator: Administrator, given: ChangeShipment) =>
  staffAction(deps, orderHold, staffView, {
    ...staffActions.changeShipment,
    id,
    administrator,
    given,
    reasonOf: shipmentBefore,
    isDone: order =>
      (order.status === 'shipped' || order.status === 'completed') && isDeepStrictEqual({ ...order, ...given }, order),
  })

/** The text of the status history for a changed shipment. */
export const shipmentBefore = ({ carrier, trackingNumber }: StoreOrder): string =>
  `shipment changed, before: ${[carrier, trackingNumber].filter(Boolean).join(' ') || 'none'}`

/**
 * Completes or cancels an order of any customer for staff. Throws as {@link staffAction}.
 *
 * @param given the administrator's words for the status history, and what to give back of a paid order
 */
export const changeOrder = (
  deps: Dependencies,
  action: 'complete' | 'cancel' | 'cancelPaid' | 'refund',
  id: string,
  administrator: Administrator,
  given?: CancelPaidBody,
): Promise<AdminOrder> =>
  staffAction(deps, orderHold, staffView, { ...staffActions[action], ...given, id, administrator })

/** The present one is already there. */
const earlierReallocations = "checkout.status_history where order_id = $1 and reason = 'reallocated' offset 1"

/**
 * Reserves the missing pieces of an unshipped order at other stores (docs/contract/admin.md#reallocate). An order that lacks
 * nothing is returned unchanged. Throws NOT_FOUND; CONFLICT for an order that has shipped or is cancelled, and for too many
 * reallocations; STOCK_INSUFFICIENT when all stores together have too few.
 */
export const reallocateOrder = (deps: Dependencies, orderId: string, { adminId }: Administrator): Promise<AdminOrder> =>
  changeAsStaff(deps, orderHold, orderId, async (tx, order, now) => {
    if (order.status !== 'unshipped') throw new ApiError('CONFLICT', text('order.alreadyShipped'))
    const isChanged = await reallocateStock(tx, order, adminId, now)
    if (isChanged) await limitChanges(tx, earlierReallocations, orderId)
    return showOrder(tx, isChanged ? { ...order, updatedAt: now } : order)
  })

/** An order with its items, pick locations and history. Throws NOT_FOUND. */
export const readAdminOrder = (deps: Dependencies, orderId: string): Promise<AdminOrder> =>
  readAsStaff(deps, orderHold, orderId, showOrder)

/** Adds a note of staff (docs/contract/admin.md#notes). Throws NOT_FOUND. */
export const addOrderNote = (deps: Dependencies, id: string, text: string, administrator: Administrator) =>
  addNoteAsStaff(deps, { ...orderHold, notes: orderNotes }, showOrder, { id, text, administrator })

/** An order as administrators see it, with what else the transaction sees of it. */
export const showOrder = async (tx: Transaction, order: StoreOrder): Promise<AdminOrder> =>
  presentAdminOrder(order, {
    ...(await findPacking(tx, order.id)),
    ...(await readRefunds(tx, orderHold, order.id)),
    statusHistory: await readHistory(tx, orderHold, order.id),
  })

/** Orders as staff see them, and what a refusal says beyond the usual. */
export const staffView = {
  present: showOrder,
  /** A paid order whose stores ran short can be neither cancelled nor shipped, so the refusal to cancel it says what to do. */
  async explain(
    tx: Transaction,
    order: StoreOrder,
    { trigger, refusal }: StaffAction<string>,
  ): Promise<ApiError | undefined> {
    if (trigger === 'change-recipient') return recipientRefusal(order)
    const isStuck = trigger === 'admin-cancel' && order.status === 'unshipped'
    const places = isStuck ? await findShortPlaces(tx, order.id) : null
    return places === null ? undefined : cannotCancelShort(order, refusal, places)
  },
}
