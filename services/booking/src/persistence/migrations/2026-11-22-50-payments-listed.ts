import { paymentNotificationIndexes } from '@campstore/holds/tables'
import { Migration } from '@mikro-orm/migrations'

/** What the checkout service may see of payments for bookings: it lists the payments of both for administrators. */
export class PaymentsListed extends Migration {
  override up(): void {
    this.addSql(paymentNotificationIndexes('booking'))
    this.addSql(/* sql */ `
create view booking.received_payment as
  select
    event_id, type, target_id, amount, currency, payment_method, provider_trade_no, paid_at, outcome, reason, received_at
  from booking.payment_notification;

grant usage on schema booking to campstore_checkout;
grant select on booking.received_payment to campstore_checkout;
`)
  }
}
