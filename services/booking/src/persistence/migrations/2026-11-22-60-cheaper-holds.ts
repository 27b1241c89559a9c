import { acquireIdempotencyKey, enforceOpenHoldLimit, releaseIdempotencyKey } from '@campstore/holds/idempotency'
import { outboxInsert } from '@campstore/messaging/outbox'
import { Migration } from '@mikro-orm/migrations'

/**
 * A hold in fewer statements, none of which is planned anew, and the limit of open holds. The function of the same name with
 * one row for a booking stays for processes of the version before this; nothing else calls it.
 */
export class CheaperHolds extends Migration {
  override up(): void {
    this.addSql(searchTextFunction)
    this.addSql(describeBookingSeldom)
    this.addSql(openBookings)
    this.addSql(occupancyByCheckIn)
    this.addSql(remainingSitesFunction)
    this.addSql(holdStayFunction)
  }
}

/**
 * The text that administrators search a booking by, in lower case: to compare without regard to case lowers every text again, at
 * ten times the cost of comparing. Most are ASCII, and spare the regular expression.
 */
const searchTextFunction = /* sql */ `
create function booking.search_text(id text, campground_name text, customer_name text, customer_email text) returns text
language plpgsql
immutable
as $$
declare
  plain constant text := concat_ws(E'\\n', id, campground_name, customer_name, customer_email);
begin
  if octet_length(plain) = char_length(plain) then
    return lower(plain);
  end if;
  return lower(regexp_replace(plain, '[^\\u0001-\\u007f]', '\\&\\&\\&', 'g'));
end
$$;

update booking.booking set search_text = lower(search_text) where search_text <> lower(search_text);
`

/** A hold says both itself, so that the trigger need not be called for it. Whatever else writes a booking is described as before. */
const describeBookingSeldom = /* sql */ `
create or replace function booking.describe_booking() returns trigger
language plpgsql
as $$
begin
  new.has_rental := coalesce(new.has_rental, false);
  new.search_text := booking.search_text(new.id, new.campground_name, new.customer_name, new.customer_email);
  return new;
end
$$;

drop trigger describe_booking on booking.booking;
create trigger describe_booking before insert on booking.booking
  for each row when (new.search_text = '' or new.search_text is null or new.has_rental is null)
  execute function booking.describe_booking();
create trigger describe_changed_booking before update of id, campground_name, customer_name, customer_email
  on booking.booking for each row execute function booking.describe_booking();
`

/** What a member holds without having paid, to be counted. */
const openBookings = /* sql */ `
create index booking_open_of_customer on booking.booking (customer_id)
  where status = 'pending' and payment_status = 'unpaid';
`

/** Stays of at most so many nights are found by their check-in, which cannot lie further back than that. */
const shortStay = 7

/**
 * Nearly all stays are short, and a B-tree is written and read at a tenth of the cost of a GiST index of texts and ranges, which
 * for four overlapping stays among 100,000 read 159 pages. The few longer ones are found by their range as before.
 */
const occupancyByCheckIn = /* sql */ `
create index booking_zone_short_stays on booking.booking_zone (zone_id, lower(stay)) include (stay, quantity, status)
  where status <> 'cancelled' and upper(stay) - lower(stay) <= ${shortStay};
create index booking_zone_long_stays on booking.booking_zone using gist (zone_id, stay) include (quantity, status)
  where status <> 'cancelled' and upper(stay) - lower(stay) > ${shortStay};
drop index booking.booking_zone_occupancy;
`

/** As before, over the two indexes. */
const remainingSitesFunction = /* sql */ `
create or replace function booking.remaining_sites(zone_ids text[], of_stay daterange)
returns table (zone_id text, campground_id text, remaining integer)
language sql
stable
as $$
  select
    zone.id,
    zone.campground_id,
    case
      when zone.active then greatest(zone.total_sites - coalesce(fullest_night.occupied, 0), 0)
      else 0
    end::integer
  from booking.zone
  left join lateral (
    select max(night.occupied) as occupied
    from (
      select sum(held.quantity) as occupied
      from (
        select short.stay, short.quantity
        from booking.booking_zone short
        where short.zone_id = zone.id
          and lower(short.stay) > lower(of_stay) - ${shortStay}
          and lower(short.stay) < upper(of_stay)
          and upper(short.stay) > lower(of_stay)
          and upper(short.stay) - lower(short.stay) <= ${shortStay}
          and short.status <> 'cancelled'
          and short.status = any ((select occupying_statuses from booking.policy where id = 1)::text[])
        union all
        select long.stay, long.quantity
        from booking.booking_zone long
        where long.zone_id = zone.id
          and long.stay && of_stay
          and upper(long.stay) - lower(long.stay) > ${shortStay}
          and long.status <> 'cancelled'
          and long.status = any ((select occupying_statuses from booking.policy where id = 1)::text[])
      ) held
      join generate_series(0, upper(of_stay) - lower(of_stay) - 1) as night_number
        on held.stay @> (lower(of_stay) + night_number)
      group by night_number
    ) night
  ) fullest_night on true
  where zone.id = any (zone_ids)
$$;
`

/**
 * Takes a hold in one round trip: key, the member's open holds where they are limited, zones, stock, then everything that is
 * written, in the documented lock order (booking checkout, rules 3, 5, 8 and 9). Locking and counting are statements of
 * their own: each statement sees what was committed before it began, so a count must begin after its lock is held. Nothing
 * is left behind unless the outcome is \`held\`. Nights are counted one by one only where the bookings of all
 * of them together might leave too little.
 *
 * Outcomes: \`held\`; \`replayed\` with the first response; \`key_reused\`; \`too_many_open\`; \`zone_unavailable\`;
 * \`rental_stock_insufficient\`.
 *
 * Every statement runs by its generic plan: a plan for the values of one call costs more than the call.
 */
