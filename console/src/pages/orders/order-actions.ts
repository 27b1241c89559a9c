import type { Order } from './queries.ts'

/** The actions that an order's state allows (docs/contract/states.md#order). */
export type OrderAction = 'ship' | 'complete' | 'cancel' | 'cancelPaid' | 'reallocate'

type State = Pick<Order, 'status' | 'paymentStatus' | 'codConfirmedAt'> & {
  items: readonly { picks: readonly { missing: number }[] }[]
}

/** Whether a store has fewer pieces than the order takes there. */
export const lacksPieces = ({ items }: Pick<State, 'items'>): boolean =>
  items.some(({ picks }) => picks.some(({ missing }) => missing > 0))

export function actionsOf(order: State): OrderAction[] {
  const { status, paymentStatus, codConfirmedAt } = order
  if (status === 'shipped') return ['complete']
  if (status !== 'unshipped') return []
  const isReady = paymentStatus === 'paid' || codConfirmedAt !== null
  const ready: OrderAction[] = isReady ? (lacksPieces(order) ? ['reallocate'] : ['ship']) : []
  return [...ready, paymentStatus === 'paid' ? 'cancelPaid' : 'cancel']
}
