-- Takes the hold of an order in one round trip and one transaction, in the documented lock order: the idempotency key, the
-- member, stock, the coupon claim; then it writes everything (docs/contract/store-checkout.md#start, rules 2 to 5). Prices are
-- read again under the stock's lock, one look-up per item, and must equal the values from which the order was composed. A
-- refusal is an exception, so it writes nothing.
--
-- The order is a row; its items are arrays, as in booking.take_hold.
--
-- Returns null when the hold is taken, or the first response when the same request has taken it before.
--
-- Refusals (src/persistence/refusals.ts): as checkout.begin_hold, then CS303 stock_insufficient, CS304 variant_changed (the order must
-- be composed again), and the refusals of checkout.apply_claim and checkout.check_member_limits.
--
-- Every statement runs by its generic plan, since a plan for the values of one call costs more than the call. Every look-up uses
-- an index, even if the planner would read a small table as a whole.
create or replace function checkout.take_hold(
  p_order checkout.store_order,
  p_item_ids bigint[],
  p_product_ids text[],
  p_variant_ids text[],
  p_skus text[],
  p_product_names text[],
  p_specifications text[],
  p_brand_names text[],
  p_image_urls text[],
  p_unit_prices numeric[],
  p_quantities integer[],
  p_line_totals numeric[],
  p_key text,
  p_fingerprint text,
  p_response json,
  p_messages jsonb,
  p_max_open_holds integer,
  p_max_pieces integer,
  p_max_share_percent integer
) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  is_limited constant boolean := greatest(p_max_open_holds, p_max_pieces, p_max_share_percent) > 0;
  first_response json;
  reserved record;
begin
  first_response := checkout.begin_hold(p_order.customer_id, p_key, p_fingerprint, p_response, p_order.placed_at, is_limited);
  if first_response is not null then
    return first_response;
  end if;

  reserved := inventory.reserve_stock(p_variant_ids, p_quantities);
  if reserved.pieces is null then
    raise exception 'stock_insufficient' using errcode = 'CS303';
  end if;

  if exists (
    select
    from unnest(p_variant_ids, p_unit_prices) as item (variant_id, unit_price)
    left join lateral (
      select sold_variant.price, sold_variant.sellable
      from catalog.sold_variant
      where sold_variant.variant_id = item.variant_id
      offset 0
    ) sold on true
    where sold.price is distinct from item.unit_price or not sold.sellable
  )
  then
    raise exception 'variant_changed' using errcode = 'CS304';
  end if;

  if p_order.coupon_claim_id is not null then
    perform checkout.apply_claim(p_order.coupon_claim_id, p_order.customer_id, p_order.id, p_order.placed_at);
  end if;

  if is_limited then
    perform checkout.check_member_limits(
      p_order.customer_id, p_variant_ids, p_quantities, p_max_open_holds, p_max_pieces, p_max_share_percent
    );
  end if;

  with new_order as (
    insert into checkout.store_order ({{columns}})
    values ({{values}})
  ),
  new_items as (
    insert into checkout.order_item (
      id, order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price,
      quantity, line_total
    )
    select item.id, p_order.id, item.line - 1, item.product_id, item.variant_id, item.sku, item.product_name,
      item.specification, item.brand_name, item.image_url, item.unit_price, item.quantity, item.line_total
    from unnest(
      p_item_ids, p_product_ids, p_variant_ids, p_skus, p_product_names, p_specifications, p_brand_names, p_image_urls,
      p_unit_prices, p_quantities, p_line_totals
    ) with ordinality as item (
      id, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price, quantity,
      line_total, line
    )
  ),
  new_reservations as (
    insert into checkout.stock_reservation (order_id, variant_id, location_id, quantity, status, expires_at)
    select p_order.id, place.variant_id, place.location_id, place.quantity, 'active', p_order.checkout_expires_at
    from unnest(reserved.variant_ids, reserved.location_ids, reserved.pieces)
      as place (variant_id, location_id, quantity)
  )
  insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id)
  values (p_order.id, null, p_order.status, p_order.placed_at, 'member', p_order.customer_id);
  perform checkout.publish(p_messages);
  return null;
end
$$;
