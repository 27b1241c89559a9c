import type { ReportQuery } from '@campstore/contract/admin/reports'
import type { Takings } from '@campstore/contract/admin/takings'
import type { Queryable } from '@campstore/database/database'

/** The report's days are those of this zone (docs/contract/admin.md#takings). */
const dayOf = (instant: string) => `(${instant} at time zone 'Asia/Taipei')::date`
const beginOf = (date: string) => `((${date})::date::timestamp at time zone 'Asia/Taipei')`
const within = (instant: string) => `${instant} >= ${beginOf('$1')} and ${instant} < ${beginOf('$2::date + 1')}`

const ofPayments = (kind: string, table: string) => /* sql */ `
    select
      ${dayOf('paid_at')} as date,
      case outcome when 'unapplied' then 'unapplied' else '${kind}' end as source,
      count(*)::integer as count,
      coalesce(sum(amount) filter (where currency = 'TWD'), 0) as amount
    from ${table}
    where ${within('paid_at')} and type = 'payment.succeeded'
    group by 1, 2`

const ofRefunds = (table: string) => /* sql */ `
    select ${dayOf('done_at')}, 'refunded', count(*)::integer, coalesce(sum(amount) filter (where currency = 'TWD'), 0)
    from ${table}
    where ${within('done_at')} and status = 'done'
    group by 1`

const sources = ['bookings', 'orders', 'cashOnDelivery', 'unapplied', 'refunded'] as const

const countAndAmount = (source: (typeof sources)[number]) => /* sql */ `
    json_build_object(
      'count', coalesce(sum(part.count) filter (where part.source = '${source}'), 0),
      'amount', coalesce(sum(part.amount) filter (where part.source = '${source}'), 0)::numeric(14, 2)::text
    ) as "${source}"`

const takingsByDay = /* sql */ `
  with paid_order as (
    select
      ${dayOf('paid_at')} as date,
      count(*) filter (where cod_confirmed_at is not null)::integer as count,
      coalesce(sum(total) filter (where cod_confirmed_at is not null), 0) as amount,
      sum(shipping_fee) as shipping_fees,
      sum(discount) as discounts
    from checkout.store_order
    where ${within('paid_at')} and payment_status = 'paid'
    group by 1
  ),
  part (date, source, count, amount) as (
    ${ofPayments('bookings', 'booking.received_payment')}
    union all
    ${ofPayments('orders', 'checkout.payment_notification')}
    union all
    select date, 'cashOnDelivery', count, amount from paid_order
    union all
    ${ofRefunds('booking.opened_refund')}
    union all
    ${ofRefunds('checkout.refund')}
  )
  select
    day::date::text as date,
    ${sources.map(countAndAmount).join(',')},
    coalesce(max(paid_order.shipping_fees), 0)::numeric(14, 2)::text as "shippingFees",
    coalesce(max(paid_order.discounts), 0)::numeric(14, 2)::text as discounts,
    coalesce(sum(case part.source when 'refunded' then -part.amount else part.amount end), 0)::numeric(14, 2)::text as net
  from generate_series($1::date, $2::date, interval '1 day') day
  left join part on part.date = day::date
  left join paid_order on paid_order.date = day::date
  group by day
  order by day`

/** What was taken on each day of a range, oldest first. */
export async function findTakings(database: Queryable, { from, to }: ReportQuery): Promise<Takings[]> {
  const { rows } = await database.query<Takings>({ name: 'takings-by-day', text: takingsByDay, values: [from, to] })
  return rows
}
