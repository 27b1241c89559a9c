import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import { type Invariant, ofBoth } from './invariant.ts'

/** What holds of everything that is held for a time, and of the messages about it. */
export const holdInvariants: readonly Invariant[] = [
  ...ofBoth(({ kind, schema, table }) => ({
    finding: `a history of ${kind}s that does not lead to the status`,
    holds: 'always',
    query: `
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
    finding: `an idempotency key without its ${kind}, or the other way round`,
    holds: 'always',
    query: `
      select held.id as ${kind}_id, used.customer_id, used.key
      from ${table} held
      full join ${schema}.idempotency_key used on used.response ->> '${kind}Id' = held.id
        and used.customer_id = held.customer_id
      where held.id is null
        or (used.key is null and held.checkout_expires_at > now() - interval '90 days')`,
  })),
  {
    finding: 'a booking that was not ended five minutes after its hold',
    holds: 'soon',
    query: `
      select id as booking_id, checkout_expires_at
      from booking.booking
      where status = 'pending' and payment_status = 'unpaid' and checkout_expires_at < now() - interval '5 minutes'`,
  },
  {
    finding: 'an order that was not ended five minutes after its hold',
    holds: 'soon',
    query: `
      select id as order_id, checkout_expires_at
      from checkout.store_order
      where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null
        and checkout_expires_at < now() - interval '5 minutes'`,
  },
  ...ofBoth(({ kind, schema }) => ({
    finding: `a message about ${kind}s that has not left for more than a minute`,
    holds: 'soon',
    query: `
      select message_id, routing_key, subject, created_at
      from ${schema}.outbox
      where created_at < now() - interval '1 minute'`,
  })),
  ...ofBoth(({ kind, schema }) => ({
    finding: `a payment for ${kind}s that was not applied`,
    holds: 'noted',
    query: `
      select event_id, target_id, amount, currency, reason, received_at
      from ${schema}.payment_notification
      where outcome = 'unapplied'
      order by received_at desc`,
  })),
  ...ofBoth(({ kind, schema }) => ({
    finding: `a hold of ${kind}s that ended without knowing whether it was paid in time`,
    holds: 'noted',
    query: `
      select ${kind}_id, at
      from ${schema}.status_history
      where reason = '${unverifiedExpiryReason}'
      order by at desc`,
  })),
]
