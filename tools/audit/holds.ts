import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import { always, type Invariant, noted, ofBoth, soon } from './invariant.ts'

/** What holds of everything that is held for a time, and of the messages about it. */
export const holdInvariants: readonly Invariant[] = [
  ...always({
    ...ofBoth(({ kind, schema, table }) => ({
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
    })),
    ...ofBoth(({ kind, schema, table }) => ({
      [`every ${kind} has its idempotency key, and every key its ${kind}`]: `
        select held.id as ${kind}_id, used.customer_id, used.key
        from ${table} held
        full join ${schema}.idempotency_key used on used.response ->> '${kind}Id' = held.id
          and used.customer_id = held.customer_id
        where held.id is null
          or (used.key is null and held.checkout_expires_at > now() - interval '90 days')`,
    })),
  }),
  ...soon({
    'every expired hold of a booking was released within five minutes': `
      select id as booking_id, checkout_expires_at
      from booking.booking
      where status = 'pending' and payment_status = 'unpaid' and checkout_expires_at < now() - interval '5 minutes'`,
    'every expired hold of an order was released within five minutes': `
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
    ...ofBoth(({ kind, schema }) => ({
      [`all expired holds of ${kind}s were known to be unpaid`]: `
        select ${kind}_id, at
        from ${schema}.status_history
        where reason = '${unverifiedExpiryReason}'
        order by at desc`,
    })),
  }),
]
