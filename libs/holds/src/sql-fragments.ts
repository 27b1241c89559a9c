import { toColumn } from '@campstore/database/column-list'
import { outboxInsert } from '@campstore/messaging/outbox'

/** The name of the record in a schema's `take_hold`. */
const records = {
  booking: {
    kind: 'booking',
    row: 'p_booking',
    table: 'booking.booking',
    takenAt: 'p_booking.created_at',
    keyReused: 'CS001',
    notActive: 'CS014',
  },
  checkout: {
    kind: 'order',
    row: 'p_order',
    table: 'checkout.store_order',
    takenAt: 'p_order.placed_at',
    keyReused: 'CS301',
    notActive: 'CS314',
  },
} as const
type Schema = keyof typeof records

/**
 * SQL that the functions and views of every schema with holds share, by its placeholder there: `{{take_key}}`
 * (libs/database/README.md). It is text because function calls would cost 4 % of a hold.
 *
 * @param fields of the record that is inserted, in camel case; their columns are `{{columns}}`, and `{{values}}` is what the
 *   parameter has in them
 */
export const holdFragments = (schema: Schema, fields: readonly string[]): Readonly<Record<string, string>> => ({
  take_key: takeKey(schema),
  lock_member: lockMember(schema),
  publish: outboxInsert(schema, 'p_messages').trim(),
  close_refund: closeRefund(schema),
  payment_messages: paymentMessages(schema),
  use_of_trade_number: useOfTradeNumber(schema),
  columns: fields.map(toColumn).join(', '),
  values: fields.map(field => `${records[schema].row}.${toColumn(field)}`).join(', '),
})

/**
 * Takes the idempotency key of a checkout until its transaction ends, or returns the response of the same request. It needs
 * p_key, p_fingerprint, p_response, and the record earlier. It comes first in a hold, so it also refuses isolation levels in
 * which later statements would not see others' earlier holds.
 */
const takeKey = (schema: Schema) => /* sql */ `if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Holds need the isolation level read committed: default_transaction_isolation of this database or role is set to something else';
  end if;

  -- A concurrent request with the same key waits here until the first one has ended.
  insert into ${schema}.idempotency_key (customer_id, key, fingerprint, response, created_at)
  values (${records[schema].row}.customer_id, p_key, p_fingerprint, p_response, ${records[schema].takenAt})
  on conflict do nothing;
  if not found then
    select idempotency_key.fingerprint, idempotency_key.response
    into earlier
    from ${schema}.idempotency_key
    where idempotency_key.customer_id = ${records[schema].row}.customer_id and idempotency_key.key = p_key;
    -- The key was deleted meanwhile, so nothing may be concluded: the request can be repeated.
    if not found then
      raise exception 'the idempotency key was deleted' using errcode = 'serialization_failure';
    end if;
    if earlier.fingerprint <> p_fingerprint then
      raise exception 'idempotency_key_reused' using errcode = '${records[schema].keyReused}';
    end if;
    return earlier.response;
  end if;`

/**
 * The body of `close_refund`: the row's lock decides who is first. A reference closes one refund in either schema: it is
 * locked, and the next statement sees the commits that the lock waited for.
 */
const closeRefund = (schema: Schema) => /* sql */ `declare
  stored text;
begin
  perform pg_advisory_xact_lock(hashtextextended('refund reference ' || p_reference, 0));
  update ${schema}.refund
  set status = 'done',
      reference = p_reference,
      note = p_note,
      done_by_type = p_actor_type,
      done_by_id = p_actor_id,
      done_at = p_at
  where refund.id = p_id and refund.status = 'due'
    and not exists (select from booking.opened_refund closed where closed.reference = p_reference)
    and not exists (select from checkout.refund closed where closed.reference = p_reference);
  if found then
    return 'done';
  end if;

  select refund.reference
  into stored
  from ${schema}.refund
  where refund.id = p_id;
  if not found then
    return null;
  end if;
  return case when stored = p_reference then 'repeated' else 'contradictory' end;
end`

/** Every message of the payment service that was processed, with its outcome. */
const paymentMessages = (schema: Schema) => /* sql */ `select
    event_id, type, target_id, case outcome when 'noted' then 'failed' else outcome end as outcome, reason, received_at
  from ${schema}.payment_notification
  union all
  select event_id, 'payment.refunded', target_id, outcome, null, received_at
  from ${schema}.refund_notification
  union all
  select event_id, null, null, 'rejected', reason, received_at
  from ${schema}.rejected_notification`

const receivedWithNumber = (schema: Schema) => /* sql */ `
    select '${records[schema].kind}' as kind, target_id
    from ${schema}.payment_notification
    where provider_trade_no = p_number and type = 'payment.succeeded'
      and (outcome = 'applied' or outcome = 'unapplied' and reason <> 'trade_number_used')`

/** The body of `use_of_trade_number`: the statement after the lock sees the commits it waited for. */
const useOfTradeNumber = (schema: Schema) => /* sql */ `declare
  use text;
begin
  perform pg_advisory_xact_lock(hashtextextended('trade number ' || p_number, 0));
  select case when bool_or((kind, target_id) = ('${records[schema].kind}', p_target_id)) then 'same target' else 'other target' end
  into use
  from (${receivedWithNumber('booking')}
    union all${receivedWithNumber('checkout')}
  ) received
  having count(*) > 0;
  return use;
end`

/** SQL of the key of the advisory lock that a customer's hold keeps until its transaction ends. */
export const memberLockKey = (schema: Schema, customerId: string): string =>
  `hashtextextended('open holds of ' || ${customerId}, '${records[schema].table}'::regclass::oid::bigint)`

/** Locks the member, exclusively if anything is limited, and checks the member's status; it needs is_limited. */
const lockMember = (
  schema: Schema,
) => /* sql */ `-- The holds of one customer are counted and taken one after another, under an advisory lock until the end of the transaction.
  -- It is taken before the shared rows are locked, and used after, so that a limit hides no other answer.
  if is_limited then
    perform pg_advisory_xact_lock(${memberLockKey(schema, `${records[schema].row}.customer_id`)});
  -- Without limits it only tells others that this hold is under way: a read before a hold, for which the key is not visible before its
  -- commit, and a suspension.
  else
    perform pg_advisory_xact_lock_shared(${memberLockKey(schema, `${records[schema].row}.customer_id`)});
  end if;

  -- The status is read after the lock: who suspends the customer has it alone until that is committed.
  if exists (
    select
    from member.customer_principal
    where customer_principal.id = ${records[schema].row}.customer_id and customer_principal.status <> 'active'
  )
  then
    raise exception 'customer_not_active' using errcode = '${records[schema].notActive}';
  end if;`
