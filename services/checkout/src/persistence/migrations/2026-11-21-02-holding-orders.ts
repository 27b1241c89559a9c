import { acquireIdempotencyKey, releaseIdempotencyKey } from '@campstore/holds/idempotency'
import { outboxInsert } from '@campstore/messaging/outbox'
import { Migration } from '@mikro-orm/migrations'

/** The functions that take, change and end the hold of an order, each in one round trip. */
export class HoldingOrders extends Migration {
  override up(): void {
    this.addSql(applyClaimFunction)
    this.addSql(holdOrderFunction)
    this.addSql(changeOrderFunction)
  }
}

/**
 * Puts a claim on an order, if it is the customer's and free, its coupon is active and in its period, and the usage limit,
 * counted over used and applied claims, leaves room (decisions.md, 8 and 12). The claim is locked before the coupon; a
 * coupon without a limit is not locked, so that its orders do not wait for each other.
 */
const applyClaimFunction = /* sql */ `
create function checkout.apply_claim(claim_id bigint, of_customer_id text, to_order_id text, at timestamptz) returns boolean
language plpgsql
as $$
declare
  claimed checkout.coupon_claim;
  limited_to integer;
begin
  select * into claimed
  from checkout.coupon_claim
  where id = claim_id and customer_id = of_customer_id and status = 'available'
  for no key update;
  if not found then
    return false;
  end if;

  select usage_limit into limited_to from checkout.coupon where id = claimed.coupon_id;
  if limited_to is not null then
    perform from checkout.coupon where id = claimed.coupon_id for no key update;
  end if;

  perform
  from checkout.coupon
  where coupon.id = claimed.coupon_id
    and coupon.status = 'active'
    and coupon.starts_at <= at
    and at < coupon.ends_at
    and (
      coupon.usage_limit is null
      or coupon.usage_limit > coupon.used_count + (
        select count(*)
        from checkout.coupon_claim taken
        where taken.coupon_id = coupon.id and taken.status = 'applied'
      )
    );
  if not found then
    return false;
  end if;

  update checkout.coupon_claim set status = 'applied', order_id = to_order_id where id = claim_id;
  return true;
end
$$;
`

/**
 * Takes a hold in one round trip: key, stock, claim, then everything that is written, in the documented lock order (store
 * checkout, rules 2 to 5). Prices are read again under the stock's lock and must be those the order was composed of.
 * Nothing is left behind unless the outcome is \`held\`.
 *
 * Outcomes: \`held\`; \`replayed\` with the first response; \`key_reused\`; \`stock_insufficient\`; \`variant_changed\`, when
 * the order must be composed anew; \`coupon_not_applicable\`.
 */
const holdOrderFunction = /* sql */ `
create function checkout.hold_order(
  held checkout.store_order,
  items jsonb,
  with_key text,
  with_fingerprint text,
  first_response json,
  messages jsonb,
  out outcome text,
  out stored_response json
)
language plpgsql
as $$
declare
  places jsonb;
begin
  ${acquireIdempotencyKey('checkout', 'held.placed_at')}
  places := inventory.reserve_stock(items);
  if places is null then
    outcome := 'stock_insufficient';
  else
    perform
    from jsonb_to_recordset(items) as item ("variantId" text, "unitPrice" numeric)
    left join catalog.sold_variant sold on sold.variant_id = item."variantId"
    where sold.price is distinct from item."unitPrice" or not sold.sellable;
    if found then
      outcome := 'variant_changed';
    elsif held.coupon_claim_id is not null
      and not checkout.apply_claim(held.coupon_claim_id, held.customer_id, held.id, held.placed_at) then
      outcome := 'coupon_not_applicable';
    end if;
  end if;

  if outcome is not null then
    if places is not null then
      perform inventory.release_stock(places);
    end if;
    ${releaseIdempotencyKey('checkout')}
    return;
  end if;

  insert into checkout.store_order values (held.*);

  insert into checkout.order_item
    (id, order_id, line, product_id, variant_id, sku, product_name, specification, brand_name, image_url, unit_price,
     quantity, line_total)
  select item.id, held.id, item.line, item."productId", item."variantId", item.sku, item."productName",
    item.specification, item."brandName", item."imageUrl", item."unitPrice", item.quantity, item."lineTotal"
  from jsonb_to_recordset(items) as item (
    id bigint, line integer, "productId" text, "variantId" text, sku text, "productName" text, specification text,
    "brandName" text, "imageUrl" text, "unitPrice" numeric, quantity integer, "lineTotal" numeric
  );

  insert into checkout.stock_reservation
  select held.id, place.*, 'active', held.checkout_expires_at, null
  from jsonb_to_recordset(places) as place ("variantId" text, "locationId" text, quantity integer);

  insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id)
  values (held.id, null, held.status, held.placed_at, 'member', held.customer_id);

  ${outboxInsert('checkout', 'messages')};

  outcome := 'held';
end
$$;
`

/**
 * Writes a transition of a locked order with all that goes with it, in one round trip.
 *
 * Reservations: \`kept\`; \`assured\`, kept without a deadline; \`released\`; \`expired\`; \`shipped\`, released with a
 * movement of what leaves the store. Claim: \`kept\`; \`freed\`; \`used\`.
 *
 * Answers false, with nothing that may be committed, when a location has not on hand what is to be shipped.
 */
const changeOrderFunction = /* sql */ `
create function checkout.change_order(
  changed checkout.store_order,
  reservations text,
  claim text,
  actor_type text,
  actor_id text,
  for_reason text,
  messages jsonb
)
returns boolean
language plpgsql
as $$
declare
  places jsonb;
begin
  insert into checkout.status_history (order_id, from_status, to_status, at, actor_type, actor_id, reason)
  select changed.id, store_order.status, changed.status, changed.updated_at, change_order.actor_type,
    change_order.actor_id, for_reason
  from checkout.store_order
  where store_order.id = changed.id;

  update checkout.store_order
  set status = changed.status,
      payment_status = changed.payment_status,
      cancelled_because = changed.cancelled_because,
      cod_confirmed_at = changed.cod_confirmed_at,
      paid_at = changed.paid_at,
      updated_at = changed.updated_at
  where id = changed.id;

  if reservations = 'assured' then
    update checkout.stock_reservation
    set expires_at = null
    where order_id = changed.id and status = 'active';
  elsif reservations <> 'kept' then
    with ended as (
      update checkout.stock_reservation
      set status = case reservations when 'expired' then 'expired' else 'released' end,
          ended_at = changed.updated_at
      where order_id = changed.id and status = 'active'
      returning variant_id, location_id, quantity
    )
    select jsonb_agg(
      jsonb_build_object('variantId', variant_id, 'locationId', location_id, 'quantity', quantity)
    )
    into places
    from ended;

    if reservations = 'shipped' then
      if not inventory.ship_stock(places, 'order shipped', actor_id, changed.updated_at) then
        return false;
      end if;
    elsif places is not null then
      perform inventory.release_stock(places);
    end if;
  end if;

  if claim = 'freed' then
    update checkout.coupon_claim set status = 'available', order_id = null where order_id = changed.id;
  elsif claim = 'used' then
    update checkout.coupon_claim set status = 'used' where order_id = changed.id;
  end if;

  ${outboxInsert('checkout', 'messages')};
  return true;
end
$$;
`
