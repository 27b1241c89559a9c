-- What the back office reads besides customers, bookings and orders: each in the share that a store and 25 campgrounds have, after
-- administration.sql and catalogue.sql. Without triggers and foreign keys, whose work the rows below do.
set session_replication_role = replica;

update pg_index
set indisready = false, indisvalid = false
where not indisunique
  and indrelid in (
    'booking.booking_zone'::regclass, 'booking.rental_reservation'::regclass, 'booking.status_history'::regclass,
    'booking.payment_notification'::regclass, 'checkout.stock_reservation'::regclass, 'checkout.status_history'::regclass,
    'checkout.payment_notification'::regclass, 'checkout.coupon_claim'::regclass, 'inventory.movement'::regclass,
    'admin.audit_entry'::regclass
  );

insert into admin.account (id, email, name, role, created_at, updated_at)
select 'staff-' || n, 'staff-' || n || '@campstore.test', 'Staff ' || n, 'operator', now(), now()
from generate_series(1, 20) n;

-- Campgrounds: each zone has sites for a third more than what is booked, and at least a hundred.
insert into booking.policy
values (1, 90, 1, 14, 'Asia/Taipei', 0, 3, array['pending', 'confirmed']);

insert into booking.campground (id, name, region)
select 'camp-' || camp, 'Campground ' || camp, 'Region ' || camp % :regions
from generate_series(1, :campgrounds) camp;

insert into booking.zone (id, campground_id, type, capacity_per_site, price_weekday, price_holiday, total_sites)
select 'camp-' || camp || '-zone-' || zone, 'camp-' || camp, 'tent', 6, 800 + 50 * zone, 1200 + 50 * zone, 100 + :count / 20000
from generate_series(1, :campgrounds) camp, generate_series(1, :zones) zone;

insert into booking.closure (campground_id, closure_type, start_date, end_date, reason)
select 'camp-' || camp, 'date_range', current_date + 30 * n, current_date + 30 * n + 2, 'repairs'
from generate_series(1, :campgrounds) camp, generate_series(-36, 3) n;

insert into booking.closure (campground_id, closure_type, weekday, effective_from, reason)
select 'camp-' || camp, 'weekly', 2, current_date - 700, 'day of rest'
from generate_series(1, :campgrounds) camp;

insert into booking.holiday (date, kind, name)
select current_date + 15 * n, case n % 3 when 0 then 'working' else 'holiday' end, 'Day ' || n
from generate_series(-72, 12) n;

-- One zone of each booking, in one of fifteen a second one; a longer stay in none.
insert into booking.booking_zone
select
  id, campground_id || '-zone-' || 1 + (hashtext(id) & 65535) % :zones, 0, 'tent', 850, 1250, 1, zone_total,
  daterange(check_in, check_out), status
from booking.booking;

insert into booking.booking_zone
select id, campground_id || '-zone-' || 1 + (1 + (hashtext(id) & 65535)) % :zones, 1, 'tent', 850, 1250, 2, 0, daterange(check_in, check_out), status
from booking.booking
where hashtext(id) % 15 = 0;

insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id)
select id, null, 'pending', created_at, 'member', customer_id
from booking.booking;

insert into booking.payment_notification
select 'event-' || id, 'payment.succeeded', id, final_amount, 'TWD', 'gateway-credit', 'trade-' || substr(md5(id), 1, 12), paid_at,
  'applied', null, paid_at + interval '3 seconds'
from booking.booking
where payment_status = 'paid';

-- One payment in a hundred fails, one in two hundred comes too late.
insert into booking.payment_notification
select 'failed-' || id, case when hashtext(id) % 3 = 0 then 'payment.succeeded' else 'payment.failed' end, id, final_amount, 'TWD',
  'gateway-credit', 'trade-' || substr(md5('failed' || id), 1, 12), created_at + interval '20 minutes',
  case when hashtext(id) % 3 = 0 then 'unapplied' else 'noted' end, case when hashtext(id) % 3 = 0 then 'cancelled' end,
  created_at + interval '20 minutes'
from booking.booking
where status = 'cancelled' and hashtext(id) % 10 in (1, -1, 0);

-- Refunds of the last five days are due.
insert into booking.refund
  (event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at, status, reference, done_at,
   done_by_type, done_by_id)
select
  payment.event_id, payment.provider_trade_no, 'unapplied', payment.reason, payment.amount, payment.currency, payment.target_id, booking.customer_id,
  payment.received_at, refund.*
from booking.payment_notification payment
join booking.booking on booking.id = payment.target_id
cross join lateral (
  select 'done', 'refund-' || substr(md5(payment.event_id), 1, 10), payment.received_at + interval '3 days', 'admin', 'staff-1'
  where payment.received_at < now() - interval '5 days'
  union all
  select 'due', null, null, null, null
  where payment.received_at >= now() - interval '5 days'
) refund
where payment.outcome = 'unapplied';

