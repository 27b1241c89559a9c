-- A catalogue.
-- Products have two or three variants, a third of the variants stock in two locations. No variant runs out: a refused
-- checkout would be measured as a fast one.
insert into inventory.location (id, name, kind, campground_id)
values ('store-main', 'Main store', 'store', null),
  ('store-north', 'Northern store', 'store', null),
  ('rental-1', 'Rental of a campground', 'rental', 'camp-1');

-- Without triggers: the search indexes are made once at the end.
set session_replication_role = replica;

create temporary table drawn_product as
select n, lpad(n::text, 6, '0') as number from generate_series(1, :products) n;

-- Names start with a word that has nothing to do with the order of ids, so that sorting by name is work.
insert into catalog.equipment_item (id, name, category, brand, description)
select
  'item-' || number,
  initcap(substr(md5(n::text), 1, 7)) || ' outdoor companion ' || n,
  (array['Tents', 'Sleeping bags', 'Stoves', 'Backpacks', 'Lamps', 'Clothing', 'Cookware', 'Tools'])[1 + n % 8],
  (array['Norwind', 'Larkfell', 'Tarnstone', 'Ostra', 'Pinehold', 'Skerry', 'Velm', 'Hearthway', 'Cairn', 'Brae'])
    [1 + n / 8 % 10],
  '<p>' || repeat('Made for wind, rain and long evenings, and tried on many of them. ', 3 + n % 5) || '</p>'
from drawn_product;

insert into catalog.product (id, item_id)
select 'product-' || number, 'item-' || number
from drawn_product;

insert into catalog.sku (id, item_id, code)
select 'sku-' || number || '-' || v, 'item-' || number, 'SKU-' || number || '-' || v
from drawn_product, generate_series(1, 2 + n % 2) v;

-- Prices are from 50 to 59,349.
insert into catalog.variant (id, sku_id, color, size, specification, price)
select
  'variant-' || number || '-' || v,
  'sku-' || number || '-' || v,
  (array['Sand', 'Moss', 'Slate'])[v],
  (array['S', 'M', 'L'])[v],
  'Size ' || v || ', ' || 100 * v || ' g',
  50 + n * 7919::bigint % 59000 + 100 * (v - 1)
from drawn_product, generate_series(1, 2 + n % 2) v;

insert into catalog.product_image (product_id, position, path)
select 'product-' || number, place, '/api/products/images/picture-' || n || '-' || place || '.svg'
from drawn_product, generate_series(0, 1) place;

reset session_replication_role;

insert into inventory.stock (variant_id, location_id, on_hand)
select id, 'store-main', 1000000
from catalog.variant
union all
select id, 'store-north', 1000000
from catalog.variant
where hashtext(id) % 3 = 0;

select catalog.refresh_product_indexes(array(select id from catalog.equipment_item));

drop table drawn_product;
