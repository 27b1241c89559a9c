import { toColumn } from '@campstore/database/column-list'
import { takeKey } from '@campstore/database/idempotency-keys'
import { outboxInsert } from '@campstore/messaging/outbox'

/** The name of the record in a schema's `take_hold`. */
const records = {
  booking: {
    row: 'p_booking',
    table: 'booking.booking',
    takenAt: 'p_booking.created_at',
    keyReused: 'CS001',
    notActive: 'CS014',
  },
  checkout: {
    row: 'p_order',
    table: 'checkout.store_order',
    takenAt: 'p_order.placed_at',
    keyReused: 'CS301',
    notActive: 'CS314',
  },
} as const
type Schema = keyof typeof records

/**
 * SQL that `take_hold` of every schema with holds shares, by its placeholder there: `{{take_key}}` (libs/database/README.md). It is
 * text because function calls would cost 4 % of a hold.
 *
 * @param fields of the record that is inserted, in camel case; their columns are `{{columns}}`, and `{{values}}` is what the
 *   parameter has in them
 */
export const holdFragments = (schema: Schema, fields: readonly string[]): Readonly<Record<string, string>> => ({
  take_key: takeHoldKey(schema),
  lock_member: lockMember(schema),
  publish: outboxInsert(schema, 'p_messages').trim(),
  columns: fields.map(toColumn).join(', '),
  values: fields.map(field => `${records[schema].row}.${toColumn(field)}`).join(', '),
})

/**
 * Takes the idempotency key of a checkout until its transaction ends, or returns the response of the same request. It needs
 * p_key, p_fingerprint, p_response, and the record earlier. It comes first in a hold, so it also refuses isolation levels in
 * which later statements would not see others' earlier holds.
 */
const takeHoldKey = (schema: Schema) => /* sql */ `if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Holds need the isolation level read committed: default_transaction_isolation of this database or role is set to something else';
  end if;

  ${takeKey({
    schema,
    scope: 'hold',
    actorId: `${records[schema].row}.customer_id`,
    key: 'p_key',
    fingerprint: 'p_fingerprint',
    response: 'p_response',
    at: records[schema].takenAt,
    keyReused: records[schema].keyReused,
    replay: 'return earlier.response;',
    locksEarlier: false,
  })}`

/** SQL of the key of the advisory lock that a customer's hold keeps until its transaction ends. */
export const memberLockKey = (schema: Schema, customerId: string): string =>
  `hashtextextended('open holds of ' || ${customerId}, '${records[schema].table}'::regclass::oid::bigint)`

/** Locks the member, exclusively if anything is limited, and checks the member's status; it needs is_limited. */
const lockMember = (
  schema: Schema,
) => /* sql */ `-- The holds of one customer are counted and taken one after another, under an advisory lock until the end of the transaction.
  -- It is taken before the shared rows are locked, and used after, so that a limit hides no other refusal.
  if is_limited then
    perform pg_advisory_xact_lock(${memberLockKey(schema, `${records[schema].row}.customer_id`)});
  -- Without limits it only tells others that this hold is under way: a read before a hold, for which the key is not visible before its
  -- commit, and a suspension.
  else
    perform pg_advisory_xact_lock_shared(${memberLockKey(schema, `${records[schema].row}.customer_id`)});
  end if;

  -- The status is read after the lock: a suspension has the lock alone until it is committed.
  if exists (
    select
    from member.customer_principal
    where customer_principal.id = ${records[schema].row}.customer_id and customer_principal.status <> 'active'
  )
  then
    raise exception 'customer_not_active' using errcode = '${records[schema].notActive}';
  end if;`