-- Rentals: eight variants at each campground.
insert into inventory.location (id, name, kind, campground_id)
select 'rental-' || camp, 'Rental of campground ' || camp, 'rental', 'camp-' || camp
from generate_series(2, :campgrounds) camp;

insert into inventory.stock (variant_id, location_id, on_hand)
select 'variant-' || lpad(n::text, 6, '0') || '-1', 'rental-' || camp, 20
from generate_series(1, :campgrounds) camp, generate_series(1, 8) n;

insert into booking.rental_listing
select 'listing-' || camp || '-' || n, 'camp-' || camp, 'variant-' || lpad(n::text, 6, '0') || '-1', 120, 180, 0
from generate_series(1, :campgrounds) camp, generate_series(1, 8) n;

insert into booking.rental_reservation
select
  id, 'listing-' || substr(campground_id, 6) || '-' || n, 0, 'variant-' || lpad(n::text, 6, '0') || '-1',
  'rental-' || substr(campground_id, 6), 'SKU-' || lpad(n::text, 6, '0') || '-1', 'Companion', 'Size 1', 120, 180, 0, 1, 120,
  daterange(check_in, check_out),
  case status when 'cancelled' then 'released' when 'completed' then 'fulfilled' else 'active' end,
  case status when 'cancelled' then updated_at end
from booking.booking
cross join lateral (select 1 + (hashtext(id) & 65535) % 8 as n) variant
where has_rental;

-- Orders: two items each. Locations and stock are those of catalogue.sql; each variant lies at the main store.
insert into checkout.order_item
  (order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, unit_price, quantity, line_total)
select
  store_order.id, line, sold.product_id, sold.variant_id, sold.sku, sold.product_name, sold.specification, sold.brand_name, sold.price,
  1, sold.price
from checkout.store_order
cross join generate_series(1, 2) line
join catalog.sold_variant sold
  on sold.variant_id = 'variant-' || lpad((1 + (hashtext(store_order.id) & 16777215) % :products)::text, 6, '0') || '-' || line;

insert into checkout.stock_reservation
select
  item.order_id, item.variant_id, 'store-main', 1,
  case store_order.status when 'unshipped' then 'active' when 'cancelled' then 'expired' else 'released' end,
  case
    when store_order.status = 'unshipped' and store_order.payment_status = 'unpaid' and store_order.cod_confirmed_at is null
    then store_order.checkout_expires_at
  end,
  case when store_order.status <> 'unshipped' then store_order.updated_at end
from checkout.order_item item
join checkout.store_order on store_order.id = item.order_id;

insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id)
select id, null, 'unshipped', placed_at, 'member', customer_id
from checkout.store_order;

insert into checkout.payment_notification
select 'event-' || id, 'payment.succeeded', id, total, 'TWD', payment_method, 'trade-' || substr(md5(id), 1, 12), paid_at,
  'applied', null, paid_at + interval '3 seconds'
from checkout.store_order
where payment_status = 'paid' and cod_confirmed_at is null;

insert into checkout.payment_notification
select 'failed-' || id, case when hashtext(id) % 3 = 0 then 'payment.succeeded' else 'payment.failed' end, id, total, 'TWD',
  'gateway-credit', 'trade-' || substr(md5('failed' || id), 1, 12), placed_at + interval '20 minutes',
  case when hashtext(id) % 3 = 0 then 'unapplied' else 'noted' end, case when hashtext(id) % 3 = 0 then 'cancelled' end,
  placed_at + interval '20 minutes'
from checkout.store_order
where status = 'cancelled' and hashtext(id) % 10 in (1, -1, 0);

insert into checkout.refund
  (event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at, status, reference, done_at,
   done_by_type, done_by_id)
select
  payment.event_id, payment.provider_trade_no, 'unapplied', payment.reason, payment.amount, payment.currency, payment.target_id, store_order.customer_id,
  payment.received_at, refund.*
from checkout.payment_notification payment
join checkout.store_order on store_order.id = payment.target_id
cross join lateral (
  select 'done', 'refund-' || substr(md5(payment.event_id), 1, 10), payment.received_at + interval '3 days', 'admin', 'staff-1'
  where payment.received_at < now() - interval '5 days'
  union all
  select 'due', null, null, null, null
  where payment.received_at >= now() - interval '5 days'
) refund
where payment.outcome = 'unapplied';

