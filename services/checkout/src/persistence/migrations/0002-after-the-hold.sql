-- Orders after the hold: what came back of them, and lists that find what they show.

-- The rules of an order's columns as one function, as booking.is_valid_booking has them. A null is for `not null`.
create function checkout.is_valid_order(
  total numeric,
  status text,
  cancelled_because text,
  payment_status text,
  payment_method text,
  refund_status text,
  coupon_claim_id bigint,
  coupon jsonb
) returns boolean
language plpgsql
immutable
as $$
begin
  return total >= 0
    and status in ('unshipped', 'shipped', 'completed', 'returned', 'cancelled')
    and (status = 'cancelled') = (cancelled_because is not null)
    and (cancelled_because is null or cancelled_because in ('member', 'expired', 'staff'))
    and payment_status in ('unpaid', 'paid', 'refunded')
    and (
      payment_method is null
      or payment_method in ('gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other', 'cod')
    )
    and refund_status = 'none'
    and (coupon_claim_id is null) = (coupon is null);
end
$$;

alter table checkout.note add foreign key (order_id) references checkout.store_order;

-- What came back of an order at one time (docs/contract/admin.md#returns). Its items are as the contract has them:
-- [{"orderItemId", "quantity", "to", "locationId"}].
create table checkout.order_return (
  id text primary key,
  order_id text not null references checkout.store_order,
  at timestamptz not null,
  by text not null,
  reason text not null,
  items jsonb not null,
  refund_id text references checkout.refund,
  -- Whether the shipping fee came back with these pieces.
  has_shipping boolean not null default false
);
create index order_return_of_order on checkout.order_return (order_id, at);

-- Codes are unique by the present key. Of codes that the former key told apart, all but one have a mark, so that they may stay.
alter table checkout.coupon add column key_twin text not null default '';
drop index checkout.coupon_code_key;
update checkout.coupon
set key_twin = id
where exists (
  select
  from checkout.coupon other
  where shared.lookup_key(other.code) = shared.lookup_key(coupon.code) and other.id < coupon.id
);
-- The texts of searches follow the present key too; the former index would refuse the new version of a row whose code has a twin.
update checkout.coupon
set name = name
where search_text <> shared.search_text(code, name);
create unique index coupon_code_key on checkout.coupon (shared.lookup_key(code), key_twin);

-- outside of a transaction

-- The new check replaces eight in one statement, so that each row is checked at every moment.
alter table checkout.store_order
  drop constraint if exists store_order_valid,
  add constraint store_order_valid check (
    checkout.is_valid_order(
      total, status, cancelled_because, payment_status, payment_method, refund_status, coupon_claim_id, coupon
    )
  ) not valid,
  drop constraint if exists store_order_check,
  drop constraint if exists store_order_check1,
  drop constraint if exists store_order_total_check,
  drop constraint if exists store_order_status_check,
  drop constraint if exists store_order_cancelled_because_check,
  drop constraint if exists store_order_payment_status_check,
  drop constraint if exists store_order_payment_method_check,
  drop constraint if exists store_order_refund_status_check;

alter table checkout.store_order validate constraint store_order_valid;

-- Orders by the day on which they were paid, for the takings and the list: also those whose payment was given back, which the index of
-- 1.0.0 leaves out. Its queries use this one too.
create index concurrently if not exists store_order_paid_at on checkout.store_order (paid_at)
  include (total, shipping_fee, discount, cod_confirmed_at, payment_status)
  where paid_at is not null;

drop index concurrently if exists checkout.store_order_paid;

-- Returned orders in the usual order of the list, which are few among all. No hold writes it.
create index concurrently if not exists store_order_returned on checkout.store_order (placed_at, id)
  where status = 'returned';

-- What is stored by the former look-up keys, and differs by the present ones (libs/database/sql/migrations/0002-unseen-characters.sql).
update checkout.store_order
set buyer_name = buyer_name
where search_text <> shared.search_text(id, buyer_name, buyer_email, recipient_name);

reindex index concurrently checkout.store_order_phone;

reindex index concurrently checkout.payment_notification_search;

reindex index concurrently checkout.refund_search;

-- Orders by the address of delivery. No hold writes it.
create index concurrently if not exists store_order_address on checkout.store_order
  using gin (shared.search_text(shipping_address) gin_trgm_ops)
  where status <> 'unshipped' or payment_status <> 'unpaid' or cod_confirmed_at is not null;
