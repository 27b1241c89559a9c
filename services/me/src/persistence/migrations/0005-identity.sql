-- The verified address of two customers who sign in is never the same. Of those that were, the latest to register keeps it; a token
-- of another one that proves it later takes it back. One lock for all, so that no first request comes between.
lock table member.customer in access exclusive mode;

update member.customer
set email_verified = false
where email_verified
  and email <> ''
  and firebase_uid is not null
  and status <> 'deleted'
  and exists (
    select
    from member.customer later
    where later.email_verified
      and later.firebase_uid is not null
      and later.status <> 'deleted'
      and lower(later.email) = lower(customer.email)
      and (later.registered_at, later.id) > (customer.registered_at, customer.id)
  );

create unique index customer_verified_email on member.customer (lower(email))
where email_verified and email <> '' and firebase_uid is not null and status <> 'deleted';

-- When the token was issued that proved the address last, or lost it to a later proof; and the customer whose orders and bookings
-- are those of this one now.
alter table member.customer
add column email_as_of timestamptz not null default 'epoch',
add column joined_into text references member.customer;

create index customer_joined_into on member.customer (joined_into) where joined_into is not null;
