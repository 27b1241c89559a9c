-- Campgrounds, zones and stored bookings with everything that a booking leaves behind.
-- The first 1,000 bookings lie in the bookable window, the same in every database, so that every count meets as many of
-- them: 60 of 100 confirmed, 15 paid and waiting, 25 cancelled. The others are what campgrounds have after three years:
-- 65 of 100 completed, 35 cancelled, and a seventh of the cancelled ones have stays ahead.
insert into booking.policy
values (1, 90, 1, 14, 'Asia/Taipei', 0, 3, array['pending', 'confirmed']);

insert into booking.campground (id, name, region)
select 'camp-' || camp, 'Campground ' || camp, 'Region ' || camp % 5
from generate_series(1, :campgrounds) camp;

-- No zone ever fills up: a refused checkout would be measured as a fast one.
insert into booking.zone (id, campground_id, type, capacity_per_site, price_weekday, price_holiday, total_sites)
select 'camp-' || camp || '-zone-' || zone, 'camp-' || camp, 'tent', 6, 800 + 50 * zone, 1200 + 50 * zone, 1000000
from generate_series(1, :campgrounds) camp, generate_series(1, :zones) zone;

insert into booking.closure (campground_id, closure_type, start_date, end_date, reason)
select 'camp-' || camp, 'date_range', current_date - 40, current_date - 30, 'repairs'
from generate_series(1, :campgrounds) camp;

insert into booking.holiday (date, kind, name)
select current_date + 15 * n, case n % 3 when 0 then 'working' else 'holiday' end, 'Day ' || n
from generate_series(1, 12) n;

create temporary table drawn as
with number as (
  select n, n <= 1000 as in_window, random() as fate, random() as ahead, random() as spot
  from generate_series(1, :bookings) n
),
decided as (
  select n, spot,
    case
      when in_window then case when fate < 0.6 then 'confirmed' when fate < 0.75 then 'pending' else 'cancelled' end
      else case when fate < 0.65 then 'completed' else 'cancelled' end
    end as status,
    in_window or (fate >= 0.65 and ahead < 0.15) as is_ahead
  from number
),
placed as (
  select n, status, 1 + n % :campgrounds as camp, 1 + (n / :campgrounds) % :zones as zone,
    current_date
      + case when is_ahead then :first_day + floor(spot * :days)::integer else -5 - floor(spot * 1095)::integer end
      as check_in
  from decided
)
select lpad(n::text, 8, '0') || '-stored-booking' as id, 'stored-' || n % greatest(:bookings / 10, 1) as customer_id,
  status, 'camp-' || camp as campground_id, 'camp-' || camp || '-zone-' || zone as zone_id,
  check_in, check_in + 1 + n % 3 as check_out, 1 + n % 3 as nights,
  case status when 'cancelled' then 'unpaid' else 'paid' end as payment_status,
  check_in::timestamptz - interval '20 days' as created_at
from placed;

insert into booking.booking
select id, customer_id, 'Stored Customer', customer_id || '@members.test', campground_id, campground_id, 'Region 1',
  check_in, check_out, 2, nights, 0, 850 * nights, 0, 0, 850 * nights, status, payment_status, 'gateway-credit',
  case payment_status when 'paid' then created_at + interval '2 minutes' end, created_at + interval '15 minutes',
  created_at, created_at
from drawn;

insert into booking.booking_zone
select id, zone_id, 0, 'tent', 850, 1250, 1, 850 * nights, daterange(check_in, check_out), status
from drawn;

insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id)
select id, null, 'pending', created_at, 'member', customer_id
from drawn;

insert into booking.idempotency_key (scope, actor_id, key, fingerprint, response, created_at)
select 'hold', customer_id, 'key-of-' || id, md5(id), json_build_object('bookingId', id), created_at
from drawn
where created_at > now() - interval '90 days';

drop table drawn;
