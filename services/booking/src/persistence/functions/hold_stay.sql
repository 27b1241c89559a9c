-- For processes of the version before, which call it: booking.take_hold has taken its place. It goes with the next release, and with
-- it booking.lock_and_check_capacity, which only databases of the version before have.
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
language sql
as $$
  select booking.take_hold(
    jsonb_populate_record(null::booking.booking, jsonb_build_object(
      'id', p_booking_id, 'customer_id', p_customer_id, 'customer_name', p_customer_name,
      'customer_email', p_customer_email, 'customer_email_verified', p_customer_email_verified,
      'campground_id', p_campground_id, 'campground_name', p_campground_name, 'region', p_region,
      'check_in', p_check_in, 'check_out', p_check_out, 'guest_count', p_guest_count,
      'weekday_count', p_weekday_count, 'holiday_count', p_holiday_count, 'zone_total', p_zone_total,
      'rental_total', p_rental_total, 'discount', p_discount, 'final_amount', p_final_amount, 'status', p_status,
      'payment_status', p_payment_status, 'payment_method', p_payment_method,
      'checkout_expires_at', p_checkout_expires_at, 'created_at', p_created_at, 'updated_at', p_created_at
    )),
    p_zone_ids, p_zone_types, p_weekday_prices, p_holiday_prices, p_quantities, p_line_totals, p_rentals, p_key,
    p_fingerprint, p_response, p_messages, p_max_open_holds, p_max_site_nights, p_max_pieces, p_max_share_percent
  );
$$;
