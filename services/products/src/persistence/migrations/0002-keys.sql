-- Codes are unique by the present key. Of codes that the former key told apart, all but one have a mark, so that they may stay.
alter table catalog.sku add column key_twin text not null default '';
drop index catalog.sku_code_key;
do $$
begin
  if exists (select from catalog.sku) then
    update catalog.sku
    set key_twin = id
    where exists (
      select
      from catalog.sku other
      where shared.lookup_key(other.code) = shared.lookup_key(sku.code) and other.id < sku.id
    );
  end if;
end
$$;
create unique index sku_code_key on catalog.sku (shared.lookup_key(code), key_twin);

-- outside of a transaction

-- What is stored by the former look-up keys, and differs by the present ones (libs/database/sql/migrations/0002-unseen-characters.sql).
-- A trigger of the items derives the indexes of their products. A new database has neither products nor the trigger's function.
do $$
begin
  if exists (select from catalog.product) then
    update catalog.equipment_item
    set name = name
    where id in (
      select product.item_id
      from catalog.product
      join catalog.equipment_item item on item.id = product.item_id
      join catalog.product_search_index found on found.product_id = product.id
      left join catalog.sku on sku.item_id = item.id
      where strpos(found.search_text, shared.search_text(item.name)) = 0
        or strpos(found.search_text, shared.search_text(sku.code)) = 0
        or found.category_key <> catalog.filter_key(item.category)
        or found.brand_key <> catalog.filter_key(item.brand)
    );
  end if;
end
$$;

reindex index concurrently inventory.movement_search;
