-- What every schema with holds records of them: their history, their payments and their refunds. `{{records}}` is its table of holds,
-- which is created later and therefore referenced there.

-- The first entry of a hold has no from_status. Both states are copies of the record's, which is checked, and the code says who acted.
create table {{schema}}.status_history (
  id bigint generated always as identity primary key,
  {{kind}}_id text not null,
  from_status text,
  to_status text not null,
  at timestamptz not null,
  actor_type text not null,
  actor_id text,
  reason text
);

create index status_history_{{kind}} on {{schema}}.status_history ({{kind}}_id, id);

-- Each payment form that was opened. The provider reports a payment by this number.
create table {{schema}}.payment_attempt (
  merchant_trade_no text primary key,
  provider text not null,
  {{kind}}_id text not null,
  amount numeric(12, 2) not null,
  created_at timestamptz not null
);
create index payment_attempt_of_{{kind}} on {{schema}}.payment_attempt ({{kind}}_id);

-- Payment notifications as they came, with the outcome of each. The contract names outcomes and reasons, and gets more of them.
create table {{schema}}.payment_notification (
  event_id text primary key,
  type text not null check (type in ('payment.succeeded', 'payment.failed')),
  target_id text not null,
  amount numeric(12, 2) not null,
  currency text not null,
  payment_method text not null,
  provider_trade_no text not null,
  paid_at timestamptz not null,
  outcome text not null,
  reason text,
  received_at timestamptz not null,
  -- The `paidAt` of a notification that counts from another time.
  reported_paid_at timestamptz,
  check ((outcome = 'unapplied') = (reason is not null))
);
create index payment_notification_target on {{schema}}.payment_notification (target_id);
-- The payments with a number of the provider, which are one payment.
create index payment_notification_trade_number on {{schema}}.payment_notification (provider_trade_no);
-- Lists, newest first: all, and the few that were not applied by outcome and by reason.
create index payment_notification_received on {{schema}}.payment_notification (received_at, event_id);
create index payment_notification_outcome on {{schema}}.payment_notification (outcome, received_at, event_id)
  where outcome <> 'applied';
create index payment_notification_reason on {{schema}}.payment_notification (reason, received_at, event_id)
  where reason is not null;
create index payment_notification_search on {{schema}}.payment_notification
  using gin (shared.search_text(event_id, provider_trade_no, target_id) gin_trgm_ops);
-- Payments by the day on which they were paid, for the takings, and when those of a day were received, which is the order of the list.
create index payment_notification_paid on {{schema}}.payment_notification (paid_at)
  include (type, outcome, currency, amount, received_at);

-- Money that has to be given back, or was (docs/contract/admin.md#refunds). A payment has at most one refund. The customer is null
-- for a payment of something unknown.
create table {{schema}}.refund (
  id text primary key default gen_random_uuid()::text,
  event_id text not null unique references {{schema}}.payment_notification,
  -- A copy of the payment's, for the search.
  provider_trade_no text not null,
  cause text not null check (cause in ('unapplied', 'cancelled')),
  reason text not null,
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null,
  target_id text not null,
  customer_id text,
  created_at timestamptz not null,
  status text not null default 'due' check (status in ('due', 'done')),
  reference text,
  done_at timestamptz,
  done_by_type text check (done_by_type in ('admin', 'payment')),
  done_by_id text,
  note text,
  check ((status = 'done') = (num_nonnulls(reference, done_at, done_by_type, done_by_id) = 4))
);
-- The list, by status, oldest first; the refunds of a day; what a cancellation refunds; the refund with a reference of the provider.
create index refund_listed on {{schema}}.refund (status, created_at, id);
create index refund_done on {{schema}}.refund (done_at) where status = 'done';
create unique index refund_of_cancelled on {{schema}}.refund (target_id) where cause = 'cancelled';
create index refund_of_customer on {{schema}}.refund (customer_id, created_at);
create index refund_reference on {{schema}}.refund (reference) where reference is not null;
create index refund_search on {{schema}}.refund
  using gin (shared.search_text(reference, target_id, provider_trade_no) gin_trgm_ops);

-- What the payment service said about refunds: `payment.refunded`, as it came, and its outcome.
create table {{schema}}.refund_notification (
  event_id text primary key,
  target_id text not null,
  refund_of text not null references {{schema}}.payment_notification,
  reference text not null,
  refunded_at timestamptz not null,
  outcome text not null check (outcome in ('applied', 'repeated', 'contradictory', 'not_due')),
  received_at timestamptz not null
);
create index refund_notification_of_payment on {{schema}}.refund_notification (refund_of);

-- Messages of the payment service that were signed and yet rejected, so that it can ask why. Old entries are deleted by age.
create table {{schema}}.rejected_notification (
  event_id text not null,
  reason text not null,
  received_at timestamptz not null,
  primary key (event_id, reason)
);
create index rejected_notification_age on {{schema}}.rejected_notification (received_at);

-- A payment that was not applied has to be given back, so that no such payment is recorded without its refund. One whose number was
-- received before is the same money, or staff have to find out what it is: it opens no refund.
create function {{schema}}.open_refund() returns trigger
language plpgsql
as $$
begin
  if new.reason = 'trade_number_used' then
    return null;
  end if;
  insert into {{schema}}.refund
    (event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at)
  values (
    new.event_id, new.provider_trade_no, 'unapplied', new.reason, new.amount, new.currency, new.target_id,
    (select customer_id from {{records}} where id = new.target_id), new.received_at
  );
  return null;
end
$$;

create trigger open_refund after insert on {{schema}}.payment_notification
  for each row when (new.outcome = 'unapplied' and new.type = 'payment.succeeded' and new.amount > 0)
  execute function {{schema}}.open_refund();
