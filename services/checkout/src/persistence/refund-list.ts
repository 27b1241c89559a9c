import type { Refund, RefundsQuery } from '@campstore/contract/admin/refunds'
import { columnList } from '@campstore/database/column-list'
import { between, type Condition, matchesIndexedSearch, whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import type { FindPage, FoundPage } from '@campstore/database/pagination'

const storedColumns = /* sql */ `
  id, event_id, cause, reason, amount, currency, target_id, customer_id, created_at, status, reference, done_at,
  done_by_type, done_by_id, note, provider_trade_no`

/** The booking service publishes its refunds as a view, so that one query can page over both in their common order. */
export const refundsOfBoth = /* sql */ `(
    select 'booking'::text as target_kind, ${storedColumns} from booking.opened_refund
    union all
    select 'order'::text as target_kind, ${storedColumns} from checkout.refund
  ) refund`

/** The payment that a refund gives back, of the table of its target; only for the rows of a page. */
const paymentOf = (table: string) => /* sql */ `(
    select json_build_object(
      'eventId', payment.event_id, 'providerTradeNo', payment.provider_trade_no, 'paymentMethod', payment.payment_method,
      'paidAt', least(payment.paid_at, '9999-12-31 23:59:59.999+00')
    )
    from ${table} payment
    where payment.event_id = refund.event_id
  )`

const storedFields = [
  'id',
  'cause',
  'reason',
  'status',
  'amount',
  'currency',
  'createdAt',
  'doneAt',
  'reference',
  'note',
]

// An offset may take the notification's paidAt past the last year of four digits.
const columns = /* sql */ `
  ${columnList('refund', storedFields)},
  json_build_object('kind', target_kind, 'id', target_id) as target,
  case target_kind
    when 'booking' then ${paymentOf('booking.received_payment')}
    else ${paymentOf('checkout.payment_notification')}
  end as payment,
  (
    select json_build_object('id', contact.id, 'name', contact.name, 'email', contact.email, 'phone', contact.phone)
    from member.customer_contact contact
    where contact.id = refund.customer_id
  ) as customer,
  case when status = 'done' then json_build_object('type', done_by_type, 'id', done_by_id, 'name', (
    select name
    from admin.administrator_name administrator
    where administrator.id = done_by_id and done_by_type = 'admin'
  )) end as "doneBy"`

/** One page of the refunds for bookings and orders, oldest first, and how many there are; timestamps are text. */
export const findRefunds = (findPage: FindPage, query: RefundsQuery): Promise<FoundPage<Refund>> =>
  findPage<Refund>({
    columns,
    from: refundsOfBoth,
    conditions: conditionsOf(query),
    orderBy: { field: 'created_at', id: 'id', direction: 'asc' },
    page: query.page,
    size: query.size,
  })

const conditionsOf = (query: RefundsQuery): (Condition | undefined)[] => [
  whenPresent(query.status ?? ((query.doneFrom ?? query.doneTo) ? 'done' : 'due'), 'status = ?'),
  whenPresent(query.targetKind, 'target_kind = ?'),
  whenPresent(query.customerId, 'customer_id = ?'),
  ...between('created_at', query.createdFrom, query.createdTo),
  ...between('done_at', query.doneFrom, query.doneTo),
  matchesIndexedSearch(['reference', 'target_id', 'provider_trade_no'], query.q),
]

/** A refund of either schema; timestamps are text. */
export async function findRefund(database: Queryable, id: string): Promise<Refund | undefined> {
  const { rows } = await database.query<Refund>({
    name: 'refund-by-id',
    text: `select ${columns} from ${refundsOfBoth} where id = $1`,
    values: [id],
  })
  return rows[0]
}
