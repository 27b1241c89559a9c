-- The shortages of a changed stay at this moment: its first added night on which the campground is closed, zones with too few sites as
-- a JSON array of {line, name, requested, night, remaining}, and rentals with too few pieces, of {line, name, requested, left}.
-- `line` is the line of the changed stay, from 0. Locks nothing.
--
-- The booking does not count against itself, and what it has it may keep: a zone is short only on nights on which it is to have more sites
-- than the booking has, and a rental is not short within the days on which the booking has as many pieces.
create or replace function booking.shortages_of_change(
  p_booking_id text,
  p_stay daterange,
  p_zone_ids text[],
  p_quantities integer[],
  p_rentals jsonb
) returns table (closed_on date, zones json, rentals json)
language sql
stable
as $$
  with added as (
    select
      requested.line - 1 as line, zone.type as name, requested.quantity as requested, of_stay.night, zone.campground_id,
      greatest(
        coalesce(own.quantity, 0),
        case
          when zone.active and campground.active
          then zone.total_sites - coalesce(kept.taken, 0)
            + case when own.status = any (policy.occupying_statuses) then own.quantity else 0 end
          else 0
        end
      ) as remaining
    from unnest(p_zone_ids, p_quantities) with ordinality as requested (zone_id, quantity, line)
    join booking.zone on zone.id = requested.zone_id
    join booking.campground on campground.id = zone.campground_id
    join booking.policy on policy.id = 1
    cross join generate_series(0, upper(p_stay) - lower(p_stay) - 1) as number
    cross join lateral (select lower(p_stay) + number as night) of_stay
    left join booking.zone_night kept on kept.zone_id = zone.id and kept.night = of_stay.night
    left join booking.booking_zone own
      on own.booking_id = p_booking_id and own.zone_id = zone.id and own.stay @> of_stay.night
    where requested.quantity > coalesce(own.quantity, 0)
  )
  select
    (
      select min(night)
      from added
      where exists (select from booking.overlapping_closures(campground_id, daterange(night, night + 1)))
    ),
    (
      select coalesce(json_agg(fullest order by line), '[]')
      from (
        select distinct on (line) line, name, requested, night, remaining
        from added
        where requested > remaining
        order by line, remaining, night
      ) fullest
    ),
    (
      select coalesce(json_agg(
        json_build_object(
          'line', requested.line, 'name', requested.name, 'requested', requested.quantity, 'left', greatest(free.pieces, 0)
        )
        order by requested.line
      ), '[]')
      from jsonb_to_recordset(p_rentals) as requested (
        line integer, name text, "rentalSkuVariantId" text, "locationId" text, quantity integer
      )
      left join inventory.located_stock stock
        on stock.variant_id = requested."rentalSkuVariantId" and stock.location_id = requested."locationId"
      left join booking.rental_reservation own
        on own.booking_id = p_booking_id and own.variant_id = requested."rentalSkuVariantId"
        and own.location_id = requested."locationId" and own.status = 'active'
      cross join lateral (
        select greatest(
          case when own.stay @> p_stay then own.quantity else 0 end,
          coalesce(stock.on_hand, 0)
            - booking.reserved_rentals(requested."rentalSkuVariantId", requested."locationId", p_stay)
            + case when own.stay && p_stay then own.quantity else 0 end
        ) as pieces
        offset 0
      ) free
      where requested.quantity > free.pieces
    )
$$;
