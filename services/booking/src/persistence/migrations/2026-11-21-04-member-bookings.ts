import { Migration } from '@mikro-orm/migrations'

/** What the me service shows to administrators of a customer's bookings. */
export class MemberBookings extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
create view booking.member_booking as
  select
    id, customer_id, status, payment_status, campground_name, region, check_in, check_out, guest_count, final_amount,
    created_at
  from booking.booking;

grant select on booking.member_booking to campstore_me;
`)
  }
}
