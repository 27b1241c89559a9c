import type { Administrator } from '@campstore/auth/internal-token'
import type { QuoteReturnRequest, ReturnOrder, ReturnQuote } from '@campstore/contract/admin/orders'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { least, type Money } from '@campstore/core/money'
import { type Transaction, transaction } from '@campstore/database/database'
import { applyTransition } from '@campstore/holds/apply-transition'
import { type Account, chargedFor, leftOf } from '@campstore/holds/money/account'
import { giveBack } from '@campstore/holds/money/move-money'
import { readAccount } from '@campstore/holds/money/stored-account'
import { changeAsStaff } from '@campstore/holds/staff-action'
import type { Dependencies } from '../dependencies.ts'
import { transition } from '../domain/lifecycle.ts'
import { isAllBack, mayWithdraw, piecesIn, placesIn, returnedLines, returnedTo, shareOf } from '../domain/returns.ts'
import { orderHold } from '../order-hold.ts'
import type { StoreOrder } from '../persistence/orders.ts'
import { findCompletion, findShippedItems, insertReturn, isShippingBack, returnStock } from '../persistence/returns.ts'
import { showOrder } from './change-order.ts'

/**
 * Records what came back of an order that has shipped: stock, status, refund and event, in one transaction under the order's lock
 * (docs/contract/admin.md#returns). Throws NOT_FOUND for the order or the location; CONFLICT where the state machine refuses
 * it, or the payment to give back is not recorded; VALIDATION_ERROR for pieces that are not out, or a refund of more than is
 * left of the payment; FORBIDDEN as {@link giveBack}.
 */
export const returnOrder = (deps: Dependencies, orderId: string, administrator: Administrator, request: ReturnOrder) =>
  changeAsStaff(deps, orderHold, orderId, async (tx, order, now) =>
    showOrder(tx, await returnLocked(deps, tx, order, administrator, { ...request, now })),
  )

/**
 * What a return of an order would give back now, without a `refundAmount` of its own; records nothing. Throws as {@link
 * returnOrder}.
 */
export const quoteReturn = (
  { database, clock, withdrawalDays }: Pick<Dependencies, 'database' | 'clock' | 'withdrawalDays'>,
  orderId: string,
  { items }: QuoteReturnRequest,
): Promise<ReturnQuote> =>
  transaction(database.requests, async tx => {
    const order = await orderHold.find(tx, orderId)
    if (!order) throw orderHold.refusals.notFound()
    const plan = await planReturn(tx, order, { items, now: clock(), withdrawalDays })
    const account = await readAccount(tx, orderHold, order)
    return { refundAmount: shareOfPlan(order, plan, account), refundable: leftOf(account) }
  })

/**
 * Records what came back of a locked order, in the order of locks: stock, coupon claim, the provider's number of a refund. The return names its refund, so it comes
 * last. Throws as {@link returnOrder}.
 */
export async function returnLocked(
  { newId, withdrawalDays }: Pick<Dependencies, 'newId' | 'withdrawalDays'>,
  tx: Transaction,
  order: StoreOrder,
  administrator: Pick<Administrator, 'adminId' | 'permissions'>,
  { now, reason, locationId, items: requested, refundAmount }: ReturnOrder & { now: Date },
): Promise<StoreOrder> {
  const { adminId, permissions } = administrator
  const plan = await planReturn(tx, order, { items: requested, now, withdrawalDays })
  const { shipped, lines, trigger } = plan
  const items = returnedTo(lines, locationId)
  await returnStock(tx, order.id, placesIn(items, shipped), { adminId, at: now })
  const actor = { type: 'admin', id: adminId } as const
  const cause = { trigger, actor, reason, now, newId, given: { returning: piecesIn(items, shipped) } }
  const changed = await applyTransition(tx, orderHold, order, cause)
  if (!changed) throw new Error('The state machine refuses a planned return')

  const amount = shareOfPlan(order, plan, await readAccount(tx, orderHold, order))
  const refund = { cause: 'returned', reason, amount, requested: refundAmount, permissions } as const
  const { record, refundId } = await giveBack(tx, orderHold, changed, refund, { now, newId })
  const { hasShipping } = plan
  await insertReturn(tx, { id: newId(), orderId: order.id, at: now, adminId, reason, items, refundId, hasShipping })
  return record
}

type ReturnPlan = Awaited<ReturnType<typeof planReturn>>

type RequestedReturn = Pick<ReturnOrder, 'items'> & Pick<Dependencies, 'withdrawalDays'> & { now: Date }

/** The pieces that come back, whether they are the last ones, and whether the shipping fee comes back with them. */
async function planReturn(tx: Transaction, order: StoreOrder, { items, now, withdrawalDays }: RequestedReturn) {
  const shipped = await findShippedItems(tx, order.id)
  requireReturnable(order, now)
  const lines = returnedLines(shipped, items)
  const trigger = isAllBack(shipped, lines) ? ('admin-return' as const) : ('admin-return-part' as const)
  if (!transition(order, trigger, { now })) throw partRefused()
  const isUndelivered = order.status === 'shipped'
  const hasShipping =
    trigger === 'admin-return' &&
    !(await isShippingBack(tx, order.id)) &&
    (isUndelivered || mayWithdraw(await findCompletion(tx, order.id), now, withdrawalDays))
  return { shipped, lines, trigger, hasShipping }
}

const partRefused = () => new ApiError('CONFLICT', text('order.returnWhole'))

/** What a planned return gives back by its rule. */
const shareOfPlan = (
  { shippingFee }: StoreOrder,
  { shipped, lines, hasShipping }: ReturnPlan,
  account: Account,
): Money => least(shareOf(shipped, lines, { paid: chargedFor(account), shippingFee, hasShipping }), leftOf(account))

/** Throws CONFLICT for an order that nothing can come back of, with what to do instead. */
function requireReturnable(order: StoreOrder, now: Date): void {
  if (transition(order, 'admin-return', { now })) return
  if (order.status === 'cancelled') throw new ApiError('CONFLICT', text('order.nothingShipped'))
  throw new ApiError('CONFLICT', text(order.status === 'returned' ? 'order.allIsBack' : 'order.cancelUnshipped'))
}
