-- As many customers, bookings and orders each, in shares that do not depend on how many there are, in the order of their time. Ids are UUIDs that begin
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

-- Four in five are paid. Of these a stay of the past is completed, except that the last two days have some overdue ones; a stay ahead
-- is confirmed, unless it was booked in the last two days. The others are cancelled, or on hold if booked just now. Each third has
-- rentals.
insert into booking.booking
  (id, customer_id, customer_name, customer_email, campground_id, campground_name, region, check_in, check_out,
   guest_count, weekday_count, holiday_count, zone_total, rental_total, discount, final_amount, status, payment_status,
   payment_method, paid_at, checkout_expires_at, created_at, updated_at, has_rental)
select
  ('019' || substr(md5('booking' || n), 4))::uuid::text, customer.id, customer.name, customer.email, 'camp-' || camp,
  substr('合歡武陵太平阿里玉雪大霸塔塔福壽清境', 1 + camp % 18, 2) || '營地 ' || camp, 'Region ' || camp % :regions,
  check_in, check_in + 1 + n % 3, 2, 1 + n % 3, 0, amount, 0, 0, amount,
  case
    when is_held then 'pending'
    when fate >= 0.8 then 'cancelled'
    when check_in + 1 + n % 3 < current_date - 2 or check_in + 1 + n % 3 <= current_date and fate < 0.5 then 'completed'
    when created_at < now() - interval '2 days' then 'confirmed'
    else 'pending'
  end,
  case when fate < 0.8 and not is_held then 'paid' else 'unpaid' end, 'gateway-credit',
  case when fate < 0.8 and not is_held then created_at + interval '2 minutes' end,
  created_at + interval '15 minutes', created_at, created_at + random() * (now() - created_at) / 30, n % 3 = 0
from (
  select n, created_at, fate, is_held, 1 + floor(random() * :campgrounds)::integer as camp,
    created_at::date + 1 + floor(random() * 80)::integer as check_in,
    round((500 + random() * 20000)::numeric) as amount, 1 + floor(random() * :count)::integer as guest
  from (
    select n, random() as fate, n > :count - 1 - :count / 20000 as is_held,
      now() - case
        when n > :count - 1 - :count / 20000 then random() * interval '10 minutes'
        else (1 - n::float8 / :count) * interval '3 years'
      end as created_at
    from generate_series(1, :count) n
  ) number
) drawn
join member.customer on customer.id = ('019' || substr(md5('member' || guest), 4))::uuid::text;

-- One in five is cancelled, or on hold if placed just now. The others wait three days, and are shipped for ten; each fifth is paid on
-- delivery. One in ten has a coupon.
insert into checkout.store_order
  (id, customer_id, buyer_name, buyer_email, recipient_name, shipping_phone, shipping_address, subtotal, shipping_fee,
   discount, total, coupon_claim_id, coupon, payment_method, payment_status, refund_status, status, cancelled_because,
   cod_confirmed_at, placed_at, paid_at, checkout_expires_at, updated_at)
select
  ('019' || substr(md5('order' || n), 4))::uuid::text, customer.id, customer.name, customer.email, customer.name,
  coalesce(customer.phone, '0912345678'), 'Songshan Road 1, Taipei', amount, 0, discount, amount - discount,
  case when has_coupon then n end, case when has_coupon then jsonb_build_object('id', 'coupon-' || n / 10 % :coupons) end,
  case when is_cod then 'cod' when n % 5 = 1 then 'gateway-atm' else 'gateway-credit' end,
  case when is_sold and (not is_cod or is_completed) then 'paid' else 'unpaid' end, 'none',
  case
    when not is_sold and not is_held then 'cancelled'
    when is_completed then 'completed'
    when is_sold and placed_at < now() - interval '3 days' then 'shipped'
    else 'unshipped'
  end,
  case when not is_sold and not is_held then 'expired' end,
  case when is_sold and is_cod then placed_at + interval '1 minute' end, placed_at,
  case
    when is_sold and not is_cod then placed_at + interval '2 minutes'
    when is_completed and is_cod then placed_at + interval '10 days'
  end,
  placed_at + interval '15 minutes', placed_at + random() * (now() - placed_at) / 30
from (
  select n, is_held, placed_at, amount, buyer, n % 10 < 2 as is_cod, n % 10 = 5 as has_coupon,
    case when n % 10 = 5 then 100 else 0 end as discount, not is_held and fate < 0.8 as is_sold,
    not is_held and fate < 0.8 and placed_at < now() - interval '13 days' as is_completed
  from (
    select n, n > :count - 1 - :count / 20000 as is_held, random() as fate,
      now() - case
        when n > :count - 1 - :count / 20000 then random() * interval '10 minutes'
        else (1 - n::float8 / :count) * interval '3 years'
      end as placed_at,
      round((100 + random() * 60000)::numeric) as amount, 1 + floor(random() * :count)::integer as buyer
    from generate_series(1, :count) n
  ) number
) drawn
join member.customer on customer.id = ('019' || substr(md5('member' || buyer), 4))::uuid::text;

reindex table member.customer;
reindex table booking.booking;
reindex table checkout.store_order;
