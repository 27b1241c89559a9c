import type { ReportQuery } from '@campstore/contract/admin/reports'
import type { Takings } from '@campstore/contract/admin/takings'
import type { Queryable } from '@campstore/database/database'
import { allRows } from '@campstore/database/rows'
import { paymentsOfBoth, refundsOfBoth } from './payments.ts'

/** Time zone of the report's days (docs/contract/admin.md#takings). */
const beginOf = (date: string) => `((${date})::timestamp at time zone 'Asia/Taipei')`
/** Condition: an instant is on a `day`. Each day is read separately: computing the day of each row would cost more than the sums. */
const onDay = (instant: string) => `${instant} >= day.begin_at and ${instant} < day.end_at`

/** Columns: how many rows fulfil a condition, and their amount in TWD. */
const totals = (name: string, condition = 'true') => /* sql */ `
      count(*) filter (where ${condition}) as ${name},
      coalesce(sum(amount) filter (where ${condition} and currency = 'TWD'), 0) as ${name}_amount`

const money = (amount: string) => `(${amount})::numeric(14, 2)::text`

const countAndAmount = (count: string, amount: string) =>
  `json_build_object('count', ${count}, 'amount', ${money(amount)})`

/**
 * SQL of the takings of some days, a row for each. Used numbers of payments are no additional money, unless staff decide so: few, with an
 * index of the reason.
 *
 * @param dates SQL of the days, in the column `date`
 */
export const takingsOf = (dates: string): string => /* sql */ `
  with day as materialized (
    select date::date as date, ${beginOf('date')} as begin_at, ${beginOf(`date + interval '1 day'`)} as end_at
    from (${dates}) reported
  )
  select
    day.date::text as date,
    ${countAndAmount('bookings', 'bookings_amount')} as bookings,
    ${countAndAmount('orders', 'orders_amount')} as orders,
    ${countAndAmount('on_delivery', 'on_delivery_amount')} as "cashOnDelivery",
    ${money('shipping_fees')} as "shippingFees",
    ${money('discounts')} as discounts,
    ${countAndAmount('unapplied - used', 'unapplied_amount - used_amount')} as unapplied,
    ${countAndAmount('refunded', 'refunded_amount')} as refunded,
    ${money('bookings_amount + orders_amount + on_delivery_amount + unapplied_amount - used_amount - refunded_amount')} as net
  from day
  cross join lateral (
    select
      ${totals('bookings', "outcome = 'applied' and target_kind = 'booking'")},
      ${totals('orders', "outcome = 'applied' and target_kind = 'order'")},
      ${totals('unapplied', "outcome = 'unapplied'")}
    from ${paymentsOfBoth}
    where ${onDay('paid_at')} and type = 'payment.succeeded'
  ) payments
  cross join lateral (
    select ${totals('used')}
    from ${paymentsOfBoth}
    where reason = 'trade_number_used' and decision is distinct from 'another-payment' and ${onDay('paid_at')}
  ) used_numbers
  cross join lateral (
    select ${totals('refunded')}
    from ${refundsOfBoth}
    where ${onDay('done_at')} and status = 'done'
  ) refunds
  cross join lateral (
    select
      count(*) filter (where cod_confirmed_at is not null) as on_delivery,
      coalesce(sum(round(total)) filter (where cod_confirmed_at is not null), 0) as on_delivery_amount,
      coalesce(sum(shipping_fee), 0) as shipping_fees,
      coalesce(sum(discount), 0) as discounts
    from checkout.store_order
    where ${onDay('paid_at')}
  ) paid_orders
  order by day.date`

const takingsByDay = takingsOf(
  `select generate_series($1::date::timestamp, $2::date::timestamp, interval '1 day') as date`,
)

/** The takings of each day of a range, oldest first. */
export const findTakings = (database: Queryable, { from, to }: ReportQuery): Promise<Takings[]> =>
  allRows(database, { name: 'takings-by-day', text: takingsByDay, values: [from, to] })
