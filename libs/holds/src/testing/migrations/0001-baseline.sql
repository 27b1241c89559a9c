-- The smallest table of holds, with the customer by whom a refund is listed.
create table test_hold.test_hold (
  id text primary key,
  state text not null,
  fee numeric(12, 2) not null,
  due timestamptz not null,
  customer_id text generated always as (id) stored
);

create table test_hold.idempotency_key (
  customer_id text not null,
  key text not null,
  fingerprint text not null,
  response json not null,
  created_at timestamptz not null,
  primary key (customer_id, key)
);
create index idempotency_key_age on test_hold.idempotency_key (created_at);
