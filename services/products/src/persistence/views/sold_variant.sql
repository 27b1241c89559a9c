-- Variants as the checkout service sells them.
create or replace view catalog.sold_variant as
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

grant select on catalog.sold_variant to campstore_checkout;
