import type { AdminPayment, PaymentsQuery } from '@campstore/contract/admin/payments'
import { columnList } from '@campstore/database/column-list'
import { between, type Condition, matchesIndexedSearch, whenPresent } from '@campstore/database/conditions'
import type { FindPage, FoundPage } from '@campstore/database/pagination'

const storedColumns = /* sql */ `
  event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at`

/** The booking service publishes its payments as a view, so that one query can page over both in their common order. */
export const paymentsOfBoth = /* sql */ `(
    select 'booking'::text as target_kind, ${storedColumns}
    from booking.received_payment
    union all
    select 'order'::text as target_kind, ${storedColumns}
    from checkout.payment_notification
  ) payment`

const refundFrom = (table: string) => /* sql */ `(
    select json_build_object(
      'id', refund.id, 'status', refund.status, 'amount', refund.amount::text, 'reference', refund.reference,
      'doneAt', refund.done_at
    )
    from ${table} refund
    where refund.event_id = payment.event_id
  )`

const storedFields = [
  'eventId',
  'type',
  'reason',
  'amount',
  'currency',
  'paymentMethod',
  'providerTradeNo',
  'receivedAt',
]

// An offset may take the notification's paidAt past the last year of four digits.
const columns = /* sql */ `
  ${columnList('payment', storedFields)},
  case outcome when 'noted' then 'failed' else outcome end as outcome,
  json_build_object('kind', target_kind, 'id', target_id) as target,
  least(paid_at, '9999-12-31 23:59:59.999+00') as "paidAt",
  case target_kind when 'booking' then ${refundFrom('booking.opened_refund')} else ${refundFrom('checkout.refund')} end
    as refund,
  (
    select json_build_object('id', contact.id, 'name', contact.name)
    from member.customer_contact contact
    where contact.id = case target_kind
      when 'booking' then (select customer_id from booking.received_payment booked where booked.event_id = payment.event_id)
      else (select customer_id from checkout.store_order where id = payment.target_id)
    end
  ) as customer`

/** One page of all payment notifications, newest first, with their number. Timestamps are text, as the driver returns them. */
export const findPayments = (findPage: FindPage, query: PaymentsQuery): Promise<FoundPage<AdminPayment>> =>
  findPage<AdminPayment>({
    columns,
    from: paymentsOfBoth,
    conditions: conditionsOf(query),
    orderBy: { field: 'received_at', id: 'event_id', direction: 'desc' },
    page: query.page,
    size: query.size,
    // Each filter has an index in this order, and the same event id may exist for a booking and for an order.
    alwaysScanned: true,
    bounds: list => [
      query.paidTo === undefined ? undefined : receivedBy('<=', 'max', query),
      query.paidFrom === undefined || list === 'long' ? undefined : receivedBy('>=', 'min', query),
    ],
  })

/** The last or first receipt among the payments within the range: the index of the day of payment has it. */
function receivedBy(operator: '<=' | '>=', extreme: 'max' | 'min', { paidFrom, paidTo }: PaymentsQuery): Condition {
  const bound = `received_at ${operator} (
    select ${extreme}(received_at)
    from (
      select received_at
      from ${paymentsOfBoth}
      where paid_at >= coalesce(?::timestamptz, '-infinity') and paid_at <= coalesce(?::timestamptz, 'infinity')
      offset 0
    ) paid
  )`
  return { sql: bound, values: [paidFrom ?? null, paidTo ?? null] }
}

/** A scan must not collect and sort the payments of a long range, so `scanned` avoids the index of the day of payment. */
const paidWithin = (operator: '<=' | '>=', instant: string | undefined): Condition | undefined =>
  instant === undefined
    ? undefined
    : {
        sql: `paid_at ${operator} ?`,
        scanned: `paid_at + interval '0' ${operator} ?`,
        values: [instant],
      }

const conditionsOf = (query: PaymentsQuery): (Condition | undefined)[] => [
  // A failed payment is only noted in the history.
  whenPresent(query.outcome === 'failed' ? 'noted' : query.outcome, 'outcome = ?'),
  whenPresent(query.reason, 'reason = ?'),
  whenPresent(query.targetKind, 'target_kind = ?'),
  whenPresent(query.targetId, 'target_id = ?'),
  ...between('received_at', query.receivedFrom, query.receivedTo),
  paidWithin('>=', query.paidFrom),
  paidWithin('<=', query.paidTo),
  matchesIndexedSearch(['event_id', 'provider_trade_no', 'target_id'], query.q),
]
