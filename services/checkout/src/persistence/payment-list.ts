import type { AdminPayment, PaymentOutcome, PaymentsQuery } from '@campstore/contract/admin/payments'
import { type Condition, type FindPage, whenPresent } from '@campstore/database/pagination'

/** A payment notification of either schema; times are texts, as the driver leaves them. */
export type PaymentRow = Omit<AdminPayment, 'target' | 'outcome'> & {
  targetKind: AdminPayment['target']['kind']
  targetId: string
  outcome: keyof typeof outcomes
}

/** What outcomes are called in the tables, and in the contract: a failed payment is noted in the history and no more. */
export const outcomes = { applied: 'applied', unapplied: 'unapplied', noted: 'failed' } as const
const storedOutcome: Record<PaymentOutcome, keyof typeof outcomes> = {
  applied: 'applied',
  unapplied: 'unapplied',
  failed: 'noted',
}

const storedColumns = /* sql */ `
  event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at`

/** The booking service publishes its payments as a view, so that one query can page over both in their common order. */
const paymentsOfBoth = /* sql */ `(
    select 'booking'::text as target_kind, ${storedColumns} from booking.received_payment
    union all
    select 'order'::text as target_kind, ${storedColumns} from checkout.payment_notification
  ) payment`

// When it was paid is as the notification says, and an offset may take that past the last year of four digits.
const columns = /* sql */ `
  event_id as "eventId",
  type,
  outcome,
  reason,
  target_kind as "targetKind",
  target_id as "targetId",
  amount,
  currency,
  payment_method as "paymentMethod",
  provider_trade_no as "providerTradeNo",
  least(paid_at, '9999-12-31 23:59:59.999+00') as "paidAt",
  received_at as "receivedAt"`

/** One page of all payment notifications, newest first, and how many there are. */
export const findPayments = (
  findPage: FindPage,
  query: PaymentsQuery,
): Promise<{ items: PaymentRow[]; totalElements: number }> =>
  findPage<PaymentRow>({
    columns,
    from: paymentsOfBoth,
    conditions: conditionsOf(query),
    orderBy: { field: 'received_at', id: 'event_id', direction: 'desc' },
    page: query.page,
    size: query.size,
    // Always in the order of an index: each filter has one, and an event id may be there for a booking and for an order.
    foundFirst: 0,
  })

const conditionsOf = (query: PaymentsQuery): (Condition | undefined)[] => [
  whenPresent(query.outcome && storedOutcome[query.outcome], 'outcome = ?'),
  whenPresent(query.reason, 'reason = ?'),
  whenPresent(query.targetKind, 'target_kind = ?'),
  whenPresent(query.targetId, 'target_id = ?'),
  whenPresent(query.receivedFrom, 'received_at >= ?'),
  whenPresent(query.receivedTo, 'received_at <= ?'),
]
