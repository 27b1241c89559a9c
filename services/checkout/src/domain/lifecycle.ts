import type { CancelReason } from '@campstore/contract/messages/events'
import type { Order } from '@campstore/contract/orders'
import {
  type CommonTrigger,
  isOverdue,
  type Moment,
  nextState,
  type StaffAction,
  type Transition,
} from '@campstore/holds/lifecycle'

export type Trigger =
  | CommonTrigger
  | 'confirm-cod'
  | 'admin-ship'
  | 'admin-change-shipment'
  | 'admin-complete'
  | ReturnTrigger
  | 'payment-refunded'

/** Staff record that all pieces of an order have come back, or a part of them. */
export type ReturnTrigger = 'admin-return' | 'admin-return-part'

/** The fields that decide transitions. Times are instants. */
export type OrderState = PaymentDetails &
  Pick<Order, 'status' | 'paymentStatus' | 'refundStatus'> & {
    cancelledBecause: CancelReason | null
    codConfirmedAt: Date | null
    checkoutExpiresAt: Date
  }

/**
 * The effect on the active stock reservations: `keep` removes their deadline; `ship` releases them with a movement of the
 * pieces that leave the store.
 */
export type ReservationEffect = 'none' | 'keep' | 'release' | 'expire' | 'ship'
/** The effect on the order's coupon claim, if there is one. */
export type ClaimEffect = 'none' | 'release' | 'use'

/** The effects of a transition on reservations and coupon claim. */
export type Effects = { reservations: ReservationEffect; claim: ClaimEffect }

const codConfirmed = (order: OrderState): boolean => order.codConfirmedAt !== null
const pastDeadline = (order: OrderState, now: Date): boolean => order.checkoutExpiresAt <= now

/** The fields that an order needs before it can be paid or confirmed, each with its field of a request and its name. */
const neededToPay = [
  { field: 'recipientName', path: 'shipping.recipientName', name: 'order.recipientName' },
  { field: 'shippingPhone', path: 'shipping.phone', name: 'order.phone' },
  { field: 'shippingAddress', path: 'shipping.address', name: 'order.address' },
  { field: 'paymentMethod', path: 'paymentMethod', name: 'order.paymentMethod' },
] as const

type PaymentDetails = Pick<Order, (typeof neededToPay)[number]['field']>

/** The fields that an order still lacks before it can be paid or confirmed. */
export const missingFields = (order: PaymentDetails) => neededToPay.filter(({ field }) => !order[field])

/**
 * The step of a checkout: ready when it has a complete recipient and a payment method
 * (docs/contract/states.md#store-checkout-step).
 */
export const checkoutStep = (order: PaymentDetails): 'draft' | 'ready_to_pay' =>
  missingFields(order).length === 0 ? 'ready_to_pay' : 'draft'

type Row = Transition<OrderState, Trigger, Effects>

const noEffects: Effects = { reservations: 'none', claim: 'none' }

/** Rows of a trigger that keeps each of these states. */
const keepsState = (trigger: Trigger, ...states: Row['from'][]): Row[] =>
  states.map(state => ({ from: state, trigger, to: state, effects: noEffects }))

const shippedAndPaid: Row['from'][] = [
  ['shipped', 'paid'],
  ['shipped', 'refunded'],
  ['completed', 'paid'],
  ['completed', 'refunded'],
]

/**
 * The state machine of an order (docs/contract/states.md#order). A transition without a row is refused. Confirming cash on
 * delivery removes the deadline. Until the order has expired under its lock, a payment past the deadline wins, and staff may
 * cancel.
 */
