import { giveKeyBack, requireFewOpenHolds, takeIdempotencyKey } from '@campstore/holds/idempotency'
import { outboxInsert } from '@campstore/messaging/outbox'
import { Migration } from '@mikro-orm/migrations'

/**
 * What a hold pays for the administration's lists: one index in their usual order that has everything they filter and sort by,
 * and one of what they search, instead of eight. Processes of the version before search without an index until they end.
 */
export class FewerIndexes extends Migration {
  override up(): void {
    this.addSql(droppedIndexes)
    this.addSql(searchTextFunction)
    this.addSql(searchTextColumn)
    this.addSql(oneIndexForLists)
    this.addSql(holdOrderFunction)
  }
}

const droppedIndexes = /* sql */ `
drop index
  checkout.store_order_placed,
  checkout.store_order_total,
  checkout.store_order_updated,
  checkout.store_order_status,
  checkout.store_order_payment_status,
  checkout.store_order_payment_method,
  checkout.store_order_search,
  checkout.store_order_short_search;
`

/**
 * The text that administrators search an order by (decisions.md, 9), in lower case. Characters beyond ASCII are written three
 * times: a trigram index knows texts by three characters in a row, and names have two or three, of which people type one.
 */
const searchTextFunction = /* sql */ `
create function checkout.search_text(id text, buyer_name text, buyer_email text, recipient_name text) returns text
language plpgsql
immutable
as $$
declare
  plain constant text := concat_ws(E'\\n', id, buyer_name, buyer_email, recipient_name);
begin
  if octet_length(plain) = char_length(plain) then
    return lower(plain);
  end if;
  return lower(regexp_replace(plain, '[^\\u0001-\\u007f]', '\\&\\&\\&', 'g'));
end
$$;
`

/** A hold says it itself, so that the trigger need not be called for it. Whatever else writes an order, its search text follows. */
const searchTextColumn = /* sql */ `
alter table checkout.store_order add column search_text text not null default '';
-- How often a text occurs decides between walking a sorted index and the search index; a larger sample tells it better.
alter table checkout.store_order alter column search_text set statistics 500;
-- An update would leave every row twice; this writes the table anew.
alter table checkout.store_order
  alter column search_text type text using checkout.search_text(id, buyer_name, buyer_email, recipient_name);

create function checkout.describe_order() returns trigger
language plpgsql
as $$
begin
  new.search_text := checkout.search_text(new.id, new.buyer_name, new.buyer_email, new.recipient_name);
  return new;
end
$$;
create trigger describe_order before insert on checkout.store_order
  for each row when (new.search_text = '' or new.search_text is null) execute function checkout.describe_order();
create trigger describe_changed_order before update of id, buyer_name, buyer_email, recipient_name
  on checkout.store_order for each row execute function checkout.describe_order();
`

/**
 * A list is found in the first index alone, by walking it, or by reading and sorting all of it, which for a million orders
 * takes a fifth of a second. What is filtered and sorted by is in it.
 */
const oneIndexForLists = /* sql */ `
create index store_order_placed on checkout.store_order (placed_at, id)
  include (status, payment_status, payment_method, total, updated_at);
create index store_order_search on checkout.store_order using gin (search_text gin_trgm_ops);
`

/** As before, with the text that the order is searched by. */
const holdOrderFunction = /* sql */ `
create or replace function checkout.hold_order(
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
  ${takeIdempotencyKey('checkout', 'at', 'of_customer_id')}
  ${requireFewOpenHolds(
    'checkout.store_order',
    "status = 'unshipped' and payment_status = 'unpaid' and cod_confirmed_at is null",
  )}
  if outcome is not null then
    ${giveKeyBack('checkout', 'of_customer_id')}
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
    ${giveKeyBack('checkout', 'of_customer_id')}
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
