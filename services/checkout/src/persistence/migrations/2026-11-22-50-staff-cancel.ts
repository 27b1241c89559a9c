import { Migration } from '@mikro-orm/migrations'

/** Staff may cancel an order as well as its member and the end of its hold. */
export class StaffCancel extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
alter table checkout.store_order
  drop constraint store_order_cancelled_because_check,
  add constraint store_order_cancelled_because_check check (cancelled_because in ('member', 'expired', 'staff'));
`)
  }
}
