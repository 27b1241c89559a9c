-- Refuses undecided holds if their members' unpaid bookings would then hold more at once than the limits allow
-- (docs/contract/limits.md#holds-of-one-member), by the number of the hold; no two are of the same member. 0 means no limit. It is called
-- after the capacity was checked, under the locks of the members, the nights and the stock; it reads the members' open bookings only, by
-- booking_pending_of_customer.
--
-- Outcomes: `too_many_open_holds`, `too_many_site_nights`, `too_many_pieces` of rentals, `too_large_share` with the field of the request.
-- A share counts only above twenty sites or pieces, so that a family may take a small zone.
create or replace function booking.check_member_limits(
  p_customer_ids text[],
  p_stays daterange[],
  p_outcomes text[],
  p_of integer[],
  p_lines integer[],
  p_zone_ids text[],
  p_quantities integer[],
  p_rentals jsonb,
  p_max_open_holds integer,
  p_max_site_nights integer,
  p_max_pieces integer,
  p_max_share_percent integer
) returns table (hold integer, outcome text, detail text)
language plpgsql
as $$
declare
  on_hand jsonb;
begin
  if p_rentals <> '[]' then
    -- It is locked already, in order.
    on_hand := booking.lock_rental_stock(p_rentals, p_outcomes);
  end if;

  return query
  select judged.hold, judged.outcome, case when judged.outcome = 'too_large_share' then judged.field end
  from (
    select
      own.hold,
      coalesce(of_zones.field, of_rentals.field) as field,
      case
        when p_max_open_holds > 0 and p_max_open_holds <= cardinality(held.ids) then 'too_many_open_holds'
        when p_max_site_nights > 0 and p_max_site_nights < taken.site_nights + own.sites * own.nights
        then 'too_many_site_nights'
        when of_zones.field is not null then 'too_large_share'
        when p_max_pieces > 0 and p_max_pieces < of_rentals.pieces then 'too_many_pieces'
        when of_rentals.field is not null then 'too_large_share'
      end as outcome
    from (
      select
        wanted.hold, p_customer_ids[wanted.hold] as customer_id, p_stays[wanted.hold] as stay,
        upper(p_stays[wanted.hold]) - lower(p_stays[wanted.hold]) as nights, sum(wanted.quantity) as sites
      from unnest(p_of, p_quantities) as wanted (hold, quantity)
      where p_outcomes[wanted.hold] is null
      group by wanted.hold
    ) own
    cross join lateral (
      select array(
        select booking.id
        from booking.booking
        where booking.customer_id = own.customer_id and booking.status = 'pending' and booking.paid_at is null
      ) as ids
      offset 0
    ) held
    cross join lateral (
      select coalesce(sum(line.quantity * (upper(line.stay) - lower(line.stay))), 0) as site_nights
      from booking.booking_zone line
      where line.booking_id = any (held.ids)
    ) taken
    -- If so few sites are not too large a share of twenty-one, they are not of any zone: the zones need not be read.
    left join lateral (
      select 'zones.' || min(wanted.line) || '.quantity' as field
      from unnest(p_of, p_lines, p_zone_ids, p_quantities) as wanted (hold, line, zone_id, quantity)
      join booking.zone on zone.id = wanted.zone_id
      where wanted.hold = own.hold
        and zone.total_sites > 20
        and zone.total_sites::bigint * p_max_share_percent < 100 * (
          wanted.quantity::bigint
          + coalesce((
            select max(night.sites)
            from (
              select sum(line.quantity) as sites
              from booking.booking_zone line
              join generate_series(0, own.nights - 1) as number on line.stay @> (lower(own.stay) + number)
              where line.booking_id = any (held.ids) and line.zone_id = wanted.zone_id
              group by number
            ) night
          ), 0)
        )
      having count(*) > 0
    ) of_zones on p_max_share_percent > 0 and 100 * (own.sites + taken.site_nights) > 21 * p_max_share_percent
    -- Without rentals it has no row.
    left join lateral (
      select
        sum(rental.quantity) + (
          select coalesce(sum(line.quantity), 0) from booking.rental_reservation line where line.booking_id = any (held.ids)
        ) as pieces,
        'rentals.' || min(rental.line) filter (
          where p_max_share_percent > 0
            and place.on_hand > 20
            and place.on_hand * p_max_share_percent < 100 * (rental.quantity + place.held)
        ) || '.quantity' as field
      from jsonb_to_recordset(p_rentals)
        as rental (hold integer, line integer, "rentalSkuVariantId" text, "locationId" text, quantity bigint)
      cross join lateral (
        select
          (on_hand ->> (rental."rentalSkuVariantId" || ' at ' || rental."locationId"))::bigint as on_hand,
          (
            select coalesce(sum(line.quantity), 0)
            from booking.rental_reservation line
            where line.booking_id = any (held.ids)
              and line.variant_id = rental."rentalSkuVariantId"
              and line.location_id = rental."locationId"
              and line.stay && own.stay
          ) as held
        offset 0
      ) place
      where rental.hold = own.hold
      having count(*) > 0
    ) of_rentals on p_rentals <> '[]'
  ) judged
  where judged.outcome is not null;
end
$$;
