-- Variants as they are sold now, as JSON; unknown ones are left out.
--
-- Each is looked up by itself, by index, in a function with a generic plan. Without it, the statement around it would be
-- planned at each call for the number of variants, which takes ten times as long as running it. For a small catalogue the
-- planner would read whole tables for each variant, which takes four times as long.
create or replace function checkout.sold_variants(p_variant_ids text[]) returns json
language plpgsql
stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return array_to_json(array(
    select row_to_json(sold)
    from unnest(p_variant_ids) as requested (variant_id)
    cross join lateral (
      select
        sold_variant.variant_id as "variantId", product_id as "productId", sku, product_name as "productName",
        specification, brand_name as "brandName", image_url as "imageUrl", price::text, sellable
      from catalog.sold_variant
      where sold_variant.variant_id = requested.variant_id
      offset 0
    ) sold
  ));
end
$$;
