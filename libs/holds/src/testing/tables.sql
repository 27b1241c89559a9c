create table test_hold (
  id text primary key,
  state text not null,
  fee numeric(12, 2) not null,
  due timestamptz not null
);

create table status_history (
  id bigint generated always as identity primary key,
  order_id text not null references test_hold,
  from_status text,
  to_status text not null,
  at timestamptz not null,
  actor_type text not null,
  actor_id text,
  reason text
);

create table idempotency_key (
  customer_id text not null,
  key text not null,
  fingerprint text not null,
  response json not null,
  created_at timestamptz not null,
  primary key (customer_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);

create table payment_notification (
  event_id text primary key,
  type text not null,
  target_id text not null,
  amount numeric(12, 2) not null,
  currency text not null,
  payment_method text not null,
  provider_trade_no text not null,
  paid_at timestamptz not null,
  outcome text not null,
  reason text,
  received_at timestamptz not null,
  reported_paid_at timestamptz
);

create function use_of_trade_number(p_number text, p_target_id text) returns text
language sql
as $$
  select case when bool_or(target_id = p_target_id) then 'same target' else 'other target' end
  from test_hold.payment_notification
  where provider_trade_no = p_number and outcome = 'applied'
  having count(*) > 0
$$;

create table rejected_notification (
  event_id text not null,
  reason text not null,
  received_at timestamptz not null,
  primary key (event_id, reason)
);
create index rejected_notification_age on rejected_notification (received_at);
