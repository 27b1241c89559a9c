-- Variants as they are sold now, as JSON; unknown ones are left out.
--
-- Each is looked up by itself, in a function with a generic plan: the statement around it would be planned for the number of
-- variants at each call, which takes ten times as long as running it.
create or replace function checkout.sold_variants(p_variant_ids text[]) returns json
language plpgsql
stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'variantId', sold.variant_id, 'productId', sold.product_id, 'sku', sold.sku, 'productName', sold.product_name,
      'specification', sold.specification, 'brandName', sold.brand_name, 'imageUrl', sold.image_url,
      'price', sold.price::text, 'sellable', sold.sellable
    )), '[]')
    from unnest(p_variant_ids) as requested (variant_id)
    cross join lateral (
      select *
      from catalog.sold_variant
      where sold_variant.variant_id = requested.variant_id
      offset 0
    ) sold
  );
end
$$;
