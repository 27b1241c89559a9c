-- The movement that each idempotency key of an administrator has booked; null only inside the transaction that books it.
create table inventory.movement_key (
  created_by text not null,
  key text not null,
  movement_id bigint references inventory.movement,
  created_at timestamptz not null default now(),
  primary key (created_by, key)
);
create index movement_key_age on inventory.movement_key (created_at);
