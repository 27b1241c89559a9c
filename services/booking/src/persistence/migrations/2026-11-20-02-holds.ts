import { acquireIdempotencyKey, releaseIdempotencyKey } from '@campstore/holds/idempotency'
import { outboxInsert } from '@campstore/messaging/outbox'
import { Migration } from '@mikro-orm/migrations'

/** The rules of capacity and the one function that takes a hold. */
export class Holds extends Migration {
  override up(): void {
    this.addSql(closuresTouchingFunction)
    this.addSql(remainingSitesFunction)
    this.addSql(reservedRentalsFunction)
    this.addSql(lockAndJudgeFunction)
    this.addSql(holdStayFunction)
  }
}

/**
 * Closures of a campground that close a night of a stay (decisions.md, 4). A set, and not a yes or no, so that PostgreSQL
 * plans it as part of the statement that asks.
 */
const closuresTouchingFunction = /* sql */ `
create function booking.closures_touching(of_campground_id text, stay daterange) returns table (closure_id bigint)
language sql
stable
as $$
  select closure.id
  from booking.closure
  where closure.campground_id = of_campground_id
    and case closure.closure_type
      when 'date_range' then daterange(closure.start_date, closure.end_date, '[]') && stay
      else exists (
        select
        from generate_series(0, upper(stay) - lower(stay) - 1) as night_number
        where extract(dow from lower(stay) + night_number) = closure.weekday
          and daterange(closure.effective_from, closure.effective_to, '[]') @> (lower(stay) + night_number)
      )
    end
$$;
`

/**
 * Sites of each zone that remain on every night of a stay: the total minus the fullest night's quantity, over bookings
 * whose status the policy says occupies (interface.md, availability, rule 2). An inactive zone has none.
 */
const remainingSitesFunction = /* sql */ `
create function booking.remaining_sites(zone_ids text[], of_stay daterange)
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
        select booking_zone.stay, booking_zone.quantity
        from booking.booking_zone
        where booking_zone.zone_id = zone.id
          and booking_zone.stay && of_stay
          and booking_zone.status <> 'cancelled'
          and booking_zone.status = any ((select occupying_statuses from booking.policy where id = 1)::text[])
      ) held
      join generate_series(0, upper(of_stay) - lower(of_stay) - 1) as night_number
        on held.stay @> (lower(of_stay) + night_number)
      group by night_number
    ) night
  ) fullest_night on true
  where zone.id = any (zone_ids)
$$;
`

/** Units of a variant that active reservations overlapping a stay have taken (booking checkout, rule 8). */
const reservedRentalsFunction = /* sql */ `
create function booking.reserved_rentals(of_variant_id text, at_location_id text, of_stay daterange) returns bigint
language sql
stable
as $$
  select coalesce(sum(rental_reservation.quantity), 0)
  from booking.rental_reservation
  where rental_reservation.variant_id = of_variant_id
    and rental_reservation.location_id = at_location_id
    and rental_reservation.stay && of_stay
    and rental_reservation.status = 'active'
$$;
`

/**
 * Locks the zones of a request, then its rental stock, and answers why it cannot be held: \`zone_unavailable\`,
 * \`rental_stock_insufficient\`, or null. Locking and counting are statements of their own: each statement sees what was
 * committed before it began, so a count must begin after its lock is held.
 */
const lockAndJudgeFunction = /* sql */ `
create function booking.lock_and_judge(of_campground_id text, of_stay daterange, zones jsonb, rentals jsonb) returns text
language plpgsql
as $$
declare
  zone_ids constant text[] := array(select zone ->> 'zoneId' from jsonb_array_elements(zones) zone);
  on_hand jsonb;
begin
  perform
  from booking.zone
  where zone.id = any (zone_ids)
  order by zone.id
  for no key update;

  if exists (select from booking.closures_touching(of_campground_id, of_stay)) then
    return 'zone_unavailable';
  end if;

  perform
  from jsonb_to_recordset(zones) as requested ("zoneId" text, quantity integer)
  left join booking.remaining_sites(zone_ids, of_stay) free on free.zone_id = requested."zoneId"
  where requested.quantity > coalesce(free.remaining, 0);
  if found then
    return 'zone_unavailable';
  end if;

  if rentals = '[]' then
    return null;
  end if;

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
    return 'rental_stock_insufficient';
  end if;
  return null;
end
$$;
`

/**
 * Takes a hold in one round trip: key, zones, stock, then everything that is written, in the documented lock order
 * (booking checkout, rules 3, 5, 8 and 9). Nothing is left behind unless the outcome is \`held\`.
 *
 * Outcomes: \`held\`; \`replayed\` with the first response; \`key_reused\`; \`zone_unavailable\`; \`rental_stock_insufficient\`.
 */
const holdStayFunction = /* sql */ `
create function booking.hold_stay(
  held booking.booking,
  zones jsonb,
  rentals jsonb,
  with_key text,
  with_fingerprint text,
  first_response json,
  messages jsonb,
  out outcome text,
  out stored_response json
)
language plpgsql
as $$
declare
  of_stay constant daterange := daterange(held.check_in, held.check_out);
begin
  ${acquireIdempotencyKey('booking', 'held.created_at')}
  outcome := booking.lock_and_judge(held.campground_id, of_stay, zones, rentals);
  if outcome is not null then
    ${releaseIdempotencyKey('booking')}
    return;
  end if;

  insert into booking.booking values (held.*);

  insert into booking.booking_zone
  select held.id, zone.*, of_stay, held.status
  from jsonb_to_recordset(zones) as zone (
    "zoneId" text, line integer, type text, "priceWeekday" numeric, "priceHoliday" numeric, quantity integer,
    "lineTotal" numeric
  );

  if rentals <> '[]' then
    insert into booking.rental_reservation
    select held.id, rental.*, of_stay, 'active', null
    from jsonb_to_recordset(rentals) as rental (
      "rentalListingId" text, line integer, "rentalSkuVariantId" text, "locationId" text, sku text, name text,
      specification text, "priceWeekday" numeric, "priceHoliday" numeric, "discountRate" numeric, quantity integer,
      "lineTotal" numeric
    );
  end if;

  insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id)
  values (held.id, null, held.status, held.created_at, 'member', held.customer_id);

  ${outboxInsert('booking', 'messages')};

  outcome := 'held';
end
$$;
`
