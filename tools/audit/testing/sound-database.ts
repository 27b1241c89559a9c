/** A refund of 100 that was made; its payment, target, reference and who made it. */
const refund = (schema: string, made: string) => `
insert into ${schema}.refund
  (event_id, provider_trade_no, target_id, reference, done_by_type, done_by_id, cause, reason, amount, currency, created_at, status, done_at)
values (${made}, 'goodwill', 'rain', 100, 'TWD', now(), 'done', now() + interval '2 seconds');`

/**
 * SQL of a database in which everything is as it should be: a booking that is paid, one that is open; orders in every state,
 * two of them with a coupon, with the stock that they hold, held or shipped; refunds of parts, which staff or the payment service made.
 */
export const soundDatabase = /* sql */ `
insert into catalog.equipment_item (id, name) values ('tent', 'Tent');
insert into catalog.sku (id, item_id, code) values ('tent-sku', 'tent', 'TENT');
insert into catalog.variant (id, sku_id, specification, price) values ('tent-red', 'tent-sku', 'red', 300), ('tent-blue', 'tent-sku', 'blue', 300);
insert into catalog.product (id, item_id) values ('p-tent', 'tent');
insert into inventory.location (id, name, kind, campground_id)
  values ('shop', 'Shop', 'store', null), ('depot', 'Depot', 'store', null), ('counter', 'Counter', 'rental', 'camp');
insert into inventory.stock (variant_id, location_id, on_hand, reserved)
  values ('tent-red', 'shop', 6, 4), ('tent-red', 'depot', 10, 2), ('tent-blue', 'shop', 3, 0), ('tent-red', 'counter', 2, 0);
insert into inventory.movement (variant_id, location_id, quantity_delta, reason, on_hand_after, created_by, created_at, shipment)
  values
    ('tent-red', 'shop', 5, 'delivery', 10, 'admin', '2026-11-20T08:00Z', false),
    ('tent-red', 'shop', -2, 'order shipped', 8, 'admin', '2026-11-20T10:00Z', true),
    ('tent-red', 'shop', -2, 'order shipped', 6, 'admin', '2026-11-20T11:00Z', true),
    -- Staff may write the reason of a shipment.
    ('tent-blue', 'shop', 3, 'order shipped', 3, 'admin', '2026-11-20T12:00Z', false);

insert into member.customer (id, name, email, registered_at, updated_at, total_spent, first_purchase_used)
  values ('ann', 'Ann', 'ann@campstore.test', now(), now(), 2541, true), ('bo', 'Bo', 'bo@campstore.test', now(), now(), 0, false);
insert into member.purchase (kind, subject_id, customer_id, amount, paid_at)
  values
    ('booking', 'paid-booking', 'ann', 900, now()), ('order', 'paid', 'ann', 640, now()),
    ('order', 'shipped', 'ann', 501, now()), ('order', 'completed', 'ann', 500, now());

insert into booking.policy values (1, 90, 1, 14, 'Asia/Taipei', 0, 3, array['pending', 'confirmed']);
insert into booking.campground (id, name, region) values ('camp', 'Camp', 'Yilan');
insert into booking.zone (id, campground_id, type, capacity_per_site, price_weekday, price_holiday, total_sites)
  values ('lawn', 'camp', 'Lawn', 4, 800, 900, 2);
insert into booking.booking (
  id, customer_id, customer_name, customer_email, campground_id, campground_name, region, check_in, check_out, guest_count,
  weekday_count, holiday_count, zone_total, rental_total, discount, final_amount, status, payment_status, payment_method,
  paid_at, checkout_expires_at, created_at, updated_at
)
select id, 'ann', 'Ann', 'ann@campstore.test', 'camp', 'Camp', 'Yilan', current_date + 7, current_date + 8, 2, 1, 0, 800, 200, 0, 1000,
  'pending', case when paid then 'paid' else 'unpaid' end, 'gateway-credit', case when paid then now() end,
  now() + interval '10 minutes', now() - interval '5 minutes', now()
from (values ('paid-booking', true), ('open-booking', false)) booked (id, paid);
insert into booking.booking_zone
select id, 'lawn', 0, 'Lawn', 800, 900, 1, 800, daterange(check_in, check_out), status from booking.booking;
insert into booking.rental_reservation
select id, 'listing', 0, 'tent-red', 'counter', 'TENT', 'Tent', 'red', 200, 200, 0, 1, 200, daterange(check_in, check_out), 'active', null
from booking.booking;
insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id, reason)
  values
    ('paid-booking', null, 'pending', now(), 'member', 'ann', null),
    ('open-booking', null, 'pending', now(), 'member', 'ann', null),
    ('paid-booking', 'pending', 'pending', now(), 'payment', 'e-1', 'paid'),
    ('paid-booking', 'pending', 'pending', now() + interval '2 seconds', 'admin', 'admin', 'refund done');
insert into booking.idempotency_key (scope, actor_id, key, fingerprint, response, created_at)
select 'hold', customer_id, id, 'f', json_build_object('bookingId', id), now() from booking.booking;
insert into booking.payment_notification
values ('e-1', 'payment.succeeded', 'paid-booking', 1000, 'TWD', 'gateway-credit', 't-booking', now(), 'applied', null, now());
${refund('booking', `'e-1', 't-booking', 'paid-booking', 'B-1', 'admin', 'admin'`)}

insert into checkout.coupon (id, code, name, discount_type, discount_value, starts_at, ends_at, usage_limit, used_count)
  values ('sixty', 'SIXTY', '60 off', 'fixed', 60, now(), now() + interval '1 day', 9, 3);
insert into checkout.coupon_claim (id, coupon_id, customer_id, status, order_id, claimed_at)
  overriding system value
  values (1, 'sixty', 'ann', 'used', 'paid', now()), (2, 'sixty', 'bo', 'applied', 'open', now()), (3, 'sixty', 'cy', 'available', null, now());

insert into checkout.store_order (
  id, customer_id, buyer_name, buyer_email, subtotal, shipping_fee, discount, total, coupon_claim_id, coupon,
  payment_method, payment_status, refund_status, status, cancelled_because, cod_confirmed_at, placed_at, paid_at,
  checkout_expires_at, updated_at
)
select id, customer, customer, customer || '@campstore.test', 600, 100, case when claim is null then 100 else 60 end,
  case when claim is null then 600 else 640 end, coalesce(claim, 3),
  jsonb_build_object('code', 'X', 'discountType', 'fixed', 'discountValue', case when claim is null then 100 else 60 end),
  method, payment, 'none', status, because, case when method = 'cod' then now() end, now() - age,
  case when payment = 'paid' then now() + interval '1 second' * (method = 'cod')::integer end,
  now() - age + interval '15 minutes', now()
from (
  values
    ('open', 'bo', 2, 'gateway-credit', 'unpaid', 'unshipped', null),
    ('paid', 'ann', 1, 'gateway-credit', 'paid', 'unshipped', null),
    ('cod', 'ann', null, 'cod', 'unpaid', 'unshipped', null),
    ('given-up', 'ann', null, 'gateway-atm', 'unpaid', 'cancelled', 'member'),
    ('forgotten', 'ann', null, 'gateway-atm', 'unpaid', 'cancelled', 'expired'),
    ('hoarded', 'ann', null, 'cod', 'unpaid', 'cancelled', 'staff'),
    ('shipped', 'ann', null, 'gateway-cvs', 'paid', 'shipped', null),
    ('completed', 'ann', null, 'cod', 'paid', 'completed', null)
) placed (id, customer, claim, method, payment, status, because)
cross join lateral (select interval '5 minutes' * case status when 'cancelled' then 6 else 1 end as age) placed_ago;
-- One claim pays for one order: only the cancelled orders still name the claim that they had.
update checkout.store_order
set coupon_claim_id = null, coupon = null, discount = 0, shipping_fee = 0
where coupon_claim_id = 3 and status <> 'cancelled';
-- Paid with the whole TWD that its payment form asked for.
update checkout.store_order set shipping_fee = 0.5, total = 600.5 where id = 'shipped';
insert into checkout.payment_attempt values ('TRADE1', 'ecpay', 'shipped', 600.5, now());
insert into checkout.order_item (
  order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, unit_price, quantity, line_total
)
select id, 0, 'p-tent', 'tent-red', 'TENT', 'Tent', 'red', '', 300, 2, 600 from checkout.store_order;
insert into checkout.stock_reservation
select
  id, 'tent-red', case id when 'cod' then 'depot' else 'shop' end, 2,
  case
    when status = 'unshipped' then 'active'
    when cancelled_because = 'expired' then 'expired'
    else 'released'
  end,
  case when id = 'open' or status = 'cancelled' then checkout_expires_at end,
  case
    when status <> 'unshipped' then timestamptz '2026-11-20T10:00Z' + case id when 'completed' then interval '1 hour' else '0' end
  end
from checkout.store_order;
insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id, reason)
select * from (
  select id, null, 'unshipped', placed_at as at, 'member', customer_id, null from checkout.store_order
  union all
  select id, 'unshipped', 'cancelled', checkout_expires_at, 'system', null, null
  from checkout.store_order
  where status = 'cancelled'
  union all
  select id, 'unshipped', 'unshipped', placed_at + interval '1 second', 'payment', 'e-' || id, 'paid'
  from checkout.store_order
  where id in ('paid', 'shipped')
  union all
  select id, 'unshipped', 'shipped', now(), 'admin', 'admin', null
  from checkout.store_order
  where status in ('shipped', 'completed')
  union all
  select 'completed', 'shipped', 'completed', now() + interval '1 second', 'admin', 'admin', null
  union all
  select 'completed', 'completed', 'completed', now() + interval '2 seconds', 'admin', 'admin', 'refund done'
  union all
  select 'shipped', 'shipped', 'shipped', now() + interval '2 seconds', 'payment', 'r-0', 'refund done'
) step
order by at;
insert into checkout.idempotency_key (scope, actor_id, key, fingerprint, response, created_at)
select 'hold', customer_id, id, 'f', json_build_object('orderId', id), now() from checkout.store_order;
insert into checkout.payment_notification
select 'e-' || id, 'payment.succeeded', id, round(total), 'TWD', 'gateway-credit', 't-' || id, now(), 'applied', null, now()
from checkout.store_order
where id in ('paid', 'shipped');
${refund('checkout', `'e-shipped', 't-shipped', 'shipped', 'O-1', 'payment', 'r-0'`)}
${refund('checkout', `null, '', 'completed', 'O-2', 'admin', 'admin'`)}
insert into checkout.refund_notification
values ('r-0', 'shipped', 'e-shipped', 'O-1', now() + interval '2 seconds', 'applied', now() + interval '2 seconds');
`
