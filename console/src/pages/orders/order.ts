import type { Schemas } from '../../app/client.ts'
import { wholeTwd } from '../../lib/amounts.ts'

export type OrderAction = 'unship' | 'return' | 'complete' | 'cancel' | 'cancelPaid' | 'reallocate' | 'ship'

type State = Pick<Order, 'status' | 'paymentStatus' | 'codConfirmedAt' | 'refundStatus'> & {
  returns: readonly unknown[]
  items: readonly { picks: readonly { missing: number }[] }[]
}

/** Whether an order left the store; it may be delivered or have come back. */
export const hasShipped = ({ status }: Pick<State, 'status'>): boolean =>
  status === 'shipped' || status === 'completed' || status === 'returned'

/** Whether a store has fewer pieces than the order takes there. */
export const lacksPieces = ({ items }: Pick<State, 'items'>): boolean =>
  items.some(({ picks }) => picks.some(({ missing }) => missing > 0))

/** Whether it is paid, or is paid on delivery. */
const isSold = ({ paymentStatus, codConfirmedAt }: Pick<State, 'paymentStatus' | 'codConfirmedAt'>): boolean =>
  paymentStatus === 'paid' || codConfirmedAt !== null

/** What was to be paid for an order, or was collected in cash. */
export const costOf = ({ total, codConfirmedAt }: Pick<Order, 'total' | 'codConfirmedAt'>): string =>
  codConfirmedAt === null ? total : wholeTwd(total)

/** Whether the recipient can still be corrected. */
export const mayChangeRecipient = (order: Pick<State, 'status' | 'paymentStatus' | 'codConfirmedAt'>): boolean =>
  order.status === 'unshipped' && isSold(order)

/** The actions that an order's state allows (docs/contract/states.md#order). */
export function actionsOf(order: State): OrderAction[] {
  const { status, paymentStatus, refundStatus, returns } = order
  const isUntouched = refundStatus === 'none' && returns.length === 0
  if (status === 'shipped') return isUntouched ? ['complete', 'return', 'unship'] : ['complete', 'return']
  if (status === 'completed') return ['return']
  if (status !== 'unshipped') return []
  const ready: OrderAction[] = isSold(order) ? (lacksPieces(order) ? ['reallocate'] : ['ship']) : []
  return [...ready, paymentStatus === 'paid' ? 'cancelPaid' : 'cancel']
}

/** Whether a return can still be undone: neither its refund, which has its time, nor all that was paid was given back. */
export const isUndoable = (
  { paymentStatus, refunds }: Pick<Order, 'paymentStatus' | 'refunds'>,
  { at }: Pick<Order['returns'][number], 'at'>,
): boolean =>
  paymentStatus !== 'refunded' &&
  !refunds.some(({ cause, status, createdAt }) => cause === 'returned' && status === 'done' && createdAt === at)

/** An item of which some pieces have not come back. */
export type ItemOut = Order['items'][number] & { left: number }

/** The items of an order that has shipped of which something can still come back. */
export const itemsOut = ({ items, returns }: Pick<Order, 'items' | 'returns'>): ItemOut[] => {
  const back = returns.flatMap(made => made.items)
  return items.flatMap(item => {
    const left = back.reduce(
      (pieces, { orderItemId, quantity }) => (orderItemId === item.id ? pieces - quantity : pieces),
      item.quantity,
    )
    return left > 0 ? [{ ...item, left }] : []
  })
}

export type Order = Schemas['AdminOrder']
