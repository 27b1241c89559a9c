import { Migration } from '@mikro-orm/migrations'
import { cjkNgrams, searchedText, sortColumns, tierOfRow } from '../customer-search.ts'

/** Tags of customers, and how administrators find customers. */
export class Administration extends Migration {
  override up(): void {
    this.addSql(tags)
    this.addSql(customersAreSorted)
    this.addSql(customersAreSearched)
  }
}

const tags = /* sql */ `
create table member.tag (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null
);

create table member.customer_tag (
  customer_id text not null references member.customer,
  tag_id text not null references member.tag,
  primary key (customer_id, tag_id)
);
create index customer_tag_customers on member.customer_tag (tag_id, customer_id);
`

/** One index per sort field, and one per filter in the usual order. */
const customersAreSorted = /* sql */ `
create index customer_registered on member.customer (${sortColumns.registeredAt}, id);
create index customer_spending on member.customer (${sortColumns.totalSpent}, id);
create index customer_name on member.customer (${sortColumns.name}, id);
create index customer_points on member.customer (${sortColumns.points}, id);
create index customer_updated on member.customer (${sortColumns.updatedAt}, id);
create index customer_status on member.customer (status, registered_at, id);
create index customer_tier on member.customer (${tierOfRow}, registered_at, id) include (total_spent, status);
`

// With the usual hundred samples a text that one customer in a thousand has looks like one that many have.
const customersAreSearched = /* sql */ `
alter table member.customer
  add column wide_letters text generated always as (${cjkNgrams}) stored;
alter table member.customer alter column wide_letters set statistics 1000;
create index customer_wide_letters on member.customer using gin (wide_letters gin_trgm_ops);
create index customer_search on member.customer using gin (${searchedText} gin_trgm_ops);
alter index member.customer_search alter column 1 set statistics 1000;
`
