-- For the me service: the bookings of a customer, as administrators see them.
create or replace view booking.member_booking as
  select
    id, customer_id, status, payment_status, campground_name, region, check_in, check_out, guest_count, final_amount,
    created_at, arrival_time
  from booking.booking;

grant usage on schema booking to campstore_me;
grant select on booking.member_booking to campstore_me;
