-- Takes the holds of orders, each held, replayed or refused by itself, in one transaction: in the documented lock order it locks the
-- members, the stock, the coupon claims and the coupons of all of them, judges each, and then writes (docs/contract/store-checkout.md#start,
-- rules 2 to 5). A refused hold writes nothing. Each step is one statement for all holds.
--
-- A hold counts what those before it want. If it fits alone and not with all of them, it is not known yet whether it fits: its outcome is
-- `again`, and the caller asks once more. The first of all holds is always decided.
--
-- Parameters: the rows of the orders and their first responses as JSON, and arrays of what else each has; the items as arrays, with the
-- number of the order of each; messages as JSON, each with the number of its order (`hold`).
--
-- Returns an outcome for each order, in their order: `held`; those of checkout.begin_holds; `stock_insufficient`; `variant_changed`, if the
-- order must be composed again; those of checkout.refused_claims and of checkout.check_member_limits.
--
-- Every statement runs by its generic plan, since a plan for the values of one call costs more than the call. Every look-up uses an
-- index, row by row, even if the planner would read a small table as a whole.
create or replace function checkout.take_holds(
  p_orders json,
  p_responses json,
  p_messages jsonb,
  p_timer jsonb,
  p_ids text[],
  p_customer_ids text[],
  p_keys text[],
  p_fingerprints text[],
  p_placed_at timestamptz[],
  p_deadlines timestamptz[],
  p_claim_ids bigint[],
  p_of integer[],
  p_lines integer[],
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
  p_max_open_holds integer,
  p_max_pieces integer,
  p_max_share_percent integer
) returns table (outcome text, response json, detail text)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  is_limited constant boolean := greatest(p_max_open_holds, p_max_pieces, p_max_share_percent) > 0;
  begun record;
  -- Null where a hold is not decided, and at the end where it is held.
  outcomes text[];
  details text[];
  -- The places of the wanted variants: the pieces there, those of a variant there and at the places before, and all of the variant.
  place_variants text[];
  place_locations text[];
  place_pieces integer[];
  place_sums bigint[];
  available bigint[];
  short integer[];
  changed integer[];
  contended integer[];
  -- The places from which the holds take pieces.
  taken_holds integer[];
  taken_variants text[];
  taken_locations text[];
  taken_pieces integer[];
