import { Migration } from '@mikro-orm/migrations'

/** What the me service may see of bookings: what has been paid, and by whom. */
export class PaidBookings extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
create view booking.paid_booking as
  select id, customer_id, final_amount, paid_at
  from booking.booking
  where payment_status = 'paid';

grant usage on schema booking to campstore_me;
grant select on booking.paid_booking to campstore_me;
`)
  }
}
