-- The smallest table of holds, with the columns that their money needs.
create table test_hold.test_hold (
  id text primary key,
  state text not null,
  fee numeric(12, 2) not null,
  checkout_expires_at timestamptz not null,
  status text generated always as (state) stored,
  customer_id text generated always as (id) stored
);
