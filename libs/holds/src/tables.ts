import type { HoldRecords } from './hold-definition.ts'

/**
 * SQL of the table of idempotency keys: one row per key of a customer, with the fingerprint of its request and the first
 * response (docs/contract/conventions.md#idempotency).
 *
 * @param schema a plain lower-case identifier
 */
export const idempotencyKeyTable = (schema: string): string => /* sql */ `
create table ${schema}.idempotency_key (
  customer_id text not null,
  key text not null,
  fingerprint text not null,
  response json not null,
  created_at timestamptz not null,
  primary key (customer_id, key)
);
`

/** SQL of the table of payment notifications as they came, with what was made of each. */
export const paymentNotificationTable = (schema: string): string => /* sql */ `
create table ${schema}.payment_notification (
  event_id text primary key,
  type text not null,
  target_id text not null,
  amount numeric(12, 2) not null,
  currency text not null,
  payment_method text not null,
  provider_trade_no text not null,
  paid_at timestamptz not null,
  outcome text not null check (outcome in ('applied', 'noted', 'unapplied')),
  reason text,
  received_at timestamptz not null
);
create index payment_notification_target on ${schema}.payment_notification (target_id);
`

/**
 * SQL of the indexes by which payment notifications are listed, newest first: all of them, and the few that were not applied,
 * by outcome and by reason.
 */
export const paymentNotificationIndexes = (schema: string): string => /* sql */ `
create index payment_notification_received on ${schema}.payment_notification (received_at, event_id);
create index payment_notification_outcome on ${schema}.payment_notification (outcome, received_at, event_id)
  where outcome <> 'applied';
create index payment_notification_reason on ${schema}.payment_notification (reason, received_at, event_id)
  where reason is not null;
`

/** Column of `status_history` that names whose history it is: `booking_id`, `order_id`. */
export const historyReference = ({ kind }: HoldRecords): string => `${kind}_id`

/**
 * SQL of the table of status histories. The first entry of each has no `from_status`.
 *
 * @param table whose history it is, with its schema: `booking.booking`; its primary key is one text
 */
export const statusHistoryTable = (records: HoldRecords, table: string): string => /* sql */ `
create table ${records.schema}.status_history (
  id bigint generated always as identity primary key,
  ${historyReference(records)} text not null references ${table},
  from_status text,
  to_status text not null,
  at timestamptz not null,
  actor_type text not null check (actor_type in ('member', 'admin', 'system', 'payment')),
  actor_id text,
  reason text
);
create index status_history_${records.kind} on ${records.schema}.status_history (${historyReference(records)}, id);
`
