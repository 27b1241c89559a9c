-- outside of a transaction
-- What is stored by the former look-up keys, and differs by the present ones (libs/database/sql/migrations/0003-unseen-characters.sql).
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
