-- The catalogue (schema catalog) and stock (schema inventory).

-- Equipment: what exists, rented out or sold

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
-- Codes are unique as a look-up compares them, and sorted by their lower case (docs/contract/admin.md#lists).
create unique index sku_code_key on catalog.sku (shared.lookup_key(code));
create index sku_code_sorted on catalog.sku ((lower(code) collate "C"), id);
create index sku_item on catalog.sku (item_id);

-- A variant without a price is only rented out.
create table catalog.variant (
  id text primary key,
  sku_id text not null references catalog.sku,
  color text,
  size text,
  specification text not null,
  price numeric(12, 2) check (price >= 0),
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create index variant_sku on catalog.variant (sku_id);

-- Products: equipment items that are sold

-- The item and its variants describe it; the product says whether it is offered.
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

-- Image files that this service itself serves, by name.
create table catalog.image (
  name text primary key check (name ~ '^[A-Za-z0-9_-]{1,100}\.[a-z]{2,4}$'),
  media_type text not null,
  content bytea not null
);

-- Smaller copies of an image, as WebP, by their width. Without any, the image itself is served.
create table catalog.image_thumbnail (
  name text not null references catalog.image on delete cascade,
  width integer not null check (width > 0),
  content bytea not null,
  primary key (name, width)
);

-- Indexes of products: tables that triggers derive from the ones above

-- Changes with every change of what customers can see, in the transaction of the change. The token identifies one state of
-- the catalogue, also in a copy or a restored backup of the database, where a number could repeat for another state.
-- Its one row also serialises changes of the catalogue, so that each index row is derived from everything committed before.
create table catalog.revision (
  id integer primary key check (id = 1),
  token uuid not null
);
insert into catalog.revision values (1, gen_random_uuid());

-- What customers search in, sort, filter and count by: one row for each product that they can see
-- (functions/refresh_product_indexes.sql). Keys are made by shared.lookup_key and compare by code point.
create table catalog.storefront_index (
  product_id text collate pg_c_utf8 primary key references catalog.product on delete cascade,
  id_key text collate pg_c_utf8 not null,
  name_key text collate pg_c_utf8 not null,
  category_key text collate pg_c_utf8,
  brand_key text collate pg_c_utf8,
  prices numeric(12, 2)[] not null,
  lowest_price numeric(12, 2) not null,
  highest_price numeric(12, 2) not null,
  -- shared.search_text of the name, the brand and every SKU that is offered.
  search_text text collate pg_c_utf8 not null,
  category text,
  brand text,
  created_at timestamptz not null,
  variant_ids text[] not null
);
-- With the default hundred samples, a text in one of a thousand products looks as frequent as one in many.
alter table catalog.storefront_index alter column search_text set statistics 1000;
create index storefront_search on catalog.storefront_index using gin (search_text gin_trgm_ops);
create index storefront_by_id on catalog.storefront_index (id_key, product_id);
create index storefront_by_name on catalog.storefront_index (name_key, id_key, product_id);
create index storefront_by_name_descending on catalog.storefront_index (name_key desc, id_key, product_id);
create index storefront_of_category on catalog.storefront_index (category_key, id_key, product_id);
create index storefront_of_category_by_name on catalog.storefront_index (category_key, name_key, id_key, product_id);
create index storefront_of_brand on catalog.storefront_index (brand_key, id_key, product_id);
create index storefront_of_brand_by_name on catalog.storefront_index (brand_key, name_key, id_key, product_id);
create index storefront_by_price on catalog.storefront_index (lowest_price, id_key, product_id);
create index storefront_by_price_descending on catalog.storefront_index (lowest_price desc, id_key, product_id);
create index storefront_by_time on catalog.storefront_index (created_at desc, id_key, product_id);
create index storefront_of_price on catalog.storefront_index (lowest_price, highest_price);

-- What administrators sort, filter and search by: one row for each product, visible or not.
create table catalog.product_search_index (
  product_id text collate pg_c_utf8 primary key references catalog.product on delete cascade,
  id_key text collate pg_c_utf8 not null,
  name_key text collate pg_c_utf8 not null,
  category_key text collate pg_c_utf8,
  brand_key text collate pg_c_utf8,
  status text not null,
  created_at timestamptz not null,
  -- shared.search_text of the name and every SKU.
  search_text text collate pg_c_utf8 not null
);
alter table catalog.product_search_index alter column search_text set statistics 1000;
create index product_search_by_id on catalog.product_search_index (id_key, product_id);
create index product_search_by_name on catalog.product_search_index (name_key, product_id);
create index product_search_by_time on catalog.product_search_index (created_at, product_id);
create index product_search_of_status on catalog.product_search_index (status, id_key, product_id);
create index product_search_of_category on catalog.product_search_index (category_key, id_key, product_id);
create index product_search_of_brand on catalog.product_search_index (brand_key, id_key, product_id);
create index product_search_text on catalog.product_search_index using gin (search_text gin_trgm_ops);

-- Stock

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
  -- What active reservations of orders hold of it; rentals count their own reservations by dates.
  reserved integer not null default 0 check (reserved >= 0),
  primary key (variant_id, location_id)
);
-- Every hold rewrites a row: free space on its page keeps that cheap, and dead versions must be vacuumed soon.
alter table inventory.stock set (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.01);

create table inventory.movement (
  id bigint generated always as identity primary key,
  variant_id text not null references catalog.variant,
  location_id text not null references inventory.location,
  quantity_delta integer not null check (quantity_delta <> 0),
  reason text not null,
  on_hand_after integer not null check (on_hand_after >= 0),
  created_by text not null,
  created_at timestamptz not null,
  -- Whether it ships an order: staff may write any reason, also that of a shipment.
  shipment boolean not null default false,
  -- The order that a shipment ships, and the transfer that a movement is a part of; null for other movements.
  order_id text,
  transfer_id text
);
-- No hold writes a movement.
create index movement_of_variant on inventory.movement (variant_id, created_at, id);
create index movement_of_location on inventory.movement (location_id, created_at, id);
create index movement_of_administrator on inventory.movement (created_by, created_at, id);
create index movement_time on inventory.movement (created_at, id);
create index movement_search on inventory.movement using gin (shared.search_text(reason) gin_trgm_ops);

-- Triggers that keep the indexes of products

-- A change of a variant also locks its stock: a checkout that holds the stock reads a price that no transaction is changing
-- (docs/contract/store-checkout.md#start, rule 2).
create function catalog.refresh_changed_products() returns trigger
language plpgsql
as $$
declare
  item_ids text[];
begin
  case tg_table_name
    when 'equipment_item' then
      item_ids := array(select id from changed);
    when 'sku', 'product' then
      item_ids := array(select item_id from changed);
    when 'variant' then
      perform
      from inventory.stock
      where stock.variant_id in (select id from changed)
      order by stock.variant_id, stock.location_id
      for no key update;
      item_ids := array(select sku.item_id from changed join catalog.sku on sku.id = changed.sku_id);
    when 'product_image' then
      item_ids := array(select product.item_id from changed join catalog.product on product.id = changed.product_id);
  end case;
  perform catalog.refresh_product_indexes(item_ids);
  return null;
end
$$;

do $$
declare
  source text;
begin
  foreach source in array array['equipment_item', 'sku', 'variant', 'product', 'product_image'] loop
    execute format(
      'create trigger %1$s_inserted after insert on catalog.%1$s
         referencing new table as changed for each statement execute function catalog.refresh_changed_products();
       create trigger %1$s_updated after update on catalog.%1$s
         referencing new table as changed for each statement execute function catalog.refresh_changed_products();
       create trigger %1$s_deleted after delete on catalog.%1$s
         referencing old table as changed for each statement execute function catalog.refresh_changed_products()',
      source
    );
  end loop;
end
$$;

-- Other services read the views of these schemas and call their functions; each view and function grants that by name.
grant usage on schema catalog, inventory to campstore_booking, campstore_checkout;
