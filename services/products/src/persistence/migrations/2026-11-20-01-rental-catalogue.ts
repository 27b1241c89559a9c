import { lockStockFunction } from '@campstore/inventory/lock-stock'
import { Migration } from '@mikro-orm/migrations'

/** Equipment items with their SKUs and variants, locations and stock: what rentals need of the catalogue. */
export class RentalCatalogue extends Migration {
  override up(): void {
    this.addSql(catalogueTables)
    this.addSql(inventoryTables)
    this.addSql(lockStockFunction)
    this.addSql(publishedToBooking)
  }
}

const catalogueTables = /* sql */ `
create table catalog.equipment_item (
  id text primary key,
  name text not null,
  category text,
  brand text,
  description text,
  active boolean not null default true
);

create table catalog.sku (
  id text primary key,
  item_id text not null references catalog.equipment_item,
  code text not null,
  active boolean not null default true
);
create unique index sku_code on catalog.sku (lower(code));
create index sku_item on catalog.sku (item_id);

create table catalog.variant (
  id text primary key,
  sku_id text not null references catalog.sku,
  color text,
  size text,
  specification text not null,
  active boolean not null default true
);
create index variant_sku on catalog.variant (sku_id);
`

const inventoryTables = /* sql */ `
create table inventory.location (
  id text primary key,
  name text not null,
  kind text not null check (kind in ('store', 'rental')),
  campground_id text,
  active boolean not null default true,
  check ((kind = 'rental') = (campground_id is not null))
);
create unique index location_of_campground on inventory.location (campground_id) where kind = 'rental';

create table inventory.stock (
  variant_id text not null references catalog.variant,
  location_id text not null references inventory.location,
  on_hand integer not null check (on_hand >= 0),
  primary key (variant_id, location_id)
);
`

/** What the booking service may see: names and usability of variants, its campgrounds' rental locations, locked stock. */
const publishedToBooking = /* sql */ `
create view catalog.rental_variant as
  select
    variant.id as variant_id,
    sku.code as sku,
    item.name as item_name,
    variant.specification,
    variant.active and sku.active as sku_usable,
    item.active as item_usable
  from catalog.variant
  join catalog.sku on sku.id = variant.sku_id
  join catalog.equipment_item item on item.id = sku.item_id;

create view inventory.rental_location as
  select location.id as location_id, location.campground_id
  from inventory.location
  where location.kind = 'rental' and location.active;

grant usage on schema catalog, inventory to campstore_booking;
grant select on catalog.rental_variant, inventory.rental_location to campstore_booking;
grant execute on function inventory.lock_stock to campstore_booking;
`
