-- Variants as the booking service rents them out.
create or replace view catalog.rental_variant as
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

grant select on catalog.rental_variant to campstore_booking;
