-- Money that has to be given back, or was (docs/contract/admin.md#refunds). A payment has at most one refund. The customer is null
-- for a payment of something unknown.
create table booking.refund (
  id text primary key default gen_random_uuid()::text,
  event_id text not null unique references booking.payment_notification,
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

-- The list, by status, oldest first; the refunds of a day; what a cancellation refunds.
create index refund_listed on booking.refund (status, created_at, id);
create index refund_done on booking.refund (done_at) where status = 'done';
create unique index refund_of_cancelled on booking.refund (target_id) where cause = 'cancelled';
create index refund_of_customer on booking.refund (customer_id, created_at);

-- What the payment service said about refunds: `payment.refunded`, as it came, and what became of it.
create table booking.refund_notification (
  event_id text primary key,
  target_id text not null,
  refund_of text not null references booking.payment_notification,
  reference text not null,
  refunded_at timestamptz not null,
  outcome text not null check (outcome in ('applied', 'repeated', 'contradictory', 'not_due')),
  received_at timestamptz not null
);

create index refund_notification_of_payment on booking.refund_notification (refund_of);

-- A payment that was not applied has to be given back. A trigger, so that a process of the version before opens the refund, too.
create function booking.open_refund() returns trigger
language plpgsql
as $$
begin
  insert into booking.refund (event_id, cause, reason, amount, currency, target_id, customer_id, created_at)
  values (
    new.event_id, 'unapplied', new.reason, new.amount, new.currency, new.target_id,
    (select customer_id from booking.booking where id = new.target_id), new.received_at
  );
  return null;
end
$$;

create trigger open_refund after insert on booking.payment_notification
  for each row when (new.outcome = 'unapplied' and new.type = 'payment.succeeded' and new.amount > 0)
  execute function booking.open_refund();

-- The unapplied payments that there are. What was refunded meanwhile is not known, so that staff or the payment service say it.
insert into booking.refund (event_id, cause, reason, amount, currency, target_id, customer_id, created_at)
select
  payment.event_id, 'unapplied', payment.reason, payment.amount, payment.currency, payment.target_id, held.customer_id,
  payment.received_at
from booking.payment_notification payment
left join booking.booking held on held.id = payment.target_id
where payment.outcome = 'unapplied' and payment.type = 'payment.succeeded' and payment.amount > 0;
