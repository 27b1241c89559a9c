-- The items of members' orders, for the me service.
create or replace view checkout.member_order_item as
  select
    id, order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price,
    quantity, line_total
  from checkout.order_item;

grant select on checkout.member_order_item to campstore_me;
