import { type AdminPayment, adminPaymentSchema, type PaymentsQuery } from '@campstore/contract/admin/payments'
import { type Refund, type RefundsQuery, refundOfPaymentSchema, refundSchema } from '@campstore/contract/admin/refunds'
import type { PaymentMessage } from '@campstore/contract/payments'
import { columnList } from '@campstore/database/column-list'
import { between, type Condition, whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import { matchesLookUp } from '@campstore/database/look-up'
import type { FindPage } from '@campstore/database/pagination'
import { firstRow } from '@campstore/database/rows'
import { administratorJson, contractJson } from '@campstore/service/contract-json'

const computedOfPayment = {
  target: true,
  outcome: true,
  paidAt: true,
  refund: true,
  refunds: true,
  decidedBy: true,
  customer: true,
} as const
const paymentFields = Object.keys(adminPaymentSchema.omit(computedOfPayment).shape)
const computedOfRefund = { target: true, payment: true, customer: true, doneBy: true } as const
const refundFields = Object.keys(refundSchema.omit(computedOfRefund).shape)

/** SQL of the records of both schemas. The booking service publishes its own as a view, so that one query can page over both. */
const ofBoth = (name: string, bookings: string, orders: string, columns: string) => /* sql */ `(
    select 'booking'::text as target_kind, ${columns} from ${bookings}
    union all
    select 'order'::text as target_kind, ${columns} from ${orders}
  ) ${name}`

export const paymentsOfBoth = ofBoth(
  'payment',
  'booking.received_payment',
  'checkout.payment_notification',
  `event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at,
    decision, decision_note, decided_by, decided_at`,
)

export const refundsOfBoth = ofBoth(
  'refund',
  'booking.opened_refund',
  'checkout.refund',
  `id, event_id, cause, reason, amount, currency, target_id, customer_id, created_at, status, reference, done_at,
    done_by_type, done_by_id, note, provider_trade_no, failed_at, failure_reason, withdrawn_at, withdrawal_reason`,
)

const target = `json_build_object('kind', target_kind, 'id', target_id) as target`

/** An offset may take the notification's paidAt past the last year of four digits. */
const paidAt = `least(payment.paid_at, '9999-12-31 23:59:59.999+00')`

const isOfSamePayment = 'payment.event_id = refund.event_id and payment.target_kind = refund.target_kind'

const paymentColumns = /* sql */ `
  ${columnList('payment', paymentFields)}, ${target}, ${paidAt} as "paidAt",
  case outcome when 'noted' then 'failed' else outcome end as outcome,
  coalesce((
    select json_agg(${contractJson('refund', refundOfPaymentSchema)} order by created_at desc, id)
    from ${refundsOfBoth}
    where ${isOfSamePayment}
  ), '[]') as refunds,
  case when decided_by is not null then ${administratorJson('decided_by')} end as "decidedBy",
  (
    select json_build_object('id', contact.id, 'name', contact.name)
    from member.customer_contact contact
    where contact.id = case target_kind
      when 'booking' then (select customer_id from booking.received_payment booked where booked.event_id = payment.event_id)
      else (select customer_id from checkout.store_order where id = payment.target_id)
    end
  ) as customer`

/** A payment as listed; its refunds are the newest first. */
export type ListedPayment = Omit<AdminPayment, 'refund'>

/** One page of all payment notifications, newest first, with their number. Timestamps are text, as the driver returns them. */
export const findPayments = (findPage: FindPage, query: PaymentsQuery) =>
  findPage<ListedPayment>({
    columns: paymentColumns,
    from: paymentsOfBoth,
    conditions: paymentConditions(query),
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

/** A payment for a booking or an order; timestamps are text. */
export const findPayment = (database: Queryable, targetKind: 'booking' | 'order', eventId: string) =>
  firstRow<ListedPayment>(database, {
    name: 'payment-by-id',
    text: `select ${paymentColumns} from ${paymentsOfBoth} where target_kind = $1 and event_id = $2`,
    values: [targetKind, eventId],
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
    : { sql: `paid_at ${operator} ?`, scanned: `paid_at + interval '0' ${operator} ?`, values: [instant] }

const isPaidByCustomers = (ids: string): string => /* sql */ `target_id = any (array(
    select target.id
    from unnest(${ids}) customer (id)
    cross join lateral (
      select id from checkout.store_order where customer_id = customer.id
      union all
      select target_id from booking.received_payment where customer_id = customer.id
    ) target
  ))`

const paymentConditions = (query: PaymentsQuery): (Condition | undefined)[] => [
  // A failed payment is only noted in the history.
  whenPresent(query.outcome === 'failed' ? 'noted' : query.outcome, 'outcome = ?'),
  whenPresent(query.reason, 'reason = ?'),
  query.decided === true ? { sql: `reason = 'trade_number_used' and decision is not null`, values: [] } : undefined,
  query.decided === false ? { sql: 'decision is null', values: [] } : undefined,
  whenPresent(query.targetKind, 'target_kind = ?'),
  whenPresent(query.targetId, 'target_id = ?'),
  ...between('received_at', query.receivedFrom, query.receivedTo),
  paidWithin('>=', query.paidFrom),
  paidWithin('<=', query.paidTo),
  matchesLookUp(
    { indexed: [{ texts: ['event_id', 'provider_trade_no', 'target_id'] }], ofCustomers: isPaidByCustomers },
    query.q,
  ),
]

const refundColumns = /* sql */ `
  ${columnList('refund', refundFields)}, ${target},
  coalesce(
    (
      select ${contractJson('payment', refundSchema.shape.payment, { paidAt })}
      from ${paymentsOfBoth}
      where ${isOfSamePayment}
    ),
    (
      select json_build_object('eventId', '', 'providerTradeNo', '', 'paymentMethod', payment_method, 'paidAt', paid_at)
      from checkout.store_order
      where id = refund.target_id
    )
  ) as payment,
  (
    select ${contractJson('contact', refundSchema.shape.customer.unwrap())}
    from member.customer_contact contact
    where contact.id = refund.customer_id
  ) as customer,
  case when status = 'done' then json_build_object('type', done_by_type, 'id', done_by_id, 'name', (
    select name
    from admin.administrator_name administrator
    where administrator.id = done_by_id and done_by_type = 'admin'
  )) end as "doneBy"`

/** One page of the refunds for bookings and orders, oldest first, and how many there are; timestamps are text. */
export const findRefunds = (findPage: FindPage, query: RefundsQuery) =>
  findPage<Refund>({
    columns: refundColumns,
    from: refundsOfBoth,
    conditions: refundConditions(query),
    orderBy: { field: 'created_at', id: 'id', direction: 'asc' },
    page: query.page,
    size: query.size,
    // By the index of `done_at`: a scan of the order would pass all refunds of earlier years.
    idsFirst: (query.doneFrom ?? query.doneTo) !== undefined,
  })

const refundConditions = (query: RefundsQuery): (Condition | undefined)[] => [
  whenPresent(query.status ?? ((query.doneFrom ?? query.doneTo) ? 'done' : 'due'), 'status = ?'),
  whenPresent(query.targetKind, 'target_kind = ?'),
  whenPresent(query.customerId, 'customer_id = ?'),
  ...between('created_at', query.createdFrom, query.createdTo),
  ...between('done_at', query.doneFrom, query.doneTo),
  matchesLookUp(
    {
      indexed: [{ texts: ['reference', 'target_id', 'provider_trade_no'] }],
      ofCustomers: ids => `customer_id = any (${ids})`,
    },
    query.q,
  ),
]

/** A refund of either schema; timestamps are text. */
export const findRefund = (database: Queryable, id: string): Promise<Refund | undefined> =>
  firstRow(database, {
    name: 'refund-by-id',
    text: `select ${refundColumns} from ${refundsOfBoth} where id = $1`,
    values: [id],
  })

/**
 * The stored messages with an eventId, oldest first: usually one. Unsigned messages count only if no message is signed, because
 * anybody may have sent them. The timestamp is text, as the driver returns it.
 */
export async function findPaymentMessages(database: Queryable, eventId: string): Promise<PaymentMessage[]> {
  const messagesOf = (kind: string) => /* sql */ `
    select
      event_id as "eventId", type, json_build_object('kind', '${kind}', 'id', target_id) as target, outcome, reason,
      received_at as "receivedAt", is_authentic as "isAuthentic"
    from ${kind === 'order' ? 'checkout' : kind}.payment_message
    where event_id = $1`
  const { rows } = await database.query<PaymentMessage & { isAuthentic: boolean }>({
    name: 'payment-messages',
    text: `${messagesOf('booking')} union all ${messagesOf('order')} order by "receivedAt", outcome`,
    values: [eventId],
  })
  const authentic = rows.filter(({ isAuthentic }) => isAuthentic)
  return authentic.length > 0 ? authentic : rows
}
