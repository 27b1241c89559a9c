import { Migration } from '@mikro-orm/migrations'

/** How administrators find bookings, and those that a closure touches. */
export class Administration extends Migration {
  override up(): void {
    this.addSql(soughtColumns)
    this.addSql(describeBooking)
    this.addSql(soughtByIndex)
  }
}

/** What is searched and filtered but was not a column of its own. */
const soughtColumns = /* sql */ `
alter table booking.booking
  add column has_rental boolean not null default false,
  add column search_text text not null default '';
-- How often a text occurs decides between walking a sorted index and the search index; a larger sample tells it better.
alter table booking.booking alter column search_text set statistics 500;
`

/**
 * Whatever writes a booking, its search text follows from it (decisions.md, 9). Characters beyond ASCII are written three
 * times: a trigram index knows texts by three characters in a row, and names have two or three, of which people type one.
 * A booking that does not say whether it has a rental, as one of the version before this, is taken to have none.
 */
const describeBooking = /* sql */ `
create function booking.describe_booking() returns trigger
language plpgsql
as $$
begin
  new.has_rental := coalesce(new.has_rental, false);
  new.search_text := regexp_replace(
    concat_ws(E'\\n', new.id, new.campground_name, new.customer_name, new.customer_email),
    '[^\\u0001-\\u007f]', '\\&\\&\\&', 'g'
  );
  return new;
end
$$;
create trigger describe_booking before insert or update of id, campground_name, customer_name, customer_email
  on booking.booking for each row execute function booking.describe_booking();

update booking.booking
set id = id,
  has_rental = exists (select from booking.rental_reservation where rental_reservation.booking_id = booking.id);
`

/** One index per sort field, one per filter in the usual order, one for what is searched, one for what a closure touches. */
const soughtByIndex = /* sql */ `
create index booking_created on booking.booking (created_at, id);
create index booking_check_in on booking.booking (check_in, id)
  include (created_at, status, payment_status, campground_id, region, has_rental);
create index booking_check_out on booking.booking (check_out, id);
create index booking_final_amount on booking.booking (final_amount, id);
create index booking_updated on booking.booking (updated_at, id);
create index booking_status on booking.booking (status, created_at, id)
  include (payment_status, campground_id, region, has_rental, check_in);
create index booking_payment_status on booking.booking (payment_status, created_at, id);
create index booking_of_campground on booking.booking (campground_id, created_at, id);
create index booking_of_region on booking.booking (region, created_at, id);
create index booking_has_rental on booking.booking (has_rental, created_at, id);
create index booking_search on booking.booking using gin (search_text gin_trgm_ops);
create index booking_stay on booking.booking using gist (campground_id, status, daterange(check_in, check_out));
`
