-- Reserves the missing pieces of an unshipped order at other store locations (docs/contract/admin.md#reallocate). The caller has locked
-- the order. Writes the reservations and their stock, the history and the time of the change.
--
-- Returns false and changes nothing if no piece is missing. Refusal (src/persistence/refusals.ts): CS307 stock_not_elsewhere
-- with the variants as JSON, when all locations together have too few.
create or replace function checkout.reallocate_order(p_order_id text, p_admin_id text, p_at timestamptz) returns boolean
language plpgsql
as $$
declare
  moved record;
begin
  moved := inventory.reallocate_stock(checkout.reserved_places(p_order_id));
  if moved.short is not null then
    raise exception 'stock_not_elsewhere' using errcode = 'CS307', detail = moved.short;
  end if;
  if moved.given = '[]' then
    return false;
  end if;

  delete from checkout.stock_reservation
  using jsonb_to_recordset(moved.given) as place ("variantId" text, "locationId" text)
  where stock_reservation.order_id = p_order_id
    and stock_reservation.variant_id = place."variantId"
    and stock_reservation.location_id = place."locationId";

  insert into checkout.stock_reservation (order_id, variant_id, location_id, quantity, status, expires_at)
  select
    p_order_id, place."variantId", place."locationId", place.quantity, 'active',
    case when payment_status = 'unpaid' and cod_confirmed_at is null then checkout_expires_at end
  from jsonb_to_recordset(moved.taken) as place ("variantId" text, "locationId" text, quantity integer)
  join checkout.store_order on store_order.id = p_order_id
  on conflict (order_id, variant_id, location_id)
    do update set quantity = stock_reservation.quantity + excluded.quantity;

  insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id, reason)
  select id, status, status, p_at, 'admin', p_admin_id, 'reallocated'
  from checkout.store_order
  where id = p_order_id;
  update checkout.store_order set updated_at = p_at where id = p_order_id;
  return true;
end
$$;
