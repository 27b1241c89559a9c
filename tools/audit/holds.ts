import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import { always, type Invariant, noted, ofBoth, soon } from './invariant.ts'

/** What holds of everything that is held for a time, and of the messages about it. */
export const holdInvariants: readonly Invariant[] = [
  ...always({
    ...ofBoth(({ kind, schema, table, createdAt }) => ({
      [`status history of ${kind}s ends with their status`]: `
        select held.id as ${kind}_id, held.status, history.steps
        from ${table} held
        left join lateral (
          select
            array_agg(coalesce(from_status, '') || '>' || to_status order by id) as steps,
            count(*) filter (where from_status is distinct from previous) as gaps,
            count(*) filter (where from_status is distinct from to_status and to_status = 'cancelled') as ends,
            (array_agg(to_status order by id desc))[1] as last
          from (
            select id, from_status, to_status, lag(to_status) over (order by id) as previous
            from ${schema}.status_history
            where ${kind}_id = held.id
          ) step
        ) history on true
        where (history.gaps, history.last, history.ends)
          is distinct from (0::bigint, held.status, (held.status = 'cancelled')::integer::bigint)`,
      [`every ${kind} has its idempotency key, and every key its ${kind}`]: `
        select held.id as ${kind}_id, used.actor_id as customer_id, used.key
        from ${table} held
        full join (
          select actor_id, key, response from ${schema}.idempotency_key where scope = 'hold'
        ) used on used.response ->> '${kind}Id' = held.id and used.actor_id = held.customer_id
        where held.id is null
          or (used.key is null and held.checkout_expires_at > now() - interval '90 days')`,
      [`no hold of ${kind === 'order' ? 'an' : 'a'} ${kind} expired before its deadline`]: `
        select held.id as ${kind}_id, held.checkout_expires_at, step.at
        from ${schema}.status_history step
        join ${table} held on held.id = step.${kind}_id
        where step.actor_type = 'system' and step.to_status = 'cancelled' and step.at < held.checkout_expires_at`,
      // Both come from one reading of PostgreSQL's clock, and the duration is a setting in seconds.
      [`the deadline of every ${kind} is whole seconds after its checkout, and at most a day`]: `
        select id as ${kind}_id, ${createdAt}, checkout_expires_at
        from ${table}
        where checkout_expires_at <= ${createdAt}
          or checkout_expires_at > ${createdAt} + interval '24 hours'
          or extract(epoch from checkout_expires_at - ${createdAt}) % 1 <> 0`,
    })),
  }),
  ...soon({
    'no hold of a booking is overdue by more than five minutes': `
      select id as booking_id, checkout_expires_at
      from booking.booking
      where status = 'pending' and payment_status = 'unpaid' and checkout_expires_at < now() - interval '5 minutes'`,
    'no hold of an order is overdue by more than five minutes': `
      select id as order_id, checkout_expires_at
      from checkout.store_order
      where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null
        and checkout_expires_at < now() - interval '5 minutes'`,
    ...ofBoth(({ kind, schema }) => ({
      [`messages about ${kind}s were published within a minute`]: `
        select message_id, routing_key, subject, created_at
        from ${schema}.outbox
        where created_at < now() - interval '1 minute'`,
    })),
  }),
  ...noted({
    ...ofBoth(({ kind, schema, table }) => ({
      [`all expired holds of ${kind}s were known to be unpaid`]: `
        select ${kind}_id, at
        from ${schema}.status_history
        where reason = '${unverifiedExpiryReason}'
        order by at desc`,
      // Entries are numbered when they are written, seconds after their instant was read at most. Those of an imported activity are old.
      [`no clock was set back, or read wrongly, while the history of ${kind}s was written`]: `
        select ${kind}_id, at, next
        from (
          select ${kind}_id, at, coalesce(lead(at) over (order by id), now()) as next
          from ${schema}.status_history
          join ${schema}.idempotency_key used on used.response ->> '${kind}Id' = ${kind}_id and used.scope = 'hold'
          where used.key not like 'import-%'
        ) entry
        where at > next + interval '1 minute'`,
      // Its message came late, or it waited in a queue without a consumer: the customer has paid in time, and has nothing.
      [`no ${kind} expired that was paid before its deadline`]: `
        select payment.target_id as ${kind}_id, payment.paid_at, held.checkout_expires_at, payment.received_at
        from ${schema}.payment_notification payment
        join ${table} held on held.id = payment.target_id
        where payment.reason = 'cancelled' and payment.type = 'payment.succeeded'
          and payment.paid_at < held.checkout_expires_at
          and exists (
            select
            from ${schema}.status_history
            where ${kind}_id = held.id and actor_type = 'system' and to_status = 'cancelled'
          )`,
    })),
  }),
]
