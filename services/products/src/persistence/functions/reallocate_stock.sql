-- Gives up the reserved places of an order, [{"variantId", "locationId", "quantity"}], that have fewer pieces on hand, and
-- reserves the same pieces from the active store locations in the order of their ids, as checkout.take_holds does. Nothing changes
-- when no place is short, and when all locations together have too few.
--
-- Only available pieces are taken, so every place that the order has afterwards can be shipped. Unlike a new order, it may take
-- a piece while another location lacks one for somebody else: the number of promised pieces stays the same.
--
-- Returns the places given up and taken; or nulls and the variants with too little available, [{"variantId", "missing",
-- "available"}]. It runs with the rights of the schema's owner, so that a service can move its reservations and change nothing
-- else.
create or replace function inventory.reallocate_stock(places jsonb, out given jsonb, out taken jsonb, out short jsonb)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform
  from inventory.stock
  join inventory.location on location.id = stock.location_id
  where stock.variant_id in (select place ->> 'variantId' from jsonb_array_elements(places) place)
    and (
      location.kind = 'store' and location.active
      or (stock.variant_id, stock.location_id) in (
        select place ->> 'variantId', place ->> 'locationId' from jsonb_array_elements(places) place
      )
    )
  order by stock.variant_id, stock.location_id
  for no key update of stock;

  select coalesce(jsonb_agg(place - 'onHand'), '[]')
  into given
  from jsonb_array_elements(inventory.places_short_of(places)) place;

  with missing as (
    select place."variantId" as variant_id, sum(place.quantity) as pieces
    from jsonb_to_recordset(given) as place ("variantId" text, quantity integer)
    group by place."variantId"
  ),
  available as (
    select stock.variant_id, stock.location_id,
      greatest(stock.on_hand - stock.reserved + coalesce(given_up.quantity, 0), 0) as pieces
    from inventory.stock
    join inventory.location on location.id = stock.location_id and location.kind = 'store' and location.active
    left join jsonb_to_recordset(given) as given_up ("variantId" text, "locationId" text, quantity integer)
      on given_up."variantId" = stock.variant_id and given_up."locationId" = stock.location_id
    where stock.variant_id in (select missing.variant_id from missing)
  ),
  picked as (
    select available.variant_id, available.location_id,
      least(
        available.pieces,
        missing.pieces + available.pieces
        - sum(available.pieces) over (partition by available.variant_id order by available.location_id)
      ) as pieces
    from available
    join missing on missing.variant_id = available.variant_id
  )
  select
    (
      select coalesce(
        jsonb_agg(jsonb_build_object('variantId', variant_id, 'locationId', location_id, 'quantity', pieces)), '[]'
      )
      from picked
      where pieces > 0
    ),
    (
      select jsonb_agg(jsonb_build_object('variantId', variant_id, 'missing', missing.pieces, 'available', found.pieces))
      from missing
      cross join lateral (
        select coalesce(sum(available.pieces), 0) as pieces from available where available.variant_id = missing.variant_id
      ) found
      where found.pieces < missing.pieces
    )
  into taken, short;

  if short is not null then
    given := null;
    taken := null;
    return;
  end if;
  update inventory.stock
  set reserved = stock.reserved + change.pieces
  from (
    select place."variantId" as variant_id, place."locationId" as location_id, sum(place.quantity) as pieces
    from (
      select "variantId", "locationId", quantity
      from jsonb_to_recordset(taken) as place ("variantId" text, "locationId" text, quantity integer)
      union all
      select "variantId", "locationId", -quantity
      from jsonb_to_recordset(given) as place ("variantId" text, "locationId" text, quantity integer)
    ) place
    group by place."variantId", place."locationId"
  ) change
  where stock.variant_id = change.variant_id and stock.location_id = change.location_id;
end
$$;

grant execute on function inventory.reallocate_stock to campstore_checkout;
