-- Locks the stock of the rentals of undecided holds, and returns those with too few pieces left (docs/contract/booking.md#checkout, rule 8),
-- by the number of the hold: `rental_stock_insufficient` with the rentals as JSON, or `again` if it has enough without the pieces of the
-- holds before it, on any night.
create or replace function booking.short_rentals(p_rentals jsonb, p_stays daterange[], p_outcomes text[])
returns table (hold integer, outcome text, detail text)
language plpgsql
as $$
declare
  on_hand constant jsonb := booking.lock_rental_stock(p_rentals, p_outcomes);
begin
  return query
  select
    counted.hold,
    case when bool_or(counted.quantity > counted.pieces) then 'rental_stock_insufficient' else 'again' end,
    (
      jsonb_agg(jsonb_build_object(
        'line', counted.line, 'name', counted.name, 'requested', counted.quantity, 'left', greatest(counted.pieces, 0)
      ) order by counted.line)
      filter (where counted.quantity > counted.pieces)
    )::text
  from (
    select
      rental.hold, rental.line, rental.name, rental.quantity, free.pieces,
      sum(rental.quantity) over (
        partition by rental."rentalSkuVariantId", rental."locationId" order by rental.hold
      ) as wanted
    from jsonb_to_recordset(p_rentals)
      as rental (hold integer, line integer, name text, "rentalSkuVariantId" text, "locationId" text, quantity integer)
    cross join lateral (
      select coalesce((on_hand ->> (rental."rentalSkuVariantId" || ' at ' || rental."locationId"))::integer, 0)
        - booking.reserved_rentals(rental."rentalSkuVariantId", rental."locationId", p_stays[rental.hold]) as pieces
      offset 0
    ) free
    where p_outcomes[rental.hold] is null
  ) counted
  group by counted.hold
  having bool_or(counted.wanted > counted.pieces);
end
$$;
