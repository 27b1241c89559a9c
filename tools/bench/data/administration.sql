-- As many customers, bookings and orders each, in shares that do not depend on how many there are. Ids are UUIDs that begin
-- with the time, as the services make them, but derived from a number.
insert into admin.account (id, email, name, role, firebase_uid, created_at, updated_at)
values ('bench-admin', 'administrator@campstore.test', 'Bench', 'admin', 'bench-administrator', now(), now());

-- Indexes that no constraint needs are made after the rows: a tenth of the work of keeping them row by row.
update pg_index
set indisready = false, indisvalid = false
where not indisunique
  and indrelid in ('member.customer'::regclass, 'booking.booking'::regclass, 'checkout.store_order'::regclass);

-- 95 of 100 active, 4 suspended; three in four with a Chinese name, one in fifty without any; most have spent little.
insert into member.customer
  (id, firebase_uid, name, email, phone, status, points, total_spent, first_purchase_used, registered_at, updated_at)
select
  ('019' || substr(md5('member' || n), 4))::uuid::text,
  'subject-' || n::text,
  case
    when fate < 0.75 then substr(:family_names, 1 + floor(random() ^ 2 * length(:family_names))::integer, 1)
      || substr(:given_letters, 1 + floor(random() * length(:given_letters))::integer, 1)
      || substr(:given_letters, 1 + floor(random() * length(:given_letters))::integer, 1)
    when fate < 0.98 then initcap(substr(md5(n::text), 1, 5)) || ' ' || initcap(substr(md5('family' || n % 5000), 1, 7))
    else ''
  end,
  substr(md5('address' || n), 1, 8) || case when n % 3 = 0 then '@gmail.test' else '@members.test' end,
  case when n % 10 > 0 then '09' || lpad(floor(random() * 100000000)::text, 8, '0') end,
  case when status < 0.95 then 'active' when status < 0.99 then 'suspended' else 'deleted' end,
  floor(random() * 5000),
  case when spent > 0.3 then round((200 / (1.001 - spent) ^ 1.5)::numeric, 2) else 0 end,
  spent > 0.3,
  now() - random() * interval '3 years',
  now() - random() * interval '1 year'
from (
  select n, random() as fate, random() as status, random() as spent
  from generate_series(1, :count) n
) drawn;

-- Each customer in five has a tag, each in twenty a second one.
insert into member.tag select 'tag-' || n, 'Tag ' || n from generate_series(1, :tags) n;
insert into member.customer_tag
select id, 'tag-' || (1 + (points + turn) % :tags)
from member.customer, generate_series(0, 1) turn
where hashtext(id) % case turn when 0 then 5 else 20 end = 0;

-- 65 of 100 completed, 20 cancelled, 10 confirmed, 5 pending; each third has rentals.
insert into booking.booking
  (id, customer_id, customer_name, customer_email, campground_id, campground_name, region, check_in, check_out,
   guest_count, weekday_count, holiday_count, zone_total, rental_total, discount, final_amount, status, payment_status,
   payment_method, paid_at, checkout_expires_at, created_at, updated_at, has_rental)
select
  ('019' || substr(md5('booking' || n), 4))::uuid::text, customer.id, customer.name, customer.email, 'camp-' || camp,
  substr('合歡武陵太平阿里玉雪大霸塔塔福壽清境', 1 + camp % 18, 2) || '營地 ' || camp, 'Region ' || camp % :regions,
  check_in, check_in + 1 + n % 3, 2, 1 + n % 3, 0, amount, 0, 0, amount,
  case
    when fate < 0.65 then 'completed' when fate < 0.85 then 'cancelled' when fate < 0.95 then 'confirmed' else 'pending'
  end,
  case when fate < 0.65 or fate >= 0.85 then 'paid' else 'unpaid' end, 'gateway-credit',
  case when fate < 0.65 or fate >= 0.85 then created_at + interval '2 minutes' end,
  created_at + interval '15 minutes', created_at, created_at + random() * interval '30 days', n % 3 = 0
from (
  select n, created_at, fate, 1 + floor(random() * :campgrounds)::integer as camp,
    created_at::date + 1 + floor(random() * 80)::integer as check_in,
    round((500 + random() * 20000)::numeric) as amount, 1 + floor(random() * :count)::integer as guest
  from (
    select n, random() as fate, now() - random() * interval '3 years' as created_at
    from generate_series(1, :count) n
  ) number
) drawn
join member.customer on customer.id = ('019' || substr(md5('member' || guest), 4))::uuid::text;

-- 70 of 100 completed or shipped, 20 cancelled, 10 waiting; each fifth on delivery.
insert into checkout.store_order
  (id, customer_id, buyer_name, buyer_email, recipient_name, shipping_phone, shipping_address, subtotal, shipping_fee,
   discount, total, payment_method, payment_status, refund_status, status, cancelled_because, placed_at, paid_at,
   checkout_expires_at, updated_at)
select
  ('019' || substr(md5('order' || n), 4))::uuid::text, customer.id, customer.name, customer.email, customer.name,
  coalesce(customer.phone, '0912345678'), 'Songshan Road 1, Taipei', amount, 0, 0, amount,
  case when n % 5 = 0 then 'cod' when n % 5 = 1 then 'gateway-atm' else 'gateway-credit' end,
  case when fate < 0.7 or fate >= 0.9 then 'paid' else 'unpaid' end, 'none',
  case
    when fate < 0.6 then 'completed' when fate < 0.7 then 'shipped' when fate < 0.9 then 'cancelled' else 'unshipped'
  end,
  case when fate >= 0.7 and fate < 0.9 then 'expired' end, placed_at,
  case when fate < 0.7 or fate >= 0.9 then placed_at + interval '2 minutes' end,
  placed_at + interval '15 minutes', placed_at + random() * interval '30 days'
from (
  select n, random() as fate, now() - random() * interval '3 years' as placed_at,
    round((100 + random() * 60000)::numeric) as amount, 1 + floor(random() * :count)::integer as buyer
  from generate_series(1, :count) n
) drawn
join member.customer on customer.id = ('019' || substr(md5('member' || buyer), 4))::uuid::text;

reindex table member.customer;
reindex table booking.booking;
reindex table checkout.store_order;
