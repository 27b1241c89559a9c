-- For processes of the version before, which call it: booking.take_hold has taken its place, and it goes with the next release.
--
-- Takes a hold in one round trip and one transaction, in the documented lock order: the idempotency key, the member where
-- anything is limited, zones, stock, then everything that is written
-- (docs/contract/booking.md#checkout, rules 3, 5, 8 and 9). A refusal is an exception, so it writes nothing.
--
-- Returns null when the hold is taken, or the first response when the same request has taken it before.
--
-- Refusals (src/persistence/refusals.ts): CS001 idempotency_key_reused, those of booking.lock_and_check_capacity, then those of
-- booking.check_member_limits. The last four parameters have defaults for processes of the version before.
--
-- Every statement runs by its generic plan: a plan for the values of one call costs more than the call.
create or replace function booking.hold_stay(
  p_booking_id text,
  p_customer_id text,
  p_customer_name text,
  p_customer_email text,
  p_campground_id text,
  p_campground_name text,
  p_region text,
  p_check_in date,
  p_check_out date,
  p_guest_count integer,
  p_weekday_count integer,
  p_holiday_count integer,
  p_zone_total numeric,
  p_rental_total numeric,
  p_discount numeric,
  p_final_amount numeric,
  p_status text,
  p_payment_status text,
  p_payment_method text,
  p_checkout_expires_at timestamptz,
  p_created_at timestamptz,
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
  p_max_site_nights integer default 0,
  p_max_pieces integer default 0,
  p_max_share_percent integer default 0,
  -- The version before knows proven addresses only.
  p_customer_email_verified boolean default true
) returns json
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  stay constant daterange := daterange(p_check_in, p_check_out);
  has_rentals constant boolean := p_rentals <> '[]';
  is_limited constant boolean :=
    greatest(p_max_open_holds, p_max_site_nights, p_max_pieces, p_max_share_percent) > 0;
  earlier record;
begin
  -- A concurrent request with the same key waits here until the first one has ended.
  insert into booking.idempotency_key (customer_id, key, fingerprint, response, created_at)
  values (p_customer_id, p_key, p_fingerprint, p_response, p_created_at)
  on conflict do nothing;
  if not found then
    select idempotency_key.fingerprint, idempotency_key.response
    into earlier
    from booking.idempotency_key
    where idempotency_key.customer_id = p_customer_id and idempotency_key.key = p_key;
    -- The key was deleted meanwhile, so nothing may be concluded: the request can be repeated.
    if not found then
      raise exception 'the idempotency key was deleted' using errcode = 'serialization_failure';
    end if;
    if earlier.fingerprint <> p_fingerprint then
      raise exception 'idempotency_key_reused' using errcode = 'CS001';
    end if;
    return earlier.response;
  end if;

  -- The holds of one customer are counted and taken one after another, under an advisory lock until the end of the transaction.
  -- It is taken before the shared rows are locked, and used after, so that a limit hides no other answer.
  if is_limited then
    perform pg_advisory_xact_lock(
      hashtextextended('open holds of ' || p_customer_id, 'booking.booking'::regclass::oid::bigint)
    );
  end if;

  perform booking.lock_and_check_capacity(p_campground_id, stay, p_zone_ids, p_quantities, p_rentals);

  if is_limited then
    perform booking.check_member_limits(
      p_customer_id, stay, p_zone_ids, p_quantities, p_rentals, p_max_open_holds, p_max_site_nights, p_max_pieces,
      p_max_share_percent
    );
  end if;

  with new_booking as (
    insert into booking.booking (
      id, customer_id, customer_name, customer_email, campground_id, campground_name, region, check_in, check_out,
      guest_count, weekday_count, holiday_count, zone_total, rental_total, discount, final_amount, status,
      payment_status, payment_method, paid_at, checkout_expires_at, created_at, updated_at, has_rental,
      customer_email_verified
    )
    values (
      p_booking_id, p_customer_id, p_customer_name, p_customer_email, p_campground_id, p_campground_name, p_region,
      p_check_in, p_check_out, p_guest_count, p_weekday_count, p_holiday_count, p_zone_total, p_rental_total, p_discount,
      p_final_amount, p_status, p_payment_status, p_payment_method, null, p_checkout_expires_at, p_created_at,
      p_created_at, has_rentals, p_customer_email_verified
    )
  ),
  new_zones as (
    insert into booking.booking_zone (
      booking_id, zone_id, line, type, price_weekday, price_holiday, quantity, line_total, stay, status
    )
    select
      p_booking_id, zone.id, zone.line - 1, zone.type, zone.price_weekday, zone.price_holiday, zone.quantity,
      zone.line_total, stay, p_status
    from unnest(p_zone_ids, p_zone_types, p_weekday_prices, p_holiday_prices, p_quantities, p_line_totals) with ordinality
      as zone (id, type, price_weekday, price_holiday, quantity, line_total, line)
  ),
  new_history as (
    insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id)
    values (p_booking_id, null, p_status, p_created_at, 'member', p_customer_id)
  )
  insert into booking.outbox (message_id, exchange, routing_key, content_type, mandatory, subject, body, traceparent)
  select "messageId", exchange, "routingKey", "contentType", mandatory, subject, body, traceparent
  from rows from (
    jsonb_to_recordset(p_messages) as (
      "messageId" text, exchange text, "routingKey" text, "contentType" text, mandatory boolean, subject text, body jsonb,
      traceparent text
    )
  ) with ordinality as message
  order by ordinality;

  if has_rentals then
    insert into booking.rental_reservation (
      booking_id, rental_listing_id, line, variant_id, location_id, sku, name, specification, price_weekday,
      price_holiday, discount_rate, quantity, line_total, stay, status
    )
    select p_booking_id, rental.*, stay, 'active'
    from jsonb_to_recordset(p_rentals) as rental (
      "rentalListingId" text, line integer, "rentalSkuVariantId" text, "locationId" text, sku text, name text,
      specification text, "priceWeekday" numeric, "priceHoliday" numeric, "discountRate" numeric, quantity integer,
      "lineTotal" numeric
    );
  end if;
  return null;
end
$$;