const lifecycle: readonly Row[] = [
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'member-cancel',
    when: (order, { now }) => codConfirmed(order) || !pastDeadline(order, now),
    to: ['cancelled', 'unpaid'],
    sets: () => ({ cancelledBecause: 'member' }),
    effects: { reservations: 'release', claim: 'release' },
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'expire',
    when: (order, { now }) => !codConfirmed(order) && pastDeadline(order, now),
    to: ['cancelled', 'unpaid'],
    sets: () => ({ cancelledBecause: 'expired' }),
    effects: { reservations: 'expire', claim: 'release' },
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'pay',
    when: order => !codConfirmed(order),
    to: ['unshipped', 'paid'],
    effects: { reservations: 'keep', claim: 'use' },
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'confirm-cod',
    when: (order, { now }) =>
      !codConfirmed(order) &&
      !pastDeadline(order, now) &&
      order.paymentMethod === 'cod' &&
      checkoutStep(order) === 'ready_to_pay',
    to: ['unshipped', 'unpaid'],
    sets: now => ({ codConfirmedAt: now }),
    effects: { reservations: 'keep', claim: 'use' },
  },
  {
    from: ['unshipped', 'paid'],
    trigger: 'admin-ship',
    when: order => order.refundStatus === 'none',
    to: ['shipped', 'paid'],
    effects: { reservations: 'ship', claim: 'none' },
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'admin-ship',
    when: codConfirmed,
    to: ['shipped', 'unpaid'],
    effects: { reservations: 'ship', claim: 'none' },
  },
  {
    from: ['shipped', 'unpaid'],
    trigger: 'admin-change-shipment',
    when: codConfirmed,
    to: ['shipped', 'unpaid'],
    effects: noEffects,
  },
  ...keepsState('admin-change-shipment', ...shippedAndPaid),
  {
    from: ['shipped', 'paid'],
    trigger: 'admin-complete',
    to: ['completed', 'paid'],
    effects: noEffects,
  },
  {
    from: ['shipped', 'refunded'],
    trigger: 'admin-complete',
    to: ['completed', 'refunded'],
    effects: noEffects,
  },
  {
    from: ['shipped', 'unpaid'],
    trigger: 'admin-complete',
    when: codConfirmed,
    to: ['completed', 'paid'],
    effects: noEffects,
  },
  {
    from: ['unshipped', 'unpaid'],
    trigger: 'admin-cancel',
    to: ['cancelled', 'unpaid'],
    sets: () => ({ cancelledBecause: 'staff' }),
    effects: { reservations: 'release', claim: 'release' },
  },
  {
    from: ['unshipped', 'paid'],
    trigger: 'admin-cancel-paid',
    to: ['cancelled', 'paid'],
    sets: () => ({ cancelledBecause: 'staff' }),
    effects: { reservations: 'release', claim: 'release' },
  },
  {
    from: ['shipped', 'unpaid'],
    trigger: 'admin-return',
    when: codConfirmed,
    to: ['returned', 'unpaid'],
    effects: { reservations: 'none', claim: 'release' },
  },
  {
    from: ['shipped', 'paid'],
    trigger: 'admin-return',
    to: ['returned', 'paid'],
    effects: noEffects,
  },
  {
    from: ['shipped', 'refunded'],
    trigger: 'admin-return',
    to: ['returned', 'refunded'],
    effects: noEffects,
  },
  {
    from: ['completed', 'paid'],
    trigger: 'admin-return',
    to: ['returned', 'paid'],
    effects: noEffects,
  },
  {
    from: ['completed', 'refunded'],
    trigger: 'admin-return',
    to: ['returned', 'refunded'],
    effects: noEffects,
  },
  ...keepsState('admin-return-part', ...shippedAndPaid),
  ...keepsState('admin-refund', ['shipped', 'paid'], ['completed', 'paid'], ['returned', 'paid']),
  {
    from: ['cancelled', 'paid'],
    trigger: 'payment-refunded',
    to: ['cancelled', 'refunded'],
    effects: noEffects,
  },
  {
    from: ['shipped', 'paid'],
    trigger: 'payment-refunded',
    to: ['shipped', 'refunded'],
    effects: noEffects,
  },
  {
    from: ['completed', 'paid'],
    trigger: 'payment-refunded',
    to: ['completed', 'refunded'],
    effects: noEffects,
  },
  {
    from: ['returned', 'paid'],
    trigger: 'payment-refunded',
    to: ['returned', 'refunded'],
    effects: noEffects,
  },
]

/** The effect of a trigger on an order at a moment; undefined when it is refused. */
export const transition = (order: OrderState, trigger: Trigger, moment: Moment) =>
  nextState(lifecycle, order, trigger, moment)

/** The actions of staff on an order, with the message of the refusal (docs/contract/admin.md#orders). */
export const staffActions = {
  ship: { trigger: 'admin-ship', refusal: 'order.notShippable' },
  changeShipment: { trigger: 'admin-change-shipment', refusal: 'order.noShipment' },
  complete: { trigger: 'admin-complete', refusal: 'order.notCompletable' },
  cancel: { trigger: 'admin-cancel', refusal: 'order.notCancellable' },
  /** With a refund (docs/contract/admin.md#cancel-with-a-refund). */
  cancelPaid: { trigger: 'admin-cancel-paid', refusal: 'order.notRefundable' },
  /** Of a part of what was paid (docs/contract/admin.md#refunds). */
  refund: { trigger: 'admin-refund', refusal: 'order.notPaidAndShipped' },
} as const satisfies Record<string, StaffAction<Trigger>>

/** Whether an order of this state has given its coupon claim back (docs/contract/states.md#coupon-claim). */
export const hasFreedClaim = ({ status, paymentStatus }: Pick<OrderState, 'status' | 'paymentStatus'>): boolean =>
  status === 'cancelled' || (status === 'returned' && paymentStatus === 'unpaid')

/** The state of a new order. */
export const initialState = {
  status: 'unshipped',
  paymentStatus: 'unpaid',
  cancelledBecause: null,
  codConfirmedAt: null,
} as const

/** Whether an order may still expire: unpaid, not confirmed for cash on delivery, not cancelled. */
export const mayExpire = (order: OrderState): boolean =>
  order.status === 'unshipped' && order.paymentStatus === 'unpaid' && !codConfirmed(order)

/** Whether a checkout is still open, led to an order, or was cancelled (docs/contract/states.md#store-checkout-state). */
export const checkoutState = (order: OrderState): 'open' | 'completed' | 'closed' => {
  if (order.status === 'cancelled') return 'closed'
  return mayExpire(order) ? 'open' : 'completed'
}

/** Whether an order's hold ended unpaid, even if the order is not cancelled yet. */
export const hasExpired = (order: OrderState, now: Date): boolean =>
  order.cancelledBecause === 'expired' || isOverdue({ transition }, order, now)

/** Whether its member may still change the order: its hold has not ended. */
export const isOpen = (order: OrderState, now: Date): boolean => mayExpire(order) && !pastDeadline(order, now)
