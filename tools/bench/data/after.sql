-- What happens after the purchases: payments, refunds of every cause, returns, changed stays, attendance and notes.
-- Every paid record has its payment. A twentieth of them has two refunds, and one in ten of these is still due. One cancelled record
-- in a hundred was paid too late.
insert into booking.payment_notification
  (event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, received_at)
select 'paid-' || id, 'payment.succeeded', id, final_amount, 'TWD', payment_method, 'T' || id, paid_at, 'applied', paid_at
from booking.booking
where payment_status = 'paid';

insert into checkout.payment_notification
  (event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, received_at)
select 'paid-' || id, 'payment.succeeded', id, total, 'TWD', payment_method, 'T' || id, paid_at, 'applied', paid_at
from checkout.store_order
where payment_status = 'paid';

insert into checkout.payment_notification
  (event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at)
select 'late-' || id, 'payment.succeeded', id, total, 'TWD', payment_method, 'L' || id, updated_at, 'unapplied', 'cancelled',
  updated_at
from checkout.store_order
where status = 'cancelled' and right(id, 2) = '00';

create temporary table given_back as
select
  schema, id, part, customer_id, at, right(id, 1) <> '0' or part = 1 as is_done,
  (array['changed', 'goodwill', 'returned', 'goodwill'])[part + case schema when 'booking' then 0 else 2 end] as cause
from (
  select 'booking' as schema, id, customer_id, paid_at + interval '1 day' as at
  from booking.booking
  where payment_status = 'paid' and left(id, 8)::integer % 20 in (0, 1)
  union all
  select 'checkout', id, customer_id, paid_at + interval '3 days'
  from checkout.store_order
  where payment_status = 'paid' and status = 'completed' and right(id, 8)::integer % 20 in (0, 1)
) record
cross join generate_series(1, 2) part;

insert into booking.refund
  (id, event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at, status, reference, done_at,
   done_by_type, done_by_id)
select
  'refund-' || id || part, 'paid-' || id, 'T' || id, cause, 'The guest called', 10 * part, 'TWD', id, customer_id, at,
  case when is_done then 'done' else 'due' end, case when is_done then 'R' || id || part end,
  case when is_done then at + interval '1 day' end, case when is_done then 'payment' end, case when is_done then 'event' end
from given_back
where schema = 'booking';

insert into checkout.refund
  (id, event_id, provider_trade_no, cause, reason, amount, currency, target_id, customer_id, created_at, status, reference, done_at,
   done_by_type, done_by_id)
select
  'refund-' || id || part, 'paid-' || id, 'T' || id, cause, 'Did not fit', 10 * part, 'TWD', id, customer_id, at,
  case when is_done then 'done' else 'due' end, case when is_done then 'R' || id || part end,
  case when is_done then at + interval '1 day' end, case when is_done then 'payment' end, case when is_done then 'event' end
from given_back
where schema = 'checkout';

insert into checkout.order_return (id, order_id, at, by, reason, items, refund_id)
select
  'return-' || given_back.id, given_back.id, at, 'bench-admin', 'Did not fit',
  (
    select jsonb_agg(jsonb_build_object('orderItemId', item.id::text, 'quantity', quantity, 'to', 'stock', 'locationId', 'store-main'))
    from checkout.order_item item
    where order_id = given_back.id and line = 0
  ),
  'refund-' || given_back.id || part
from given_back
where cause = 'returned';

update checkout.store_order
set status = 'returned'
where id in (select order_id from checkout.order_return);

insert into booking.stay_change (booking_id, at, by, reason, before, after)
select id, at, 'bench-admin', 'The guest called', content, content
from given_back
join booking.booking using (id)
cross join lateral (
  select json_build_object(
    'checkIn', check_in, 'checkOut', check_out, 'guestCount', guest_count, 'arrivalTime', null, 'weekdayCount', weekday_count,
    'holidayCount', holiday_count,
    'pricing', json_build_object(
      'zoneTotal', zone_total::text, 'rentalTotal', rental_total::text, 'discount', discount::text, 'finalAmount', final_amount::text
    ),
    'zones', '[]'::json, 'rentals', '[]'::json
  ) as content
) stay
where cause = 'changed';

-- One completed stay of the last half year in thirty is a no-show.
update booking.booking
set attendance = case when left(id, 8)::integer % 30 = 0 then 'no-show' else 'arrived' end
where status = 'completed' and check_in > current_date - 180;

-- One booking in ten names a guest.
update booking.booking
set contact = jsonb_build_object('name', '林' || left(id, 8), 'phone', '0912-' || substr(id, 3, 3) || '-' || substr(id, 6, 3))
where left(id, 8)::integer % 10 = 3;

insert into booking.note (id, booking_id, text, at, by)
select 'note-' || id || n, id, 'They come after 22:00, with a dog, and need a site near the road.', updated_at, 'bench-admin'
from booking.booking
cross join generate_series(1, 3) n
where left(id, 8)::integer % 10 = 0;

insert into checkout.note (id, order_id, text, at, by)
select 'note-' || id || n, id, 'The parcel goes to the reception of the office on the third floor.', updated_at, 'bench-admin'
from checkout.store_order
cross join generate_series(1, 3) n
where right(id, 8)::integer % 10 = 0;

-- The busiest records of the first member with a token, which the details show: several refunds, changes, returns and notes.
update booking.booking
set customer_id = 'load-1', cancellation_tiers = '[{"daysBefore": 14, "refundPercent": 100}, {"daysBefore": 0, "refundPercent": 50}]'
where id = (
  select min(id)
  from booking.booking
  where status = 'confirmed' and check_in > current_date + 2 and left(id, 8)::integer % 20 = 0
);

update checkout.store_order
set customer_id = 'load-1'
where id = (select min(id) from checkout.store_order where status = 'returned' and right(id, 8)::integer % 20 = 0);

drop table given_back;
