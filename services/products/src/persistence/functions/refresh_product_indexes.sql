-- Derives the index rows of items' products again, and gives the catalogue a new revision. Triggers call it; a bulk load that
-- disables them calls it once at its end.
create or replace function catalog.refresh_product_indexes(item_ids text[]) returns void
language plpgsql
as $$
begin
  update catalog.revision set token = gen_random_uuid() where id = 1;

  delete from catalog.storefront_index
  using catalog.product
  where product.id = storefront_index.product_id and product.item_id = any (item_ids);

  -- A product is visible while it, its item and at least one of its variants with their SKU are active
  -- (docs/contract/catalogue.md#visibility).
  insert into catalog.storefront_index
    (
      product_id, id_key, name_key, category_key, brand_key, prices, lowest_price, highest_price, search_text, category,
      brand, created_at, variant_ids
    )
  select
    product.id,
    shared.lookup_key(product.id),
    shared.lookup_key(item.name),
    catalog.filter_key(item.category),
    catalog.filter_key(item.brand),
    offered.prices,
    offered.prices[1],
    offered.prices[cardinality(offered.prices)],
    shared.search_text(variadic array[item.name, item.brand] || offered.codes),
    item.category,
    item.brand,
    product.created_at,
    offered.variant_ids
  from catalog.product
  join catalog.equipment_item item on item.id = product.item_id
  join (
    select
      sku.item_id,
      array_agg(variant.price order by variant.price) as prices,
      array_agg(variant.id) as variant_ids,
      array_agg(distinct sku.code) as codes
    from catalog.sku
    join catalog.variant on variant.sku_id = sku.id
    where sku.item_id = any (item_ids) and sku.active and variant.active and variant.price is not null
    group by sku.item_id
  ) offered on offered.item_id = item.id
  where product.item_id = any (item_ids) and product.status = 'active' and item.active;

  delete from catalog.product_search_index
  using catalog.product
  where product.id = product_search_index.product_id and product.item_id = any (item_ids);

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
  -- Including SKUs without a variant that has a price.
  left join (
    select item_id, array_agg(code order by code) as codes
    from catalog.sku
    where item_id = any (item_ids)
    group by item_id
  ) skus on skus.item_id = item.id
  where product.item_id = any (item_ids);
end
$$;
