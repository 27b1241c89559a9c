-- Gives the orders of one customer to another, with their refunds, idempotency keys and coupon claims, as booking.move_bookings
-- does. Orders are locked by id, then claims.
--
-- A customer has one claim on a coupon. If both customers have one, an unused claim is deleted; if both claims are applied or
-- used, each stays with its customer.
create or replace function checkout.move_orders(p_from text, p_to text) returns void
language plpgsql
as $$
begin
  perform from checkout.store_order where customer_id = p_from order by id for no key update;
  update checkout.store_order set customer_id = p_to where customer_id = p_from;
  update checkout.refund set customer_id = p_to where customer_id = p_from;

  perform from checkout.coupon_claim where customer_id in (p_from, p_to) order by id for update;
  delete from checkout.coupon_claim spare
  using checkout.coupon_claim kept
  where kept.coupon_id = spare.coupon_id
    and spare.status = 'available'
    and (
      spare.customer_id = p_from and kept.customer_id = p_to
      or spare.customer_id = p_to and kept.customer_id = p_from and kept.status <> 'available'
    );
  update checkout.coupon_claim claim
  set customer_id = p_to
  where customer_id = p_from
    and not exists (
      select from checkout.coupon_claim own where own.customer_id = p_to and own.coupon_id = claim.coupon_id
    );

  perform checkout.move_keys('hold', p_from, p_to);
end
$$;
