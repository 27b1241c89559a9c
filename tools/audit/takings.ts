import { takingsOf } from '../../services/checkout/src/persistence/takings.ts'
import { always, type Invariant, ofBoth } from './invariant.ts'

/** The day of the report to which an instant belongs. */
const dayOf = (instant: string) => `(${instant} at time zone 'Asia/Taipei')::date`

/** The payments that the report counts for a target: one, or the target is listed. */
const appliedTo = (schema: string) => `(
          select target_id, min(paid_at) as paid_at, sum(amount) as amount
          from ${schema}.payment_notification
          where type = 'payment.succeeded' and outcome = 'applied' and currency = 'TWD'
          group by target_id
        ) payment`

/** A price, or the whole TWD of it that a payment form has asked for and that were paid. */
const asPaid = (price: string) => `case payment.amount when round(${price}) then payment.amount else ${price} end`

/** The price of a booking when it was paid: a later change sets another one (docs/contract/admin.md#takings). */
const firstPrice = `coalesce(
            (
              select (before #>> '{pricing,finalAmount}')::numeric
              from booking.stay_change
              where booking_id = booking.id
              order by id
              limit 1
            ),
            final_amount
          )`

/** Shipping fee and discount of an order on the day that it has, and as its other amounts say on the day of its money. */
const partsOf = (orderDay: string, moneyDay: string) => `
          ('shippingFees', store_order.id, ${orderDay}, shipping_fee, ${moneyDay}, total - subtotal + discount),
          ('discounts', store_order.id, ${orderDay}, discount, ${moneyDay}, subtotal + shipping_fee - total)`

/** A payment of nothing has no refund. */
const ofUnapplied = (schema: string) => `
        select 'unapplied', payment.event_id, case when is_counted then day end, case when is_counted then payment.amount end,
          case refund.currency when 'TWD' then day end, case refund.currency when 'TWD' then refund.amount end
        from (
          select event_id, amount, ${dayOf('paid_at')} as day, type = 'payment.succeeded' and outcome = 'unapplied' and currency = 'TWD'
            and (reason <> 'trade_number_used' or decision = 'another-payment') as is_counted
          from ${schema}.payment_notification
        ) payment
        left join ${schema}.refund on refund.event_id = payment.event_id and cause = 'unapplied'
        where (is_counted and payment.amount > 0) or refund.id is not null`

const ofRefunds = (schema: string) => `
        select 'refunded', id, ${dayOf('done_at')}, amount,
          case when done_by_type = 'admin' then ${dayOf('done_at')}
            when ${isReportedAt('refunded_at')} then ${dayOf('refunded_at')}
            else ${dayOf('received_at')}
          end,
          amount
        from ${schema}.refund
        left join ${schema}.refund_notification told on told.event_id = done_by_id and done_by_type = 'payment'
        where status = 'done' and currency = 'TWD'`

/** A process reads milliseconds. */
const isReportedAt = (instant: string) => `date_trunc('milliseconds', done_at) = date_trunc('milliseconds', ${instant})`

/**
 * Each amount that the report counts, by line and record, and the record that explains it: the booking or order for a payment, the
 * history of its order for cash, the refund for a payment that was not applied, the report of the payment service for a refund.
 */
const entries = `
        select 'bookings' as line, coalesce(booking.id, target_id) as record, ${dayOf('payment.paid_at')} as counted_on,
          payment.amount as counted, ${dayOf('booking.paid_at')} as explained_on, ${asPaid('price')} as explained
        from ${appliedTo('booking')}
        full join (
          select id, paid_at, ${firstPrice} as price
          from booking.booking
          where payment_status = 'paid'
        ) booking on booking.id = target_id
        union all
        select entry.*
        from ${appliedTo('checkout')}
        full join (
          select * from checkout.store_order where payment_status <> 'unpaid' and cod_confirmed_at is null
        ) store_order on store_order.id = target_id
        cross join lateral (values
          (
            'orders', coalesce(store_order.id, target_id), ${dayOf('payment.paid_at')}, payment.amount,
            ${dayOf('store_order.paid_at')}, ${asPaid('total')}
          ),${partsOf(dayOf('store_order.paid_at'), dayOf('payment.paid_at'))}
        ) entry
        union all
        select entry.*
        from checkout.store_order
        left join checkout.status_history completed on completed.order_id = store_order.id
          and (completed.from_status, completed.to_status) = ('shipped', 'completed')
        cross join lateral (values
          (
            'cashOnDelivery', store_order.id, ${dayOf('paid_at')}, case when paid_at is not null then round(total) end,
            ${dayOf('completed.at')}, case when completed.id is not null then round(subtotal + shipping_fee - discount) end
          ),${partsOf(dayOf('paid_at'), dayOf('completed.at'))}
        ) entry
        where cod_confirmed_at is not null and coalesce(paid_at, completed.at) is not null
        ${['booking', 'checkout'].map(schema => `union all ${ofUnapplied(schema)} union all ${ofRefunds(schema)}`).join(' ')}`

