import { storeStockFunctions } from '@campstore/inventory/store-stock'
import { Migration } from '@mikro-orm/migrations'
import { whiteSpace } from '../white-space.ts'

/** Products that are sold, their pictures, what is reserved of stock and how it moves. */
export class StoreCatalogue extends Migration {
  override up(): void {
    this.addSql(productTables)
    this.addSql(stockTables)
    for (const storeStockFunction of storeStockFunctions) this.addSql(storeStockFunction)
    this.addSql(listingTables)
    this.addSql(refreshListing)
    for (const [table, itemsChanged] of watchedTables) for (const sql of watch(table, itemsChanged)) this.addSql(sql)
    this.addSql(publishedToCheckout)
  }
}

const productTables = /* sql */ `
alter table catalog.variant
  add column price numeric(12, 2) check (price >= 0),
  add column created_at timestamptz not null default now();

-- An equipment item that is sold: the item and its variants say what it is, the product whether and how it is offered.
create table catalog.product (
  id text primary key,
  item_id text not null unique references catalog.equipment_item,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table catalog.product_image (
  product_id text not null references catalog.product,
  position integer not null check (position >= 0),
  path text not null,
  primary key (product_id, position)
);

-- Pictures that this service itself gives out, by their name.
create table catalog.picture (
  name text primary key check (name ~ '^[A-Za-z0-9_-]{1,100}\\.[a-z]{2,4}$'),
  media_type text not null,
  content bytea not null
);
`

const stockTables = /* sql */ `
-- What active reservations of orders hold of this stock; rentals count their own by dates.
alter table inventory.stock add column reserved integer not null default 0 check (reserved >= 0);
-- A row is rewritten with every hold: room on its page keeps that cheap, and the dead versions must go soon.
alter table inventory.stock set (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.01);

create table inventory.movement (
  id bigint generated always as identity primary key,
  variant_id text not null references catalog.variant,
  location_id text not null references inventory.location,
  quantity_delta integer not null check (quantity_delta <> 0),
  reason text not null,
  on_hand_after integer not null check (on_hand_after >= 0),
  created_by text not null,
  created_at timestamptz not null
);
create index movement_of_variant on inventory.movement (variant_id, id desc);
create index movement_of_location on inventory.movement (location_id, id desc);
create index movement_time on inventory.movement (created_at);
`

const listingTables = /* sql */ `
-- Changes with every change of what customers can see, in the transaction of the change. The token names one state of the
-- catalogue for ever, also in a copy or after a restore of the database, where a number could come again for another state.
-- Its one row also makes changes of the catalogue take turns, so that each listing is made from all that was committed before.
create table catalog.revision (
  id integer primary key check (id = 1),
  token uuid not null
);
insert into catalog.revision values (1, gen_random_uuid());

-- What the list of products sorts and filters by: one row per product that customers can see, kept by triggers. Text is
-- lower case and compares by code point (decisions.md, 12).
create table catalog.listing (
  product_id text collate pg_c_utf8 primary key references catalog.product on delete cascade,
  id_key text collate pg_c_utf8 not null,
  name_key text collate pg_c_utf8 not null,
  category_key text collate pg_c_utf8,
  brand_key text collate pg_c_utf8,
  prices numeric(12, 2)[] not null,
  lowest_price numeric(12, 2) not null,
  highest_price numeric(12, 2) not null
);
create index listing_by_id on catalog.listing (id_key, product_id);
create index listing_by_name on catalog.listing (name_key, id_key, product_id);
create index listing_by_name_descending on catalog.listing (name_key desc, id_key, product_id);
create index listing_of_category on catalog.listing (category_key, id_key, product_id);
create index listing_of_category_by_name on catalog.listing (category_key, name_key, id_key, product_id);
create index listing_of_brand on catalog.listing (brand_key, id_key, product_id);
create index listing_of_brand_by_name on catalog.listing (brand_key, name_key, id_key, product_id);
create index listing_of_price on catalog.listing (lowest_price, highest_price);
`