const holdStayFunction = /* sql */ `
create function booking.hold_stay(
  held_id text,
  of_customer_id text,
  of_customer_name text,
  of_customer_email text,
  at_campground_id text,
  at_campground_name text,
  in_region text,
  of_check_in date,
  of_check_out date,
  for_guests integer,
  weekdays integer,
  holidays integer,
  of_zones numeric,
  of_rentals numeric,
  less_discount numeric,
  amount numeric,
  in_status text,
  in_payment_status text,
  by_payment_method text,
  expires_at timestamptz,
  at timestamptz,
  zone_ids text[],
  zone_types text[],
  weekday_prices numeric[],
  holiday_prices numeric[],
  quantities integer[],
  line_totals numeric[],
  rentals jsonb,
  with_key text,
  with_fingerprint text,
  first_response json,
  messages jsonb,
  most_open integer,
  out outcome text,
  out stored_response json
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  of_stay constant daterange := daterange(of_check_in, of_check_out);
  has_rentals constant boolean := rentals <> '[]';
  on_hand jsonb;
begin
  ${acquireIdempotencyKey('booking', 'at', 'of_customer_id')}
  ${enforceOpenHoldLimit('booking.booking', "status = 'pending' and payment_status = 'unpaid'")}
  if outcome is null then
    perform
    from booking.zone
    where zone.id = any (zone_ids)
    order by zone.id
    for no key update;

    -- Whoever overlaps at all is at least as many as the fullest night has: most stays need no look at their nights.
    if exists (select from booking.closures_touching(at_campground_id, of_stay))
      or exists (
        select
        from unnest(zone_ids, quantities) as requested (zone_id, quantity)
        where requested.quantity > coalesce((
            select zone.total_sites
            from booking.zone
            where zone.id = requested.zone_id and zone.active
          ), 0)
          - coalesce((
            select sum(short.quantity)
            from booking.booking_zone short
            where short.zone_id = requested.zone_id
              and lower(short.stay) > of_check_in - ${shortStay}
              and lower(short.stay) < of_check_out
              and upper(short.stay) > of_check_in
              and upper(short.stay) - lower(short.stay) <= ${shortStay}
              and short.status <> 'cancelled'
          ), 0)
          - coalesce((
            select sum(long.quantity)
            from booking.booking_zone long
            where long.zone_id = requested.zone_id
              and long.stay && of_stay
              and upper(long.stay) - lower(long.stay) > ${shortStay}
              and long.status <> 'cancelled'
          ), 0)
      )
    then
      perform
      where exists (select from booking.closures_touching(at_campground_id, of_stay))
        or exists (
          select
          from unnest(zone_ids, quantities) as requested (zone_id, quantity)
          left join lateral booking.remaining_sites(array[requested.zone_id], of_stay) free on true
          where requested.quantity > coalesce(free.remaining, 0)
        );
      if found then
        outcome := 'zone_unavailable';
      end if;
    end if;

    if outcome is null and has_rentals then
      select jsonb_object_agg(stock.variant_id, stock.on_hand)
      into on_hand
      from inventory.lock_stock(
        array(select rental ->> 'rentalSkuVariantId' from jsonb_array_elements(rentals) rental),
        rentals -> 0 ->> 'locationId'
      ) stock;

      perform
      from jsonb_to_recordset(rentals) as requested ("rentalSkuVariantId" text, "locationId" text, quantity integer)
      where requested.quantity > coalesce((on_hand ->> requested."rentalSkuVariantId")::integer, 0)
        - booking.reserved_rentals(requested."rentalSkuVariantId", requested."locationId", of_stay);
      if found then
        outcome := 'rental_stock_insufficient';
      end if;
    end if;
  end if;

  if outcome is not null then
    ${releaseIdempotencyKey('booking', 'of_customer_id')}
    return;
  end if;

  with stored as (
    insert into booking.booking (
      id, customer_id, customer_name, customer_email, campground_id, campground_name, region, check_in, check_out,
      guest_count, weekday_count, holiday_count, zone_total, rental_total, discount, final_amount, status,
      payment_status, payment_method, paid_at, checkout_expires_at, created_at, updated_at, has_rental, search_text
    )
    values (
      held_id, of_customer_id, of_customer_name, of_customer_email, at_campground_id, at_campground_name, in_region,
      of_check_in, of_check_out, for_guests, weekdays, holidays, of_zones, of_rentals, less_discount, amount, in_status,
      in_payment_status, by_payment_method, null, expires_at, at, at, has_rentals,
      booking.search_text(held_id, at_campground_name, of_customer_name, of_customer_email)
    )
  ),
  stored_zones as (
    insert into booking.booking_zone
    select held_id, zone.id, zone.line - 1, zone.type, zone.price_weekday, zone.price_holiday, zone.quantity,
      zone.line_total, of_stay, in_status
    from unnest(zone_ids, zone_types, weekday_prices, holiday_prices, quantities, line_totals) with ordinality
      as zone (id, type, price_weekday, price_holiday, quantity, line_total, line)
  ),
  noted as (
    insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id)
    values (held_id, null, in_status, at, 'member', of_customer_id)
  )
  ${outboxInsert('booking', 'messages')};

  if has_rentals then
    insert into booking.rental_reservation
    select held_id, rental.*, of_stay, 'active', null
    from jsonb_to_recordset(rentals) as rental (
      "rentalListingId" text, line integer, "rentalSkuVariantId" text, "locationId" text, sku text, name text,
      specification text, "priceWeekday" numeric, "priceHoliday" numeric, "discountRate" numeric, quantity integer,
      "lineTotal" numeric
    );
  end if;

  outcome := 'held';
end
$$;
`