const lines = ['bookings', 'orders', 'cashOnDelivery', 'unapplied', 'refunded']
  .map(line => `('${line}', (takings."${line}" ->> 'amount')::numeric)`)
  .join(', ')

/** A row for each day and line whose takings or records differ, with the first ten records. */
const unexplained = `
      with summed as materialized (
        select line, counted_on, explained_on, sum(explained) as explained,
          array_agg(record) filter (where (counted_on, counted) is distinct from (explained_on, explained)) as records
        from (${entries}) entry
        where counted is not null or explained is not null
        group by line, counted_on, explained_on
      ),
      reported as (
        select takings.date::date as date, part.*
        from (${takingsOf('select counted_on as date from summed union select explained_on from summed')}) takings
        cross join lateral (values
          ${lines}, ('shippingFees', takings."shippingFees"::numeric), ('discounts', takings.discounts::numeric)
        ) part (line, reported)
      ),
      explained as (
        select explained_on as date, line, sum(explained) as explained
        from summed
        group by explained_on, line
      ),
      different as (
        select date, line, (array_agg(distinct record))[1:10] as records
        from summed
        cross join lateral (values (counted_on), (explained_on)) of_entry (date)
        cross join unnest(records) record
        group by date, line
      )
      select date::text, line, reported, coalesce(explained, 0) as explained, reported - coalesce(explained, 0) as difference, records
      from reported
      left join explained using (date, line)
      left join different using (date, line)
      where reported <> coalesce(explained, 0) or records is not null
      order by date, line`

/** The instant that close_refund gives the entry of a refund: not before the entry before it. */
const entryOf = (kind: string, schema: string) => `greatest(done_at, (
            select max(at)
            from ${schema}.status_history earlier
            where earlier.${kind}_id = entry.${kind}_id and earlier.id < entry.id
          ))`

/** What holds of the money of a day: `GET /api/admin/reports/takings`. */
export const takingsInvariants: readonly Invariant[] = always({
  'the takings of each day are what was sold, collected and given back on it': unexplained,
  ...ofBoth(({ kind, schema, table }) => ({
    [`the history of ${kind}s has every payment, as it was counted, and no other`]: `
        select coalesce(target_id, ${kind}_id) as ${kind}_id, coalesce(event_id, actor_id) as event_id, payment.entry as counted,
          history.reason as in_history
        from (
          select target_id, event_id, coalesce('payment unapplied: ' || reason, 'paid') as entry
          from ${schema}.payment_notification
          join ${table} held on held.id = target_id
          where type = 'payment.succeeded' and outcome in ('applied', 'unapplied')
        ) payment
        full join (
          select ${kind}_id, actor_id, reason
          from ${schema}.status_history
          where actor_type = 'payment' and (reason = 'paid' or reason like 'payment unapplied: %')
        ) history on (${kind}_id, actor_id, reason) = (target_id, event_id, entry)
        where event_id is null or actor_id is null`,
    // Version 1.0.0 wrote no entries: refunds that staff recorded before the first one are left out. Anonymised entries have no reason.
    [`refunds of ${kind}s were made when the history and the payment service say so`]: `
        select refund.target_id as ${kind}_id, refund.id as refund_id, done_by_id as by, done_at as at
        from ${schema}.refund
        left join ${schema}.refund_notification told on told.event_id = done_by_id
        left join ${table} held on held.id = refund.target_id
        where refund.status = 'done' and case done_by_type
          when 'payment' then (told.refund_of, shared.lookup_key(told.reference)) is distinct from (refund.event_id, shared.lookup_key(refund.reference))
            or not (${isReportedAt('refunded_at')} or ${isReportedAt('received_at')})
          else held.id is not null
            and done_at >= (
              select min(at) from ${schema}.status_history where reason = 'refund done' and actor_type = 'admin'
            )
            and not exists (
              select
              from ${schema}.status_history entry
              where entry.${kind}_id = held.id and coalesce(entry.reason, 'refund done') = 'refund done'
                and (actor_type, actor_id, at) = (done_by_type, done_by_id, ${entryOf(kind, schema)})
            )
        end
        union all
        select entry.${kind}_id, null, actor_id, at
        from ${schema}.status_history entry
        where reason = 'refund done' and not exists (
          select
          from ${schema}.refund
          where target_id = entry.${kind}_id and (done_by_type, done_by_id, ${entryOf(kind, schema)}) = (actor_type, actor_id, at)
        )
        union all
        select target_id, array_to_string(refund_ids, ' '), event_id, refunded_at
        from ${schema}.refund_notification told
        where outcome = 'applied'
          and not exists (select from ${schema}.refund where refund.event_id = refund_of and done_by_id = told.event_id)`,
  })),
})