/**
 * Makes the listings of items anew. A product is listed while it, its item and at least one of its variants with their SKU
 * are active (interface.md, Product catalogue).
 */
const refreshListing = /* sql */ `
create function catalog.refresh_listing(item_ids text[]) returns void
language plpgsql
as $$
begin
  update catalog.revision set token = gen_random_uuid() where id = 1;

  delete from catalog.listing
  using catalog.product
  where product.id = listing.product_id and product.item_id = any (item_ids);

  insert into catalog.listing
  select
    product.id,
    lower(product.id collate pg_c_utf8),
    lower(item.name collate pg_c_utf8),
    lower(btrim(item.category, ${whiteSpace}) collate pg_c_utf8),
    lower(btrim(item.brand, ${whiteSpace}) collate pg_c_utf8),
    offered.prices,
    offered.prices[1],
    offered.prices[cardinality(offered.prices)]
  from catalog.product
  join catalog.equipment_item item on item.id = product.item_id
  join (
    select sku.item_id, array_agg(variant.price order by variant.price) as prices
    from catalog.sku
    join catalog.variant on variant.sku_id = sku.id
    where sku.item_id = any (item_ids) and sku.active and variant.active and variant.price is not null
    group by sku.item_id
  ) offered on offered.item_id = item.id
  where product.item_id = any (item_ids) and product.status = 'active' and item.active;
end
$$;
`

/** Tables whose changes customers can see, with the items that the rows in \`changed\` belong to. */
const watchedTables: readonly [table: string, itemsChanged: string][] = [
  ['equipment_item', 'select id from changed'],
  ['sku', 'select item_id from changed'],
  ['variant', 'select sku.item_id from changed join catalog.sku on sku.id = changed.sku_id'],
  ['product', 'select item_id from changed'],
  ['product_image', 'select product.item_id from changed join catalog.product on product.id = changed.product_id'],
]

/**
 * A change of a variant also takes the lock of its stock, so that a checkout that holds it reads a price that nobody is
 * changing (interface.md, store checkout, rule 2).
 */
const lockStockOfVariants = /* sql */ `
  perform
  from inventory.stock
  where stock.variant_id in (select id from changed)
  order by stock.variant_id, stock.location_id
  for no key update;
`

const watch = (table: string, itemsChanged: string): string[] => [
  /* sql */ `
create function catalog.${table}_changed() returns trigger
language plpgsql
as $$
begin
  ${table === 'variant' ? lockStockOfVariants : ''}
  perform catalog.refresh_listing(array(${itemsChanged}));
  return null;
end
$$;
`,
  ...(
    [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const
  ).map(
    ([event, rows]) => /* sql */ `
create trigger ${table}_${event} after ${event} on catalog.${table}
  referencing ${rows} table as changed
  for each statement execute function catalog.${table}_changed();
`,
  ),
]

/** What checkout may see and do: variants as they are sold, and holding, giving back and shipping their stock. */
const publishedToCheckout = /* sql */ `
create view catalog.sold_variant as
  select
    variant.id as variant_id,
    product.id as product_id,
    sku.code as sku,
    item.name as product_name,
    variant.specification,
    coalesce(item.brand, '') as brand_name,
    (
      select image.path
      from catalog.product_image image
      where image.product_id = product.id
      order by image.position
      limit 1
    ) as image_url,
    variant.price,
    variant.active and sku.active and item.active and product.status = 'active' as sellable
  from catalog.variant
  join catalog.sku on sku.id = variant.sku_id
  join catalog.equipment_item item on item.id = sku.item_id
  join catalog.product on product.item_id = item.id
  where variant.price is not null;

grant usage on schema catalog, inventory to campstore_checkout;
grant select on catalog.sold_variant to campstore_checkout;
grant execute on function inventory.reserve_stock, inventory.release_stock, inventory.ship_stock to campstore_checkout;
`
