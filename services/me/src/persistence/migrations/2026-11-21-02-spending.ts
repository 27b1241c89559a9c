import { Migration } from '@mikro-orm/migrations'

/** What customers have paid for, one row per booking or order, and what checkout may ask about customers. */
export class Spending extends Migration {
  override up(): void {
    this.addSql(purchase)
    this.addSql(publishedToCheckout)
  }
}

const purchase = /* sql */ `
-- Projected from events. The key makes a repeated event change nothing, whatever its id.
create table member.purchase (
  kind text not null check (kind in ('booking', 'order')),
  subject_id text not null,
  customer_id text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  paid_at timestamptz not null,
  primary key (kind, subject_id)
);
create index purchase_of_customer on member.purchase (customer_id);
`

const publishedToCheckout = /* sql */ `
grant usage on schema member to campstore_checkout;
grant select on member.customer_principal to campstore_checkout;
grant execute on function member.resolve_customer to campstore_checkout;
`