begin
  begun := checkout.begin_holds(p_customer_ids, p_keys, p_fingerprints);
  outcomes := begun.outcomes;

  -- Availability is counted over all places, because a movement may have taken one below its reserved quantity.
  select
    array_agg(place.variant_id), array_agg(place.location_id), array_agg(place.pieces), array_agg(place.sum),
    array_agg(place.available)
  into place_variants, place_locations, place_pieces, place_sums, available
  from (
    select
      stock.variant_id, stock.location_id, greatest(stock.available, 0) as pieces,
      sum(greatest(stock.available, 0)) over (partition by stock.variant_id order by stock.location_id) as sum,
      sum(stock.available) over (partition by stock.variant_id) as available
    from inventory.lock_store_stock(array(
      select item.variant_id
      from unnest(p_of, p_variant_ids) as item (hold, variant_id)
      where outcomes[item.hold] is null
    )) stock
  ) place;

  -- Prices are read under the stock's lock, and must equal the values from which the order was composed.
  select
    array_agg(item.hold) filter (where item.quantity > item.available),
    array_agg(item.hold) filter (where item.price is distinct from item.unit_price or not item.sellable),
    array_agg(item.hold) filter (where item.wanted > item.available)
  into short, changed, contended
  from (
    select
      item.hold, item.quantity, item.unit_price, sold.price, sold.sellable,
      coalesce(available[array_position(place_variants, item.variant_id)], 0) as available,
      sum(item.quantity) over (partition by item.variant_id order by item.hold) as wanted
    from unnest(p_of, p_variant_ids, p_unit_prices, p_quantities) as item (hold, variant_id, unit_price, quantity)
    left join lateral (
      select sold_variant.price, sold_variant.sellable
      from catalog.sold_variant
      where sold_variant.variant_id = item.variant_id
      offset 0
    ) sold on true
    where outcomes[item.hold] is null
  ) item;
  if coalesce(short, changed, contended) is not null then
    outcomes := array(
      select coalesce(outcomes[number], case
        when number = any (short) then 'stock_insufficient'
        when number = any (changed) then 'variant_changed'
        when number = any (contended) then 'again'
      end)
      from generate_subscripts(outcomes, 1) as number
    );
  end if;

  if array_remove(p_claim_ids, null) <> '{}' then
    select array_agg(coalesce(outcomes[number], refused.outcome))
    into outcomes
    from generate_subscripts(outcomes, 1) as number
    left join checkout.refused_claims(p_claim_ids, p_customer_ids, p_placed_at, outcomes) refused on refused.hold = number;
  end if;

  if is_limited then
    select array_agg(coalesce(outcomes[number], beyond.outcome)), array_agg(beyond.detail)
    into outcomes, details
    from generate_subscripts(outcomes, 1) as number
    left join checkout.check_member_limits(
      p_customer_ids, outcomes, p_of, p_lines, p_variant_ids, p_quantities, p_max_open_holds, p_max_pieces, p_max_share_percent
    ) beyond on beyond.hold = number;
  end if;

  if array_position(outcomes, null) is not null then
    -- The pieces of a variant are numbered twice, by the holds that want them and by the places in the order of their locations: a hold
    -- takes from a place the numbers that both have. So each number is taken from one place by one hold. Every hold gets all of its numbers,
    -- which end at the available ones: they were judged with more holds before them.
    select
      array_agg(taken.hold), array_agg(taken.variant_id), array_agg(taken.location_id), array_agg(taken.pieces)
    into taken_holds, taken_variants, taken_locations, taken_pieces
    from (
      select
        item.hold, item.variant_id, place.location_id,
        (least(item.sum, place.sum) - greatest(item.sum - item.quantity, place.sum - place.pieces))::integer as pieces
      from (
        select
          item.hold, item.variant_id, item.quantity,
          sum(item.quantity) over (partition by item.variant_id order by item.hold) as sum
        from unnest(p_of, p_variant_ids, p_quantities) as item (hold, variant_id, quantity)
        where outcomes[item.hold] is null
      ) item
      join unnest(place_variants, place_locations, place_pieces, place_sums) as place (variant_id, location_id, pieces, sum)
        on place.variant_id = item.variant_id
    ) taken
    where taken.pieces > 0;
    perform inventory.reserve_places(taken_variants, taken_locations, taken_pieces);

    if array_remove(p_claim_ids, null) <> '{}' then
      update checkout.coupon_claim
      set status = 'applied', order_id = p_ids[claim.hold]
      from unnest(p_claim_ids) with ordinality as claim (id, hold)
      where coupon_claim.id = claim.id and outcomes[claim.hold] is null;
    end if;

    with new_orders as (
      insert into checkout.store_order ({{columns}})
      select {{values}}
      from json_populate_recordset(null::checkout.store_order, p_orders) with ordinality hold
      where outcomes[hold.ordinality] is null
    ),
    new_items as (
      insert into checkout.order_item (
        id, order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price,
        quantity, line_total
      )
      select
        item.id, p_ids[item.hold], item.line, item.product_id, item.variant_id, item.sku, item.product_name, item.specification,
        item.brand_name, item.image_url, item.unit_price, item.quantity, item.line_total
      from unnest(
        p_of, p_lines, p_item_ids, p_product_ids, p_variant_ids, p_skus, p_product_names, p_specifications, p_brand_names,
        p_image_urls, p_unit_prices, p_quantities, p_line_totals
      ) as item (
        hold, line, id, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price, quantity,
        line_total
      )
      where outcomes[item.hold] is null
    )
    insert into checkout.stock_reservation (order_id, variant_id, location_id, quantity, status, expires_at)
    select p_ids[taken.hold], taken.variant_id, taken.location_id, taken.pieces, 'active', p_deadlines[taken.hold]
    from unnest(taken_holds, taken_variants, taken_locations, taken_pieces) as taken (hold, variant_id, location_id, pieces);
    perform checkout.complete_holds(
      p_ids, p_customer_ids, p_keys, p_fingerprints, p_placed_at, outcomes, 'unshipped', p_responses, p_messages, p_timer
    );
  end if;

  return query
  select coalesce(outcomes[number], 'held'), begun.responses[number], details[number]
  from generate_subscripts(outcomes, 1) as number;
end
$$;
