-- The first response to each idempotency key of a sender, and the fingerprint of its request (docs/contract/conventions.md#idempotency).
create table {{schema}}.idempotency_key (
  -- What the key belongs to: `hold`, `movement`, and for every other POST `member_request` or `admin_request`. The same key of a
  -- sender is another one in each scope.
  scope text not null,
  actor_id text not null,
  key text not null,
  fingerprint text not null,
  -- Of a request whose response has its own status.
  status smallint,
  -- Null while a request of several steps has not completed them, and within the transaction that takes the key.
  response json,
  created_at timestamptz not null,
  primary key (actor_id, key, scope)
);

-- Old keys are deleted by age.
create index idempotency_key_age on {{schema}}.idempotency_key (created_at);
