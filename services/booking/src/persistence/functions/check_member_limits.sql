-- Refuses a hold if its member's unpaid bookings would then hold more at once than the limits allow
-- (docs/contract/limits.md#holds-of-one-member). 0 means no limit. It is called after the capacity was checked, under the locks
-- of the member, the zones and the stock; it reads the member's open bookings only, by booking_pending_of_customer.
--
-- Refusals (libs/holds/src/take-hold.ts): CS002 too_many_open_holds, CS011 too_many_site_nights, CS012 too_many_pieces of
-- rentals, CS013 too_large_share with the field of the request. A share counts only above twenty sites or pieces, so that a
-- family may take a small zone.
create or replace function booking.check_member_limits(
  p_customer_id text,
  p_stay daterange,
  p_zone_ids text[],
  p_quantities integer[],
  p_rentals jsonb,
  p_max_open_holds integer,
  p_max_site_nights integer,
  p_max_pieces integer,
  p_max_share_percent integer
) returns void
language plpgsql
as $$
declare
  held constant text[] := array(
    select id
    from booking.booking
    where customer_id = p_customer_id and status = 'pending' and paid_at is null
  );
  sites constant bigint := (select sum(quantity) from unnest(p_quantities) quantity);
  site_nights bigint;
  pieces bigint;
  on_hand jsonb;
  too_large integer;
begin
  if p_max_open_holds > 0 and cardinality(held) >= p_max_open_holds then
    raise exception 'too_many_open_holds' using errcode = 'CS002';
  end if;

  select coalesce(sum(quantity * (upper(stay) - lower(stay))), 0)
  into site_nights
  from booking.booking_zone
  where booking_id = any (held);
  if p_max_site_nights > 0 and p_max_site_nights < site_nights + sites * (upper(p_stay) - lower(p_stay)) then
    raise exception 'too_many_site_nights' using errcode = 'CS011';
  end if;

  -- If so few sites are not too large a share of twenty-one, they are not of any zone: the zones need not be read.
  if p_max_share_percent > 0 and 100 * (sites + site_nights) > 21 * p_max_share_percent then
    select min(requested.line)
    into too_large
    from unnest(p_zone_ids, p_quantities) with ordinality as requested (zone_id, quantity, line)
    join booking.zone on zone.id = requested.zone_id
    where zone.total_sites > 20
      and zone.total_sites::bigint * p_max_share_percent < 100 * (
        requested.quantity::bigint
        + coalesce((
          select max(night.sites)
          from (
            select sum(booking_zone.quantity) as sites
            from booking.booking_zone
            join generate_series(0, upper(p_stay) - lower(p_stay) - 1) as night_number
              on booking_zone.stay @> (lower(p_stay) + night_number)
            where booking_zone.booking_id = any (held) and booking_zone.zone_id = requested.zone_id
            group by night_number
          ) night
        ), 0)
      );
    if too_large is not null then
      raise exception 'too_large_share' using errcode = 'CS013', detail = format('zones.%s.quantity', too_large - 1);
    end if;
  end if;

  if p_rentals = '[]' then
    return;
  end if;

  select coalesce(sum(quantity), 0) + (select sum((rental ->> 'quantity')::bigint) from jsonb_array_elements(p_rentals) rental)
  into pieces
  from booking.rental_reservation
  where booking_id = any (held);
  if p_max_pieces > 0 and pieces > p_max_pieces then
    raise exception 'too_many_pieces' using errcode = 'CS012';
  end if;

  if p_max_share_percent > 0 then
    select jsonb_object_agg(stock.variant_id, stock.on_hand)
    into on_hand
    from inventory.lock_stock(
      array(select rental ->> 'rentalSkuVariantId' from jsonb_array_elements(p_rentals) rental),
      p_rentals -> 0 ->> 'locationId'
    ) stock;

    select min(requested.line)
    into too_large
    from jsonb_to_recordset(p_rentals)
      as requested (line integer, "rentalSkuVariantId" text, "locationId" text, quantity bigint)
    where (on_hand ->> requested."rentalSkuVariantId")::bigint > 20
      and (on_hand ->> requested."rentalSkuVariantId")::bigint * p_max_share_percent < 100 * (
        requested.quantity
        + coalesce((
          select sum(quantity)
          from booking.rental_reservation
          where booking_id = any (held)
            and variant_id = requested."rentalSkuVariantId"
            and location_id = requested."locationId"
            and stay && p_stay
        ), 0)
      );
    if too_large is not null then
      raise exception 'too_large_share' using errcode = 'CS013', detail = format('rentals.%s.quantity', too_large);
    end if;
  end if;
end
$$;
