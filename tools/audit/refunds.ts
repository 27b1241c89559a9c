import { always, type Invariant, noted, ofBoth } from './invariant.ts'

const received = (schema: 'booking' | 'checkout') => `
          select '${schema === 'booking' ? 'booking' : 'order'}' as kind, provider_trade_no, target_id, event_id, outcome, reason, decision,
            amount, currency, received_at
          from ${schema}.payment_notification
          where type = 'payment.succeeded' and outcome in ('applied', 'unapplied')`

/** What holds of money that has to be given back. */
export const refundInvariants: readonly Invariant[] = [
  ...always({
    ...ofBoth(({ kind, schema, table }) => ({
      [`every payment for ${kind}s that was not applied has its refund`]: `
        select event_id, payment.amount, payment.currency, payment.target_id, refund.id as refund_id
        from ${schema}.payment_notification payment
        left join ${schema}.refund using (event_id)
        where payment.outcome = 'unapplied' and payment.type = 'payment.succeeded' and payment.amount > 0
          and (payment.reason <> 'trade_number_used' or payment.decision = 'another-payment')
          and (refund.cause, refund.amount, refund.currency, refund.target_id)
            is distinct from ('unapplied', payment.amount, payment.currency, payment.target_id)`,
      [`every refund for ${kind}s has its cause`]: `
        select refund.id as refund_id, refund.cause, payment.event_id, payment.outcome, held.status, held.payment_status
        from ${schema}.refund
        join ${schema}.payment_notification payment using (event_id)
        left join ${table} held on held.id = refund.target_id
        where case refund.cause
          when 'unapplied' then payment.outcome <> 'unapplied'
            or payment.reason = 'trade_number_used' and payment.decision is distinct from 'another-payment'
          else payment.outcome <> 'applied' or held.payment_status is null or held.payment_status = 'unpaid'
            or refund.cause = 'cancelled' and held.status <> 'cancelled'
        end`,
      [`refunds for ${kind}s never exceed their payment`]: `
        select event_id, payment.target_id, payment.amount as paid, sum(refund.amount) as refunded
        from ${schema}.refund
        join ${schema}.payment_notification payment using (event_id)
        where status <> 'withdrawn'
        group by event_id, payment.target_id, payment.amount
        having sum(refund.amount) > payment.amount`,
    })),
    'an order is refunded when the payment service has reported all of its payment as given back': `
      select store_order.id as order_id, payment.amount as paid, reported.amount as refunded
      from checkout.store_order
      left join checkout.payment_notification payment
        on payment.target_id = store_order.id and payment.outcome = 'applied'
      cross join lateral (
        select sum(amount) as amount
        from checkout.refund
        where refund.event_id = payment.event_id and exists (
          select
          from checkout.refund_notification told
          where told.refund_of = refund.event_id and shared.lookup_key(told.reference) = shared.lookup_key(refund.reference)
        )
      ) reported
      where payment_status = 'refunded' and (reported.amount >= payment.amount) is not true`,
    'refunds without a payment are of orders that were paid on delivery, and never exceed the cash': `
      select target_id as order_id, sum(refund.amount) as refunded, cod_confirmed_at, payment_status, round(total) as collected
      from checkout.refund
      left join checkout.store_order on store_order.id = target_id
      where event_id is null and refund.status <> 'withdrawn'
      group by target_id, cod_confirmed_at, payment_status, total
      having cod_confirmed_at is null or payment_status = 'unpaid' or sum(refund.amount) > round(total)`,
  }),
  ...noted({
    ...ofBoth(({ kind, schema }) => ({
      [`all refunds for ${kind}s were made`]: `
        select id as refund_id, event_id, target_id, cause, reason, amount, currency, created_at
        from ${schema}.refund
        where status = 'due'
        order by created_at`,
      [`the payment service has refunded payments of ${kind}s once, and only when a refund was due`]: `
        select refund_of, outcome, reference, target_id, received_at
        from ${schema}.refund_notification
        where outcome = 'ambiguous' and (
            select count(*) from ${schema}.refund where refund.event_id = refund_of and status = 'due'
          ) > 1
          or outcome in ('contradictory', 'not_due') and not exists (
            select
            from ${schema}.refund
            where refund.event_id = refund_of
              and shared.lookup_key(refund.reference) = shared.lookup_key(refund_notification.reference)
              and (refund_ids is null or refund.id = any (refund_ids))
          ) and not exists (
            select
            from ${schema}.payment_notification payment
            cross join (select reference from booking.refund union all select reference from checkout.refund) made
            where payment.event_id = refund_of and decision = 'same-payment'
              and shared.lookup_key(made.reference) = shared.lookup_key(refund_notification.reference)
          )
        order by received_at desc`,
      [`every payment and refund of ${kind}s has a possible time from the payment service`]: `
        select event_id, target_id, reported_paid_at as reported, paid_at as counted_at
        from ${schema}.payment_notification
        where reported_paid_at is not null
        union all
        select told.event_id, told.target_id, told.refunded_at, refund.done_at
        from ${schema}.refund_notification told
        join ${schema}.refund on refund.event_id = told.refund_of and refund.done_by_id = told.event_id
        where refund.done_at <> told.refunded_at
        union all
        select payment.event_id, payment.target_id, payment.paid_at, refund.done_at
        from ${schema}.refund
        join ${schema}.payment_notification payment using (event_id)
        where refund.done_at < date_trunc('second', payment.paid_at)
        order by counted_at desc`,
    })),
    'each number of the payment provider is one payment, for one booking or order': `
      select provider_trade_no, kind, target_id, event_id, outcome, amount, currency, received_at
      from (
        select received.*,
          count(*) filter (where outcome = 'applied') over (partition by shared.lookup_key(provider_trade_no)) as applied
        from (${received('booking')} union all ${received('checkout')}) received
      ) payment
      where reason = 'trade_number_used' and decision is null or outcome = 'applied' and applied > 1
      order by shared.lookup_key(provider_trade_no), received_at`,
    'each reference of the payment provider belongs to refunds of one payment': `
      select min(reference) as reference, array_agg(id) as refund_ids
      from (
        select 'booking' as kind, id, target_id, event_id, reference from booking.refund
        union all
        select 'order', id, target_id, event_id, reference from checkout.refund
      ) refund
      where reference is not null
      group by shared.lookup_key(reference)
      having count(distinct (kind, target_id, event_id)) > 1`,
  }),
]
