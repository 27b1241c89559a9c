-- Takes the hold of a booking in one round trip and one transaction, in the documented lock order: the idempotency key, the member
-- where anything is limited, zones, stock, then everything that is written
-- (docs/contract/booking.md#checkout, rules 3, 5, 8 and 9). A refusal is an exception, so it writes nothing.
--
-- The booking is a row; what a process of the version before does not know of it is null. Its zones are arrays: as rows they cost
-- 6 % of the call.
--
-- Returns null when the hold is taken, or the first response when the same request has taken it before.
--
-- Refusals (src/persistence/refusals.ts): CS001 idempotency_key_reused, those of booking.lock_and_check_capacity, then those of
-- booking.check_member_limits.
--
-- Every statement runs by its generic plan: a plan for the values of one call costs more than the call.
create or replace function booking.take_hold(
  p_booking booking.booking,
  p_zone_ids text[],
  p_zone_types text[],
  p_weekday_prices numeric[],
  p_holiday_prices numeric[],
  p_quantities integer[],
  p_line_totals numeric[],
  p_rentals jsonb,
  p_key text,
  p_fingerprint text,
  p_response json,
  p_messages jsonb,
  p_max_open_holds integer,
  p_max_site_nights integer,
  p_max_pieces integer,
  p_max_share_percent integer
) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  stay constant daterange := daterange(p_booking.check_in, p_booking.check_out);
  has_rentals constant boolean := p_rentals <> '[]';
  is_limited constant boolean :=
    greatest(p_max_open_holds, p_max_site_nights, p_max_pieces, p_max_share_percent) > 0;
  earlier record;
begin
  {{take_key}}

  {{lock_member}}

  perform booking.lock_and_check_capacity(p_booking.campground_id, stay, p_zone_ids, p_quantities, p_rentals);

  if is_limited then
    perform booking.check_member_limits(
      p_booking.customer_id, stay, p_zone_ids, p_quantities, p_rentals, p_max_open_holds, p_max_site_nights, p_max_pieces,
      p_max_share_percent
    );
  end if;

  with new_booking as (
    insert into booking.booking (has_rental, {{columns}})
    values (has_rentals, {{values}})
  ),
  new_zones as (
    insert into booking.booking_zone (
      booking_id, zone_id, line, type, price_weekday, price_holiday, quantity, line_total, stay, status
    )
    select
      p_booking.id, zone.id, zone.line - 1, zone.type, zone.price_weekday, zone.price_holiday, zone.quantity,
      zone.line_total, stay, p_booking.status
    from unnest(p_zone_ids, p_zone_types, p_weekday_prices, p_holiday_prices, p_quantities, p_line_totals) with ordinality
      as zone (id, type, price_weekday, price_holiday, quantity, line_total, line)
  ),
  new_history as (
    insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id)
    values (p_booking.id, null, p_booking.status, p_booking.created_at, 'member', p_booking.customer_id)
  )
  {{publish}};

  if has_rentals then
    insert into booking.rental_reservation (
      booking_id, rental_listing_id, line, variant_id, location_id, sku, name, specification, price_weekday,
      price_holiday, discount_rate, quantity, line_total, stay, status
    )
    select p_booking.id, rental.*, stay, 'active'
    from jsonb_to_recordset(p_rentals) as rental (
      "rentalListingId" text, line integer, "rentalSkuVariantId" text, "locationId" text, sku text, name text,
      specification text, "priceWeekday" numeric, "priceHoliday" numeric, "discountRate" numeric, quantity integer,
      "lineTotal" numeric
    );
  end if;
  return null;
end
$$;
