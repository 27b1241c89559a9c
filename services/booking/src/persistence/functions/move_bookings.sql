-- Gives the bookings of one customer to another, with their refunds and idempotency keys. member.join_customer calls it, and has
-- locked both customers. Bookings are locked by id. A key that both have used moves under another name, longer than
-- any key of a client.
create or replace function booking.move_bookings(p_from text, p_to text) returns void
language plpgsql
as $$
begin
  perform from booking.booking where customer_id = p_from order by id for no key update;
  update booking.booking set customer_id = p_to where customer_id = p_from;
  update booking.refund set customer_id = p_to where customer_id = p_from;
  update booking.idempotency_key
  set actor_id = p_to,
      key = case when exists (
        select from booking.idempotency_key taken
        where taken.actor_id = p_to and taken.key = idempotency_key.key and taken.scope = 'hold'
      ) then p_from || repeat(E'\n', 128) || key else key end
  where actor_id = p_from and scope = 'hold';
end
$$;
