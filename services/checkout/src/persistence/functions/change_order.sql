-- Writes a transition of a locked order with all its effects in one round trip: status history, the order's state, stock
-- reservations with their stock, the coupon claim, and messages.
--
-- Effects on the active reservations: none; keep, which removes their deadline; release; expire; ship, which releases them with a
-- movement of the pieces that leave the store; unship, which reverses that at the same places. Effects on the claim: none; release; use;
-- retake, which uses a claim again that was released.
--
-- Refusal (src/persistence/refusals.ts): CS306 stock_not_on_hand with the places as JSON, when a location has fewer pieces
-- on hand than are shipped from it; CS308 pieces_returned, when pieces to unship have come back; CS305 coupon_not_applicable, when the
-- claim to retake or its coupon was used up since. An unknown effect is an error. Each is an exception, so nothing is written.
create or replace function checkout.change_order(
  p_order checkout.store_order,
  p_reservation_effect text,
  p_claim_effect text,
  p_actor_type text,
  p_actor_id text,
  p_reason text,
  p_messages jsonb
) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  places jsonb;
begin
  insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id, reason)
  select p_order.id, store_order.status, p_order.status, p_order.updated_at, p_actor_type, p_actor_id, p_reason
  from checkout.store_order
  where store_order.id = p_order.id;

  update checkout.store_order
  set status = p_order.status,
      payment_status = p_order.payment_status,
      cancelled_because = p_order.cancelled_because,
      cod_confirmed_at = p_order.cod_confirmed_at,
      paid_at = p_order.paid_at,
      recipient_name = p_order.recipient_name,
      shipping_phone = p_order.shipping_phone,
      shipping_address = p_order.shipping_address,
      carrier = p_order.carrier,
      tracking_number = p_order.tracking_number,
      updated_at = p_order.updated_at
  where id = p_order.id;

  case p_reservation_effect
    when 'none' then
      null;
    when 'keep' then
      update checkout.stock_reservation
      set expires_at = null
      where order_id = p_order.id and status = 'active';
    when 'release', 'expire', 'ship' then
      with ended as (
        update checkout.stock_reservation
        set status = case p_reservation_effect when 'expire' then 'expired' else 'released' end,
            ended_at = p_order.updated_at
        where order_id = p_order.id and status = 'active'
        returning variant_id, location_id, quantity
      )
      select jsonb_agg(
        jsonb_build_object('variantId', variant_id, 'locationId', location_id, 'quantity', quantity)
      )
      into places
      from ended;

      if p_reservation_effect = 'ship' then
        if not inventory.ship_order(p_order.id, places, 'order shipped', p_actor_id, p_order.updated_at) then
          raise exception 'stock_not_on_hand' using errcode = 'CS306', detail = inventory.places_short_of(places);
        end if;
      elsif places is not null then
        perform inventory.release_stock(places);
      end if;
    when 'unship' then
      perform from checkout.order_return where order_id = p_order.id;
      if found then
        raise exception 'pieces_returned' using errcode = 'CS308';
      end if;
      update checkout.stock_reservation
      set status = 'active', ended_at = null, expires_at = null
      where order_id = p_order.id;
      perform inventory.unship_order(
        p_order.id, checkout.reserved_places(p_order.id), 'order unshipped', p_actor_id, p_order.updated_at
      );
    else
      raise exception 'unknown effect on reservations: %', p_reservation_effect;
  end case;

  case p_claim_effect
    when 'none' then
      null;
    when 'release' then
      update checkout.coupon_claim set status = 'available', order_id = null where order_id = p_order.id;
    when 'use' then
      update checkout.coupon_claim set status = 'used' where order_id = p_order.id;
    when 'retake' then
      perform checkout.retake_claim(p_order.coupon_claim_id, p_order.id);
    else
      raise exception 'unknown effect on the claim: %', p_claim_effect;
  end case;

  perform checkout.publish(p_messages);
end
$$;
