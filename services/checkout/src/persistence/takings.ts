import type { ReportQuery } from '@campstore/contract/admin/reports'
import type { Takings } from '@campstore/contract/admin/takings'
import type { Queryable } from '@campstore/database/database'

/** Time zone of the report's days (docs/contract/admin.md#takings). */
const beginOf = (date: string) => `((${date})::timestamp at time zone 'Asia/Taipei')`
/** Condition: an instant is on a `day`. Each day is read separately: computing the day of each row would cost more than the sums. */
const onDay = (instant: string) => `${instant} >= day.begin_at and ${instant} < day.end_at`

const amountOf = (condition: string) => `coalesce(sum(amount) filter (where ${condition} and currency = 'TWD'), 0)`

const ofPayments = (kind: string, table: string) => /* sql */ `
    select day.date, part.*
    from day
    cross join lateral (
      select
        count(*) filter (where outcome = 'applied') as count, ${amountOf(`outcome = 'applied'`)} as amount,
        count(*) filter (where outcome = 'unapplied') as unapplied_count, ${amountOf(`outcome = 'unapplied'`)} as unapplied_amount
      from ${table}
      where ${onDay('paid_at')} and type = 'payment.succeeded'
    ) paid
    cross join lateral (
      values ('${kind}', paid.count, paid.amount), ('unapplied', paid.unapplied_count, paid.unapplied_amount)
    ) as part (source, count, amount)`

/** Payments that {@link ofPayments} counts as unapplied without known money: few, with an index of the reason. */
const ofUsedNumbers = (table: string) => /* sql */ `
    select day.date, 'unapplied', -used.count, -used.amount
    from day
    cross join lateral (
      select count(*) as count, ${amountOf('true')} as amount
      from ${table}
      where reason = 'trade_number_used' and ${onDay('paid_at')}
    ) used`

const ofRefunds = (table: string) => /* sql */ `
    select day.date, 'refunded', refund.*
    from day
    cross join lateral (
      select count(*), ${amountOf('true')}
      from ${table}
      where ${onDay('done_at')} and status = 'done'
    ) refund`

const sources = ['bookings', 'orders', 'cashOnDelivery', 'unapplied', 'refunded'] as const

const countAndAmount = (source: (typeof sources)[number]) => /* sql */ `
    json_build_object(
      'count', coalesce(sum(part.count) filter (where part.source = '${source}'), 0),
      'amount', coalesce(sum(part.amount) filter (where part.source = '${source}'), 0)::numeric(14, 2)::text
    ) as "${source}"`

const takingsByDay = /* sql */ `
  with day as materialized (
    select date::date as date, ${beginOf('date')} as begin_at, ${beginOf(`date + interval '1 day'`)} as end_at
    from generate_series($1::date::timestamp, $2::date::timestamp, interval '1 day') as date
  ),
  paid_order as (
    select day.date, paid.*
    from day
    cross join lateral (
      select
        count(*) filter (where cod_confirmed_at is not null) as count,
        coalesce(sum(round(total)) filter (where cod_confirmed_at is not null), 0) as amount,
        coalesce(sum(shipping_fee), 0) as shipping_fees,
        coalesce(sum(discount), 0) as discounts
      from checkout.store_order
      where ${onDay('paid_at')} and payment_status = 'paid'
    ) paid
  ),
  part (date, source, count, amount) as (
    ${ofPayments('bookings', 'booking.received_payment')}
    union all
    ${ofPayments('orders', 'checkout.payment_notification')}
    union all
    ${ofUsedNumbers('booking.received_payment')}
    union all
    ${ofUsedNumbers('checkout.payment_notification')}
    union all
    select date, 'cashOnDelivery', count, amount
    from paid_order
    union all
    ${ofRefunds('booking.opened_refund')}
    union all
    ${ofRefunds('checkout.refund')}
  )
  select
    paid_order.date::text as date,
    ${sources.map(countAndAmount).join(',')},
    paid_order.shipping_fees::numeric(14, 2)::text as "shippingFees",
    paid_order.discounts::numeric(14, 2)::text as discounts,
    sum(case part.source when 'refunded' then -part.amount else part.amount end)::numeric(14, 2)::text as net
  from paid_order
  join part on part.date = paid_order.date
  group by paid_order.date, paid_order.shipping_fees, paid_order.discounts
  order by paid_order.date`

/** The takings of each day of a range, oldest first. */
export async function findTakings(database: Queryable, { from, to }: ReportQuery): Promise<Takings[]> {
  const { rows } = await database.query<Takings>({ name: 'takings-by-day', text: takingsByDay, values: [from, to] })
  return rows
}
