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
  | 'change-recipient'
  | 'admin-unship'
  | 'admin-change-shipment'
  | 'admin-complete'
  | ReturnTrigger
  | UndoTrigger
  | 'payment-refunded'

/** Staff record that all pieces of an order have come back, or a part of them. */
export type ReturnTrigger = 'admin-return' | 'admin-return-part'

/** Staff undo a return; one of an order that is returned names the status that the order had before. */
export type UndoTrigger = 'admin-undo-return' | 'admin-undo-return-to-shipped' | 'admin-undo-return-to-completed'

/** The fields that decide transitions. Times are instants. */
export type OrderState = PaymentDetails &
  Pick<Order, 'status' | 'paymentStatus' | 'refundStatus'> & {
    cancelledBecause: CancelReason | null
    codConfirmedAt: Date | null
    checkoutExpiresAt: Date
  }

/**
 * The effect on the active stock reservations: `keep` removes their deadline; `ship` releases them with a movement of the
 * pieces that leave the store, and `unship` does the reverse.
 */
export type ReservationEffect = 'none' | 'keep' | 'release' | 'expire' | 'ship' | 'unship'
/** The effect on the order's coupon claim, if there is one: `retake` uses again what `release` has made available. */
export type ClaimEffect = 'none' | 'release' | 'use' | 'retake'

/** The effects of a transition on reservations and coupon claim. */
export type Effects = { reservations: ReservationEffect; claim: ClaimEffect }

const codConfirmed = (order: OrderState): boolean => order.codConfirmedAt !== null
const pastDeadline = (order: OrderState, now: Date): boolean => order.checkoutExpiresAt <= now

/** Whether it is paid, or is paid on delivery. */
const isSold = (order: OrderState): boolean => order.paymentStatus === 'paid' || codConfirmed(order)
const isShippable = (order: OrderState): boolean =>
  isSold(order) && (order.paymentStatus === 'unpaid' || order.refundStatus === 'none')

const sent = ['shipped', 'completed'] as const
/** Paid, whether or not it was given back since. */
const wasPaid = ['paid', 'refunded'] as const
const noEffects: Effects = { reservations: 'none', claim: 'none' }
const givenBack: Effects = { reservations: 'release', claim: 'release' }

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

/**
 * The state machine of an order (docs/contract/states.md#order). A transition without a row is refused. Confirming cash on
 * delivery removes the deadline. Until the order has expired under its lock, a payment past the deadline wins, and staff may
 * cancel.
 */
const lifecycle: readonly Transition<OrderState, Trigger, Effects>[] = [
  {
    trigger: 'member-cancel',
    from: ['unshipped', 'unpaid'],
    when: (order, { now }) => codConfirmed(order) || !pastDeadline(order, now),
    to: { status: 'cancelled' },
    sets: () => ({ cancelledBecause: 'member' }),
    effects: givenBack,
  },
  {
    trigger: 'expire',
    from: ['unshipped', 'unpaid'],
    when: (order, { now }) => !codConfirmed(order) && pastDeadline(order, now),
    to: { status: 'cancelled' },
    sets: () => ({ cancelledBecause: 'expired' }),
    effects: { reservations: 'expire', claim: 'release' },
  },
  {
    trigger: 'pay',
    from: ['unshipped', 'unpaid'],
    when: order => !codConfirmed(order),
    to: { paymentStatus: 'paid' },
    effects: { reservations: 'keep', claim: 'use' },
  },
  {
    trigger: 'confirm-cod',
    from: ['unshipped', 'unpaid'],
    when: (order, { now }) =>
      !codConfirmed(order) &&
      !pastDeadline(order, now) &&
      order.paymentMethod === 'cod' &&
      checkoutStep(order) === 'ready_to_pay',
    sets: now => ({ codConfirmedAt: now }),
    effects: { reservations: 'keep', claim: 'use' },
  },
  {
    trigger: 'admin-ship',
    from: ['unshipped', ['paid', 'unpaid']],
    when: isShippable,
    to: { status: 'shipped' },
    effects: { reservations: 'ship', claim: 'none' },
  },
  {
    trigger: 'admin-unship',
    from: ['shipped', ['paid', 'unpaid']],
    when: isShippable,
    to: { status: 'unshipped' },
    effects: { reservations: 'unship', claim: 'none' },
  },
  { trigger: 'change-recipient', from: ['unshipped', ['paid', 'unpaid']], when: isSold, effects: noEffects },
  {
    trigger: 'admin-cancel',
    from: ['unshipped', 'unpaid'],
    to: { status: 'cancelled' },
    sets: () => ({ cancelledBecause: 'staff' }),
    effects: givenBack,
  },
  {
    trigger: 'admin-cancel-paid',
    from: ['unshipped', 'paid'],
    to: { status: 'cancelled' },
    sets: () => ({ cancelledBecause: 'staff' }),
    effects: givenBack,
  },
  { trigger: 'admin-change-shipment', from: [sent, wasPaid], effects: noEffects },
  { trigger: 'admin-change-shipment', from: ['shipped', 'unpaid'], when: codConfirmed, effects: noEffects },
  { trigger: 'admin-complete', from: ['shipped', wasPaid], to: { status: 'completed' }, effects: noEffects },
  {
    trigger: 'admin-complete',
    from: ['shipped', 'unpaid'],
    when: codConfirmed,
    to: { status: 'completed', paymentStatus: 'paid' },
    effects: noEffects,
  },
  { trigger: 'admin-return', from: [sent, wasPaid], to: { status: 'returned' }, effects: noEffects },
  {
    trigger: 'admin-return',
    from: ['shipped', 'unpaid'],
    when: codConfirmed,
    to: { status: 'returned' },
    effects: { reservations: 'none', claim: 'release' },
  },
  { trigger: 'admin-return-part', from: [sent, wasPaid], effects: noEffects },
  { trigger: 'admin-undo-return', from: [sent, 'paid'], effects: noEffects },
  {
    trigger: 'admin-undo-return-to-shipped',
    from: ['returned', 'paid'],
    to: { status: 'shipped' },
    effects: noEffects,
  },
  {
    trigger: 'admin-undo-return-to-shipped',
    from: ['returned', 'unpaid'],
    to: { status: 'shipped' },
    effects: { reservations: 'none', claim: 'retake' },
  },
  {
    trigger: 'admin-undo-return-to-completed',
    from: ['returned', 'paid'],
    to: { status: 'completed' },
    effects: noEffects,
  },
  { trigger: 'admin-refund', from: [[...sent, 'returned'], 'paid'], effects: noEffects },
  {
    trigger: 'payment-refunded',
    from: [['cancelled', ...sent, 'returned'], 'paid'],
    to: { paymentStatus: 'refunded' },
    effects: noEffects,
  },
]

/** The effect of a trigger on an order at a moment; undefined when it is refused. */
export const transition = (order: OrderState, trigger: Trigger, moment: Moment) =>
  nextState(lifecycle, order, trigger, moment)

/** The actions of staff on an order, with the message of the refusal (docs/contract/admin.md#orders). */
export const staffActions = {
  ship: { trigger: 'admin-ship', refusal: 'order.notShippable' },
  /** Refused by the database once something came back (checkout.change_order). */
  unship: { trigger: 'admin-unship', refusal: 'order.notUnshippable' },
  changeRecipient: { trigger: 'change-recipient', refusal: 'order.recipientHasLeft' },
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
