import { giveKeyBack, requireFewOpenHolds, takeIdempotencyKey } from '@campstore/holds/idempotency'
import { outboxInsert } from '@campstore/messaging/outbox'
import { Migration } from '@mikro-orm/migrations'

/**
 * What a hold pays for the administration's lists: one index in their usual order that has everything they filter and sort by,
 * and one of what they search, instead of twelve.
 */
export class FewerIndexes extends Migration {
  override up(): void {
    this.addSql(droppedIndexes)
    this.addSql(searchTextFunction)
    this.addSql(oneIndexForLists)
    this.addSql(holdStayFunction)
  }
}

const droppedIndexes = /* sql */ `
drop index
  booking.booking_created,
  booking.booking_check_in,
  booking.booking_check_out,
  booking.booking_final_amount,
  booking.booking_updated,
  booking.booking_status,
  booking.booking_payment_status,
  booking.booking_of_campground,
  booking.booking_of_region,
  booking.booking_has_rental,
  booking.booking_stay,
  booking.booking_search;
`

/** As before, and in lower case: to compare without regard to case lowers every text again, at ten times the cost of comparing. */
const searchTextFunction = /* sql */ `
create or replace function booking.search_text(id text, campground_name text, customer_name text, customer_email text)
returns text
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

/**
 * A list is found in the first index alone, by walking it, or by reading and sorting all of it, which for a million bookings
 * takes a fifth of a second. What is filtered and sorted by is in it.
 */
const oneIndexForLists = /* sql */ `
create index booking_created on booking.booking (created_at, id)
  include (status, payment_status, campground_id, region, has_rental, check_in, check_out, final_amount, updated_at);
create index booking_search on booking.booking using gin (search_text gin_trgm_ops);
`

/** What the index of short stays takes as short. */
const shortStay = 7

/**
 * Takes a hold in one round trip: key, the member's open holds where they are limited, zones, stock, then everything that is
 * written, in the documented lock order (booking checkout, rules 3, 5, 8 and 9). Locking and counting are statements of
 * their own: each statement sees what was committed before it began, so a count must begin after its lock is held. Nothing
 * is left behind unless the outcome is \`held\`. As before, but that nights are counted one by one only where the bookings of all
 * of them together might leave too little.
 *
 * Outcomes: \`held\`; \`replayed\` with the first response; \`key_reused\`; \`too_many_open\`; \`zone_unavailable\`;
 * \`rental_stock_insufficient\`.
 *
 * Every statement runs by its generic plan: a plan for the values of one call costs more than the call.
 */
const holdStayFunction = /* sql */ `
create or replace function booking.hold_stay(
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
  ${takeIdempotencyKey('booking', 'at', 'of_customer_id')}
  ${requireFewOpenHolds('booking.booking', "status = 'pending' and payment_status = 'unpaid'")}
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
    ${giveKeyBack('booking', 'of_customer_id')}
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