-- Coupons: one claim for every third customer; those of orders are used.
insert into checkout.coupon (id, code, name, discount_type, discount_value, starts_at, ends_at, used_count)
select 'coupon-' || n, 'CODE' || n, 'Coupon ' || n, 'fixed', 100, ends_at - interval '120 days', ends_at,
  (select count(*) from checkout.store_order where coupon ->> 'id' = 'coupon-' || n and status <> 'cancelled')
from generate_series(0, :coupons - 1) n
cross join lateral (select now() - interval '3 years' + (n + 2) * interval '3 years' / :coupons as ends_at) until;

insert into checkout.coupon_claim (coupon_id, customer_id, status, order_id, claimed_at)
select coupon ->> 'id', min(customer_id), 'used', min(id), min(placed_at)
from checkout.store_order
where coupon is not null and status <> 'cancelled'
group by coupon ->> 'id', customer_id;

insert into checkout.coupon_claim (coupon_id, customer_id, claimed_at)
select 'coupon-' || (hashtext(id) & 65535) % :coupons, id, registered_at
from member.customer
where hashtext(id) % 4 = 0
on conflict do nothing;

-- Movements: a shipment of each item, and a delivery for every twentieth of them.
insert into inventory.movement
  (variant_id, location_id, quantity_delta, reason, on_hand_after, created_by, created_at, shipment, order_id)
select item.variant_id, 'store-main', -1, 'order shipped', 10, 'staff-' || 1 + item.id % 20, store_order.updated_at, true, item.order_id
from checkout.order_item item
join checkout.store_order on store_order.id = item.order_id and store_order.status in ('shipped', 'completed')
order by store_order.updated_at;

insert into inventory.movement (variant_id, location_id, quantity_delta, reason, on_hand_after, created_by, created_at)
select variant_id, location_id, 20, 'delivery ' || substr(md5(id::text), 1, 6), 30, created_by, created_at - interval '1 hour'
from inventory.movement
where id % 20 = 0;

-- Few variants run low, and a few reserved pieces are not there.
update inventory.stock
set on_hand = (hashtext(variant_id || location_id) & 65535) % 200
where location_id in ('store-main', 'store-north');

-- What staff did: confirmed and completed bookings, shipped orders, read customers.
insert into admin.audit_entry
  (id, at, admin_id, action, target_id, request_id, client_address, request, state_before, outcome, status, state_after, completed_at)
select
  ('019' || substr(md5('audit' || id), 4))::uuid::text, updated_at, 'staff-' || 1 + (hashtext(id) & 65535) % 20,
  (array['confirmBooking', 'completeBooking', 'getCustomer'])[1 + (hashtext(id) & 65535) % 3], id, 'request-' || substr(md5(id), 1, 12),
  '203.0.113.7', null, jsonb_build_object('id', id, 'status', 'pending'),
  case hashtext(id) % 50 when 0 then 'refused' else 'succeeded' end, case hashtext(id) % 50 when 0 then 409 else 200 end,
  jsonb_build_object('id', id, 'status', status), updated_at
from booking.booking
union all
select
  ('019' || substr(md5('audit' || id), 4))::uuid::text, updated_at, 'staff-' || 1 + (hashtext(id) & 65535) % 20, 'shipOrder', id,
  'request-' || substr(md5(id), 1, 12), '203.0.113.7', null, jsonb_build_object('id', id, 'status', 'unshipped'), 'succeeded', 200,
  jsonb_build_object('id', id, 'status', status), updated_at
from checkout.store_order
where status in ('shipped', 'completed');

-- What was sent to a webhook in the last four weeks: older deliveries are deleted. It is not active, so that nothing more is sent.
insert into admin.webhook (id, url, event_types, active, secret, created_at, updated_at)
values ('webhook-1', 'https://crm.example.com/hooks', array['booking.created'], false, '', now(), now());

insert into admin.webhook_delivery
  (id, webhook_id, event_id, event_type, body, status, attempt_count, created_at, give_up_at, completed_at)
select
  ('019' || substr(md5('delivery' || id), 4))::uuid::text, 'webhook-1', 'event-' || id, 'booking.created',
  jsonb_build_object('id', 'event-' || id, 'type', 'booking.created', 'subject', id)::text,
  case hashtext(id) % 50 when 0 then 'failed' else 'delivered' end, 1, sent_at, sent_at + interval '3 days', sent_at
from (select id, now() - (hashtext(id) & 65535) % 40000 * interval '1 minute' as sent_at from booking.booking limit 200000) booking;

reset session_replication_role;

reindex table booking.booking_zone;
reindex table booking.rental_reservation;
reindex table booking.status_history;
reindex table booking.payment_notification;
reindex table checkout.stock_reservation;
reindex table checkout.status_history;
reindex table checkout.payment_notification;
reindex table checkout.coupon_claim;
reindex table inventory.movement;
reindex table admin.audit_entry;
