import { ApiError } from '@campstore/contract/errors'
import { type Text, text } from '@campstore/contract/texts/text'
import type { HoldDefinition } from '@campstore/holds/hold-definition'
import { type Effects, type Trigger, transition } from './domain/lifecycle.ts'
import { checkoutExpired } from './domain/order-refusals.ts'
import { orderNames } from './names.ts'
import { orderReads, type StoreOrder, writeTransition } from './persistence/orders.ts'
import { toOrderEvent } from './presenters.ts'

const entries = 'checkout.status_history where order_id = $1'
const undoneReturns = `${entries} and reason like 'return undone: %'`

/** An order as a hold: how it is changed, expires and is paid (docs/contract/states.md#order, docs/contract/messages.md#how-a-payment-is-applied). */
export const orderHold: HoldDefinition<StoreOrder, Trigger, Effects> = {
  ...orderNames,
  ...orderReads,
  transition,
  events: {
    'member-cancel': 'order.cancelled',
    expire: 'order.cancelled',
    pay: 'order.paid',
    'confirm-cod': 'order.cod-confirmed',
    'admin-ship': 'order.shipped',
    'admin-unship': 'order.unshipped',
    'change-recipient': 'order.recipient-changed',
    'admin-change-shipment': 'order.shipment-changed',
    'admin-complete': 'order.completed',
    'admin-return': 'order.returned',
    'admin-return-part': 'order.returned',
    'admin-undo-return': 'order.return-undone',
    'admin-undo-return-to-shipped': 'order.return-undone',
    'admin-undo-return-to-completed': 'order.return-undone',
    'admin-cancel': 'order.cancelled',
    'admin-cancel-paid': 'order.cancelled',
    'admin-refund': 'order.refund-opened',
    'payment-refunded': 'order.refunded',
  },
  limited: {
    'admin-unship': `${entries} and from_status = 'shipped' and to_status = 'unshipped'`,
    'admin-undo-return': undoneReturns,
    'admin-undo-return-to-shipped': undoneReturns,
    'admin-undo-return-to-completed': undoneReturns,
    'admin-refund': "checkout.refund where target_id = $1 and cause = 'goodwill'",
    'admin-change-shipment': `${entries} and reason like 'shipment changed, %'`,
    'change-recipient': `${entries} and reason like 'recipient changed, %'`,
  },
  refundedBy: 'payment-refunded',
  toEvent: toOrderEvent,
  write: writeTransition,
  refusals: {
    notFound: () => new ApiError('NOT_FOUND', text('order.notFound')),
    foreign: () => new ApiError('FORBIDDEN', text('order.ofAnother')),
    expired: checkoutExpired,
    notCancellable: whyNotCancellable,
  },
  // Two conditions for two partial indexes, as in checkout.check_member_limits.
  heldByMember: `
    select held.customer_id, sum(reservation.quantity) as units
    from (
      select id, customer_id
      from checkout.store_order
      where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null
      union all
      select id, customer_id
      from checkout.store_order
      where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is not null
    ) held
    join checkout.stock_reservation reservation on reservation.order_id = held.id and reservation.status = 'active'
    group by held.customer_id`,
  takenAt: ({ placedAt }) => placedAt,
  costOf: ({ total }) => total,
  paidInCash: ({ codConfirmedAt, paymentStatus }) => codConfirmedAt !== null && paymentStatus !== 'unpaid',
}

function whyNotCancellable({ status, paymentStatus }: StoreOrder): Text {
  if (status !== 'unshipped') return text('order.hasShipped')
  return text(paymentStatus === 'paid' ? 'order.onlyStaffCancels' : 'order.notCancellable')
}
