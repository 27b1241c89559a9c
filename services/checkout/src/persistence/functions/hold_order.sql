-- For processes of the version before, which call it: checkout.take_hold has taken its place, and it goes with the next release.
--
-- Takes a hold in one round trip and one transaction, in the documented lock order: the idempotency key, the member where
-- anything is limited, stock, the coupon claim, then everything that is written
-- (docs/contract/store-checkout.md#start, rules 2 to 5). Prices are read again under the stock's lock, one look-up per item,
-- and must be those that the order was composed of. A refusal is an exception, so it writes nothing.
--
-- Returns null when the hold is taken, or the first response when the same request has taken it before.
--
-- Refusals (src/persistence/refusals.ts): CS301 idempotency_key_reused, CS303 stock_insufficient, CS304 variant_changed (the
-- order must be composed again), that of checkout.apply_claim, then those of checkout.check_member_limits. The last three
-- parameters have defaults for processes of the version before.
--
-- Every statement runs by its generic plan, since a plan for the values of one call costs more than the call; and every look-up
-- uses an index, also where the planner would read a small table as a whole.
create or replace function checkout.hold_order(
  p_order_id text,
  p_customer_id text,
  p_buyer_name text,
  p_buyer_email text,
  p_recipient_name text,
  p_shipping_phone text,
  p_shipping_address text,
  p_subtotal numeric,
  p_shipping_fee numeric,
  p_discount numeric,
  p_total numeric,
  p_coupon_claim_id bigint,
  p_coupon jsonb,
  p_payment_method text,
  p_payment_status text,
  p_refund_status text,
  p_status text,
  p_placed_at timestamptz,
  p_checkout_expires_at timestamptz,
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
  p_max_pieces integer default 0,
  p_max_share_percent integer default 0,
  -- The version before knows proven addresses only.
  p_buyer_email_verified boolean default true
) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  is_limited constant boolean := greatest(p_max_open_holds, p_max_pieces, p_max_share_percent) > 0;
  earlier record;
  reserved record;
begin
  -- A concurrent request with the same key waits here until the first one has ended.
  insert into checkout.idempotency_key (customer_id, key, fingerprint, response, created_at)
  values (p_customer_id, p_key, p_fingerprint, p_response, p_placed_at)
  on conflict do nothing;
  if not found then
    select idempotency_key.fingerprint, idempotency_key.response
    into earlier
    from checkout.idempotency_key
    where idempotency_key.customer_id = p_customer_id and idempotency_key.key = p_key;
    -- The key was deleted meanwhile, so nothing may be concluded: the request can be repeated.
    if not found then
      raise exception 'the idempotency key was deleted' using errcode = 'serialization_failure';
    end if;
    if earlier.fingerprint <> p_fingerprint then
      raise exception 'idempotency_key_reused' using errcode = 'CS301';
    end if;
    return earlier.response;
  end if;

  -- The holds of one customer are counted and taken one after another, under an advisory lock until the end of the transaction.
  -- It is taken before the shared rows are locked, and used after, so that a limit hides no other answer.
  if is_limited then
    perform pg_advisory_xact_lock(
      hashtextextended('open holds of ' || p_customer_id, 'checkout.store_order'::regclass::oid::bigint)
    );
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

  if p_coupon_claim_id is not null then
    perform checkout.apply_claim(p_coupon_claim_id, p_customer_id, p_order_id, p_placed_at);
  end if;

  if is_limited then
    perform checkout.check_member_limits(
      p_customer_id, p_variant_ids, p_quantities, p_max_open_holds, p_max_pieces, p_max_share_percent
    );
  end if;

  with new_order as (
    insert into checkout.store_order (
      id, customer_id, buyer_name, buyer_email, recipient_name, shipping_phone, shipping_address, subtotal,
      shipping_fee, discount, total, coupon_claim_id, coupon, payment_method, payment_status, refund_status, status,
      placed_at, checkout_expires_at, updated_at, search_text, buyer_email_verified
    )
    values (
      p_order_id, p_customer_id, p_buyer_name, p_buyer_email, p_recipient_name, p_shipping_phone, p_shipping_address,
      p_subtotal, p_shipping_fee, p_discount, p_total, p_coupon_claim_id, p_coupon, p_payment_method, p_payment_status,
      p_refund_status, p_status, p_placed_at, p_checkout_expires_at, p_placed_at,
      shared.search_text(p_order_id, p_buyer_name, p_buyer_email, p_recipient_name), p_buyer_email_verified
    )
  ),
  new_items as (
    insert into checkout.order_item (
      id, order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price,
      quantity, line_total
    )
    select item.id, p_order_id, item.line - 1, item.product_id, item.variant_id, item.sku, item.product_name,
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
    select p_order_id, place.variant_id, place.location_id, place.quantity, 'active', p_checkout_expires_at
    from unnest(reserved.variant_ids, reserved.location_ids, reserved.pieces)
      as place (variant_id, location_id, quantity)
  ),
  new_history as (
    insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id)
    values (p_order_id, null, p_status, p_placed_at, 'member', p_customer_id)
  )
  insert into checkout.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body, traceparent)
  select "messageId", exchange, "routingKey", "contentType", mandatory, subject, body, traceparent
  from rows from (
    jsonb_to_recordset(p_messages) as (
      "messageId" text, exchange text, "routingKey" text, "contentType" text, mandatory boolean, subject text, body jsonb,
      traceparent text
    )
  ) with ordinality as message
  order by ordinality;
  return null;
end
$$;
