-- For processes of the version before, which call it: checkout.take_hold has taken its place. It goes with the next release.
create or replace function checkout.hold_order(
  p_order_id text,
  p_customer_id text,
  p_buyer_name text,
  p_buyer_email text,
  p_recipient_name text,
  p_shipping_phone text,
  p_shipping_address text,
  p_subtotal numeric,
  p_shipping_fee numeric,
  p_discount numeric,
  p_total numeric,
  p_coupon_claim_id bigint,
  p_coupon jsonb,
  p_payment_method text,
  p_payment_status text,
  p_refund_status text,
  p_status text,
  p_placed_at timestamptz,
  p_checkout_expires_at timestamptz,
  p_item_ids bigint[],
  p_product_ids text[],
  p_variant_ids text[],
  p_skus text[],
  p_product_names text[],
  p_specifications text[],
  p_brand_names text[],
  p_image_urls text[],
  p_unit_prices numeric[],
  p_quantities integer[],
  p_line_totals numeric[],
  p_key text,
  p_fingerprint text,
  p_response json,
  p_messages jsonb,
  p_max_open_holds integer,
  p_max_pieces integer default 0,
  p_max_share_percent integer default 0,
  -- The version before knows proven addresses only.
  p_buyer_email_verified boolean default true
) returns json
language sql
as $$
  select checkout.take_hold(
    jsonb_populate_record(null::checkout.store_order, jsonb_build_object(
      'id', p_order_id, 'customer_id', p_customer_id, 'buyer_name', p_buyer_name, 'buyer_email', p_buyer_email,
      'buyer_email_verified', p_buyer_email_verified, 'recipient_name', p_recipient_name,
      'shipping_phone', p_shipping_phone, 'shipping_address', p_shipping_address, 'subtotal', p_subtotal,
      'shipping_fee', p_shipping_fee, 'discount', p_discount, 'total', p_total, 'coupon_claim_id', p_coupon_claim_id,
      'coupon', p_coupon, 'payment_method', p_payment_method, 'payment_status', p_payment_status,
      'refund_status', p_refund_status, 'status', p_status, 'placed_at', p_placed_at,
      'checkout_expires_at', p_checkout_expires_at, 'updated_at', p_placed_at
    )),
    p_item_ids, p_product_ids, p_variant_ids, p_skus, p_product_names, p_specifications, p_brand_names, p_image_urls,
    p_unit_prices, p_quantities, p_line_totals, p_key, p_fingerprint, p_response, p_messages, p_max_open_holds,
    p_max_pieces, p_max_share_percent
  );
$$;
