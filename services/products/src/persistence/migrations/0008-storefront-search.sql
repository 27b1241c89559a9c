-- What customers search in, sort and count by. A change of the catalogue derives these columns with the others
-- (functions/refresh_product_indexes.sql); no hold writes them.
alter table catalog.storefront_index
  -- shared.search_text of the name, the brand and every SKU that is offered.
  add column search_text text collate pg_c_utf8 not null default '',
  add column category text,
  add column brand text,
  add column created_at timestamptz not null default now(),
  add column variant_ids text[] not null default '{}';

update catalog.storefront_index
set search_text = shared.search_text(variadic array[item.name, item.brand] || offered.codes),
    category = item.category,
    brand = item.brand,
    created_at = product.created_at,
    variant_ids = offered.variant_ids
from catalog.product
join catalog.equipment_item item on item.id = product.item_id
join (
  select sku.item_id, array_agg(distinct sku.code) as codes, array_agg(variant.id) as variant_ids
  from catalog.sku
  join catalog.variant on variant.sku_id = sku.id
  where sku.active and variant.active and variant.price is not null
  group by sku.item_id
) offered on offered.item_id = item.id
where product.id = storefront_index.product_id collate "default";

-- With the default hundred samples, a text in one of a thousand products looks as frequent as one in many.
alter table catalog.storefront_index alter column search_text set statistics 1000;
create index storefront_search on catalog.storefront_index using gin (search_text gin_trgm_ops);
create index storefront_by_price on catalog.storefront_index (lowest_price, id_key, product_id);
create index storefront_by_price_descending on catalog.storefront_index (lowest_price desc, id_key, product_id);
create index storefront_by_time on catalog.storefront_index (created_at desc, id_key, product_id);
