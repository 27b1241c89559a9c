-- Orders of two items.
-- They are what a store has after two years: 70 of 100 completed, 20 cancelled, 10 paid and waiting, with stock reserved. The first
-- :member_orders are those of the members with a token.
create temporary table drawn as
select
  n,
  'stored-order-' || lpad(n::text, 8, '0') as id,
  case when n <= :member_orders then 'load-' || 1 + (n - 1) % :members else 'stored-' || n % 20000 end as customer_id,
  case when fate < 0.7 then 'completed' when fate < 0.9 then 'cancelled' else 'unshipped' end as status,
  case when fate < 0.7 or fate >= 0.9 then 'paid' else 'unpaid' end as payment_status,
  now() - interval '2 days' - (n % 1000000) * interval '63 seconds' as placed_at
from (select n, random() as fate from generate_series(1, :orders) n) number;

create temporary table drawn_item as
select
  drawn.id as order_id, drawn.placed_at, drawn.status as order_status, line, quantity,
  sold.product_id, sold.variant_id, sold.sku, sold.product_name, sold.specification, sold.brand_name, sold.image_url,
  sold.price, sold.price * quantity as line_total
from drawn
cross join generate_series(0, 1) line
cross join lateral (select 1 + (n + line) % 2 as quantity) bought
join catalog.sold_variant sold
  on sold.variant_id = 'variant-' || lpad((1 + (n * 37 + line * 11) % :products)::text, 6, '0') || '-' || 1 + line;

insert into checkout.store_order
select
  drawn.id, customer_id, 'Stored Customer', customer_id || '@members.test', 'Stored Customer', '0912345678',
  'Songshan Road 1, Taipei', amount.subtotal, 0, 0, amount.subtotal, null, null, 'gateway-credit', payment_status, 'none',
  status, case status when 'cancelled' then 'expired' end, null, placed_at,
  case payment_status when 'paid' then placed_at + interval '2 minutes' end, placed_at + interval '15 minutes', placed_at
from drawn
join (select order_id, sum(line_total) as subtotal from drawn_item group by order_id) amount on amount.order_id = drawn.id;

insert into checkout.order_item
  (order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price, quantity,
   line_total)
select order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, image_url, price, quantity,
  line_total
from drawn_item
order by order_id, line;

insert into checkout.stock_reservation
select
  order_id, variant_id, 'store-main', quantity,
  case order_status when 'unshipped' then 'active' when 'cancelled' then 'expired' else 'released' end,
  null,
  case when order_status <> 'unshipped' then placed_at + interval '15 minutes' end
from drawn_item;

insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id)
select id, null, 'unshipped', placed_at, 'member', customer_id
from drawn;

insert into checkout.idempotency_key (scope, actor_id, key, fingerprint, response, created_at)
select 'hold', customer_id, 'key-of-' || id, md5(id), json_build_object('orderId', id), placed_at
from drawn;

drop table drawn_item, drawn;
