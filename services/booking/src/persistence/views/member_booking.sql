-- For the me service: the bookings of a customer, as administrators see them. It is dropped because a view can only grow at its end.
drop view if exists booking.member_booking;
create view booking.member_booking as
  select id, customer_id, {{listed_columns}}
  from booking.booking;

grant usage on schema booking to campstore_me;
grant select on booking.member_booking to campstore_me;
