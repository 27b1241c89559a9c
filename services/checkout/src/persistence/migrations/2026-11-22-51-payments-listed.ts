import { paymentNotificationIndexes } from '@campstore/holds/tables'
import { Migration } from '@mikro-orm/migrations'

/** How administrators find payments, newest first. */
export class PaymentsListed extends Migration {
  override up(): void {
    this.addSql(paymentNotificationIndexes('checkout'))
  }
}
