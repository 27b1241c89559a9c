import { acquireIdempotencyKey, enforceOpenHoldLimit, releaseIdempotencyKey } from '@campstore/holds/idempotency'
import { outboxInsert } from '@campstore/messaging/outbox'
import { Migration } from '@mikro-orm/migrations'

/**
 * A hold in fewer statements, none of which is planned anew or reads the whole catalogue, and the limit of open holds. The
 * function of the same name with one row for an order stays for processes of the version before this; nothing else calls it.
 * The text that an order is searched by comes with the next migration.
 */
export class CheaperHolds extends Migration {
  override up(): void {
    this.addSql(widePiecesFunction)
    this.addSql(openOrders)
    this.addSql(soldVariantsFunction)
    this.addSql(holdOrderFunction)
    this.addSql('alter function checkout.change_order set plan_cache_mode = force_generic_plan')
  }
}

/** As before, at a tenth of the cost for a text of ASCII alone, which has none of these pieces. */
const widePiecesFunction = /* sql */ `
create or replace function checkout.wide_pieces(of_text text) returns text[]
language plpgsql
immutable
as $$
begin
  if octet_length(of_text) = char_length(of_text) then
    return '{}';
  end if;
  return (
    select coalesce(array_agg(distinct piece), '{}')
    from (
      select letter, lag(letter) over (order by place) || letter as pair
      from string_to_table(regexp_replace(lower(of_text), '[\\u0001-\\u007f]+', ' ', 'g'), null)
        with ordinality as letters (letter, place)
    ) as neighbours
    cross join lateral (values (letter), (pair)) as pieces (piece)
    where strpos(piece, ' ') = 0
  );
end
$$;
`

/**
 * Variants as they are sold now, one look-up each; unknown ones are left out. A function, because the statement around it
 * would be planned for the number of variants at each call, for ten times what running it takes.
 */
const soldVariantsFunction = /* sql */ `
create function checkout.sold_variants(variant_ids text[]) returns json
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
    from unnest(variant_ids) as wanted (variant_id)
    cross join lateral (
      select *
      from catalog.sold_variant
      where sold_variant.variant_id = wanted.variant_id
      offset 0
    ) sold
  );
end
$$;
`

/** What a member holds without having paid or confirmed it, to be counted. */
const openOrders = /* sql */ `
create index store_order_open_of_customer on checkout.store_order (customer_id)
  where status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null;
`

/**
 * Takes a hold in one round trip: key, the member's open holds where they are limited, stock, claim, then everything that is
 * written, in the documented lock order (store checkout, rules 2 to 5). Prices are read again under the stock's lock, one
 * look-up per item, and must be those the order was composed of. Nothing is left behind unless the outcome is \`held\`.
 *
 * Outcomes: \`held\`; \`replayed\` with the first response; \`key_reused\`; \`too_many_open\`; \`stock_insufficient\`;
 * \`variant_changed\`, when the order must be composed anew; \`coupon_not_applicable\`.
 *
 * Every statement runs by its generic plan: a plan for the values of one call costs more than the call.
 */
const holdOrderFunction = /* sql */ `
create function checkout.hold_order(
  held_id text,
  of_customer_id text,
  of_buyer_name text,
  of_buyer_email text,
  to_recipient text,
  to_phone text,
  to_address text,
  of_items numeric,
  for_shipping numeric,
  less_discount numeric,
  amount numeric,
  claim_id bigint,
  of_coupon jsonb,
  by_payment_method text,
  in_payment_status text,
  in_refund_status text,
  in_status text,
  at timestamptz,
  expires_at timestamptz,
  item_ids bigint[],
  product_ids text[],
  variant_ids text[],
  skus text[],
  product_names text[],
  specifications text[],
  brand_names text[],
  image_urls text[],
  unit_prices numeric[],
  quantities integer[],
  line_totals numeric[],
  with_key text,
  with_fingerprint text,
  first_response json,
  messages jsonb,
  most_open integer,
  out outcome text,
  out stored_response json
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  places record;
begin
  ${acquireIdempotencyKey('checkout', 'at', 'of_customer_id')}
  ${enforceOpenHoldLimit(
    'checkout.store_order',
    "status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null",
  )}
  if outcome is not null then
    ${releaseIdempotencyKey('checkout', 'of_customer_id')}
    return;
  end if;

  places := inventory.reserve_stock(variant_ids, quantities);
  if places.pieces is null then
    outcome := 'stock_insufficient';
  elsif exists (
    select
    from unnest(variant_ids, unit_prices) as item (variant_id, unit_price)
    left join lateral (
      select sold_variant.price, sold_variant.sellable
      from catalog.sold_variant
      where sold_variant.variant_id = item.variant_id
      offset 0
    ) sold on true
    where sold.price is distinct from item.unit_price or not sold.sellable
  ) then
    outcome := 'variant_changed';
  elsif claim_id is not null and not checkout.apply_claim(claim_id, of_customer_id, held_id, at) then
    outcome := 'coupon_not_applicable';
  end if;

  if outcome is not null then
    if places.pieces is not null then
      perform inventory.release_stock(places.variant_ids, places.location_ids, places.pieces);
    end if;
    ${releaseIdempotencyKey('checkout', 'of_customer_id')}
    return;
  end if;

  with stored as (
    insert into checkout.store_order (
      id, customer_id, buyer_name, buyer_email, recipient_name, shipping_phone, shipping_address, subtotal,
      shipping_fee, discount, total, coupon_claim_id, coupon, payment_method, payment_status, refund_status, status,
      placed_at, checkout_expires_at, updated_at, search_text
    )
    values (
      held_id, of_customer_id, of_buyer_name, of_buyer_email, to_recipient, to_phone, to_address, of_items,
      for_shipping, less_discount, amount, claim_id, of_coupon, by_payment_method, in_payment_status,
      in_refund_status, in_status, at, expires_at, at,
      checkout.search_text(held_id, of_buyer_name, of_buyer_email, to_recipient)
    )
  ),
  stored_items as (
    insert into checkout.order_item (
      id, order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price,
      quantity, line_total
    )
    select item.id, held_id, item.line - 1, item.product_id, item.variant_id, item.sku, item.product_name,
      item.specification, item.brand_name, item.image_url, item.unit_price, item.quantity, item.line_total
    from unnest(
      item_ids, product_ids, variant_ids, skus, product_names, specifications, brand_names, image_urls, unit_prices,
      quantities, line_totals
    ) with ordinality as item (
      id, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price, quantity,
      line_total, line
    )
  ),
  reserved as (
    insert into checkout.stock_reservation
    select held_id, place.variant_id, place.location_id, place.quantity, 'active', expires_at, null
    from unnest(places.variant_ids, places.location_ids, places.pieces) as place (variant_id, location_id, quantity)
  ),
  noted as (
    insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id)
    values (held_id, null, in_status, at, 'member', of_customer_id)
  )
  ${outboxInsert('checkout', 'messages')};

  outcome := 'held';
end
$$;
`
