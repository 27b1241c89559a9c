-- The places that an order has reserved, [{"variantId", "locationId", "quantity"}]; empty if it has none.
create or replace function checkout.reserved_places(p_order_id text) returns jsonb
language sql
stable
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('variantId', variant_id, 'locationId', location_id, 'quantity', quantity)), '[]'
  )
  from checkout.stock_reservation
  where order_id = p_order_id and status = 'active'
$$;
