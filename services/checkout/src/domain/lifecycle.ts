import type { CancelReason } from '@campstore/contract/messages/events'
import type { OrderPaymentMethod, OrderPaymentStatus, OrderStatus, RefundStatus } from '@campstore/contract/orders'

/** What can happen to an order. */
export type Trigger =
  | 'member-cancel'
  | 'expire'
  | 'pay'
  | 'confirm-cod'
  | 'admin-ship'
  | 'admin-complete'
  | 'admin-cancel'

/** What a decision looks at. Times are instants. */
export type OrderState = {
  status: OrderStatus
  paymentStatus: OrderPaymentStatus
  refundStatus: RefundStatus
  paymentMethod: OrderPaymentMethod | null
  cancelledBecause: CancelReason | null
  codConfirmedAt: Date | null
  checkoutExpiresAt: Date
  recipientName: string | null
  shippingPhone: string | null
  shippingAddress: string | null
}

/**
 * What becomes of the active stock reservations: `assured` are kept without a deadline; `shipped` are released with a
 * movement of what leaves the store.
 */
export type ReservationEffect = 'kept' | 'assured' | 'released' | 'expired' | 'shipped'
/** What becomes of the coupon claim on the order, if there is one. */
export type ClaimEffect = 'kept' | 'freed' | 'used'

type Row = {
  from: readonly [OrderStatus, OrderPaymentStatus]
  trigger: Trigger
  /** Holds besides the state; absent means always. */
  when?: (order: OrderState, now: Date) => boolean
  to: readonly [OrderStatus, OrderPaymentStatus]
  reservations: ReservationEffect
  claim: ClaimEffect
  cancelledBecause?: CancelReason
}

const codConfirmed = (order: OrderState): boolean => order.codConfirmedAt !== null
const pastDeadline = (order: OrderState, now: Date): boolean => order.checkoutExpiresAt <= now

/** Where a checkout stands: ready when it has a whole recipient and a payment method (decisions.md, 7). */
export const checkoutStep = (
  order: Pick<OrderState, 'paymentMethod' | 'recipientName' | 'shippingPhone' | 'shippingAddress'>,
): 'draft' | 'ready_to_pay' =>
  order.paymentMethod && order.recipientName && order.shippingPhone && order.shippingAddress ? 'ready_to_pay' : 'draft'

/**
 * The state machine of an order (interface.md, States, Order; decisions.md, 7 and 13). What no row allows is refused. Confirming
 * cash on delivery ends the deadline. A payment past the deadline wins while the order is not yet expired under its lock;
 * staff may cancel as long as well.
 */
export const lifecycle: readonly Row[] = [
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'member-cancel',
    when: (order, now) => codConfirmed(order) || !pastDeadline(order, now),
    to: ['cancelled', 'unpaid'],
    reservations: 'released',
    claim: 'freed',
    cancelledBecause: 'member',
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'expire',
    when: (order, now) => !codConfirmed(order) && pastDeadline(order, now),
    to: ['cancelled', 'unpaid'],
    reservations: 'expired',
    claim: 'freed',
    cancelledBecause: 'expired',
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'pay',
    when: order => !codConfirmed(order),
    to: ['unshipped', 'paid'],
    reservations: 'assured',
    claim: 'used',
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'confirm-cod',
    when: (order, now) =>
      !codConfirmed(order) &&
      !pastDeadline(order, now) &&
      order.paymentMethod === 'cod' &&
      checkoutStep(order) === 'ready_to_pay',
    to: ['unshipped', 'unpaid'],
    reservations: 'assured',
    claim: 'used',
  },
  {
    from: ['unshipped', 'paid'],
    trigger: 'admin-ship',
    when: order => order.refundStatus === 'none',
    to: ['shipped', 'paid'],
    reservations: 'shipped',
    claim: 'kept',
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'admin-ship',
    when: codConfirmed,
    to: ['shipped', 'unpaid'],
    reservations: 'shipped',
    claim: 'kept',
  },
  {
    from: ['shipped', 'paid'],
    trigger: 'admin-complete',
    to: ['completed', 'paid'],
    reservations: 'kept',
    claim: 'kept',
  },
  {
    from: ['shipped', 'unpaid'],
    trigger: 'admin-complete',
    when: codConfirmed,
    to: ['completed', 'paid'],
    reservations: 'kept',
    claim: 'kept',
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'admin-cancel',
    to: ['cancelled', 'unpaid'],
    reservations: 'released',
    claim: 'freed',
    cancelledBecause: 'staff',
  },
]

/** Where the state machine takes an order. */
export type NextState = {
  status: OrderStatus
  paymentStatus: OrderPaymentStatus
  cancelledBecause: CancelReason | null
  reservations: ReservationEffect
  claim: ClaimEffect
}

/** Where a trigger takes an order at an instant, or undefined when the state machine has no such way. */
export function transition(order: OrderState, trigger: Trigger, now: Date): NextState | undefined {
  const row = lifecycle.find(
    candidate =>
      candidate.trigger === trigger &&
      candidate.from[0] === order.status &&
      candidate.from[1] === order.paymentStatus &&
      (candidate.when?.(order, now) ?? true),
  )
  if (!row) return undefined
  const { reservations, claim, cancelledBecause = null } = row
  return { status: row.to[0], paymentStatus: row.to[1], cancelledBecause, reservations, claim }
}

/** The state of an order that has just been made. */
export const initialState = {
  status: 'unshipped',
  paymentStatus: 'unpaid',
  refundStatus: 'none',
  cancelledBecause: null,
  codConfirmedAt: null,
} as const

/** Whether an order may still end by itself: unpaid, not confirmed for cash on delivery, not cancelled. */
export const mayExpire = (order: OrderState): boolean =>
  order.status === 'unshipped' && order.paymentStatus === 'unpaid' && !codConfirmed(order)

/** Whether an order's hold ended unpaid, be it under its lock already or not. */
export const hasExpired = (order: OrderState, now: Date): boolean =>
  order.cancelledBecause === 'expired' || (mayExpire(order) && pastDeadline(order, now))

/** Whether its member may still change the order: it may expire, but has not. */
export const isOpen = (order: OrderState, now: Date): boolean => mayExpire(order) && !pastDeadline(order, now)
