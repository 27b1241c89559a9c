-- Derives the indexes of products again, as functions/refresh_product_indexes.sql does from now on: by shared.lookup_key, and for staff
-- also products none of whose variants has a price.
create or replace function catalog.filter_key(name text) returns text
language sql
immutable
as $$
  select shared.lookup_key(
    btrim(
      name,
      U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'
    )
  )
$$;

update catalog.storefront_index
set name_key = shared.lookup_key(item.name),
    category_key = catalog.filter_key(item.category),
    brand_key = catalog.filter_key(item.brand),
    search_text = shared.search_text(variadic array[item.name, item.brand] || offered.codes)
from catalog.product
join catalog.equipment_item item on item.id = product.item_id
join (
  select sku.item_id, array_agg(distinct sku.code) as codes
  from catalog.sku
  join catalog.variant on variant.sku_id = sku.id
  where sku.active and variant.active and variant.price is not null
  group by sku.item_id
) offered on offered.item_id = item.id
where product.id = storefront_index.product_id collate "default";

delete from catalog.product_search_index;

insert into catalog.product_search_index
  (product_id, id_key, name_key, category_key, brand_key, status, created_at, search_text)
select
  product.id,
  shared.lookup_key(product.id),
  shared.lookup_key(item.name),
  catalog.filter_key(item.category),
  catalog.filter_key(item.brand),
  product.status,
  product.created_at,
  shared.search_text(variadic array[item.name] || skus.codes)
from catalog.product
join catalog.equipment_item item on item.id = product.item_id
left join (
  select item_id, array_agg(code order by code) as codes
  from catalog.sku
  group by item_id
) skus on skus.item_id = item.id;

-- What processes remember of the catalogue is old.
update catalog.revision set token = gen_random_uuid() where id = 1;
