-- Gives the bookings of one customer to another, with their refunds and idempotency keys. member.join_customer calls it, and has
-- locked both customers. Bookings are locked by id.
create or replace function booking.move_bookings(p_from text, p_to text) returns void
language plpgsql
as $$
begin
  perform from booking.booking where customer_id = p_from order by id for no key update;
  update booking.booking set customer_id = p_to where customer_id = p_from;
  update booking.refund set customer_id = p_to where customer_id = p_from;
  perform booking.move_keys('hold', p_from, p_to);
end
$$;
