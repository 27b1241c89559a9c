import type { ShippingPolicy } from '@campstore/contract/admin/policies'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import type { Queryable } from '@campstore/database/database'
import type { HoldLimits } from '@campstore/holds/hold-limits'
import { takeHold, type UsedKey, usedKeyJson } from '@campstore/holds/take-hold'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { OwnClaim } from '../domain/coupons.ts'
import { orderNames } from '../names.ts'
import { ownClaimJson } from './coupon-claims.ts'
import { orderRecord, type StoreOrder } from './orders.ts'
import { type OrderRefusal, orderRefusals } from './refusals.ts'

/** A variant as it is sold now; `sellable` when variant, SKU, item and product are all active. */
export type SoldVariant = {
  variantId: string
  productId: string
  sku: string
  productName: string
  specification: string
  brandName: string
  imageUrl: string | null
  price: string
  sellable: boolean
}

/** The data that a checkout reads in one statement before it locks anything. */
export type CheckoutInputs = {
  /** PostgreSQL's clock. */
  now: string
  used: UsedKey<StoreCheckoutSession> | null
  variants: SoldVariant[]
  shippingPolicy: ShippingPolicy
  claim: OwnClaim | null
  /** Ids for the new order's items. */
  itemIds: number[]
}

const checkoutInputs = {
  name: 'store-checkout-inputs',
  text: /* sql */ `
    select
      clock_timestamp() as now,
      (
        select ${usedKeyJson}
        from checkout.idempotency_key
        where customer_id = $1 and key = $2
      ) as used,
      checkout.sold_variants($3) as variants,
      (
        select json_build_object('flatFee', flat_fee::text, 'freeShippingThreshold', free_shipping_threshold::text)
        from checkout.shipping_policy
        where id = 1
      ) as "shippingPolicy",
      ${ownClaimJson('$4', '$1')} as claim,
      (
        select json_agg(nextval('checkout.order_item_id_seq'))
        from generate_series(1, cardinality($3::text[]))
      ) as "itemIds"
  `,
}

/** Reads the inputs of a checkout; locks nothing. */
export async function readCheckoutInputs(
  database: Queryable,
  request: { customerId: string; idempotencyKey: string; variantIds: string[]; couponClaimId: number | null },
): Promise<CheckoutInputs> {
  const { customerId, idempotencyKey, variantIds, couponClaimId } = request
  const { rows } = await database.query<CheckoutInputs>({
    ...checkoutInputs,
    values: [customerId, idempotencyKey, variantIds, couponClaimId],
  })
  const [inputs] = rows
  if (!inputs) throw new Error('The checkout query returned no row')
  return inputs
}

/** A line of an order that asks for more pieces than are left. */
export type ShortLine = { line: number; left: number }

/**
 * The lines of an order for which too little is in stock, unless its idempotency key is used; all at one moment, without a
 * lock.
 */
export async function findShortLines(
  database: Queryable,
  { items, customerId }: StoreOrder,
  idempotencyKey: string,
): Promise<ShortLine[]> {
  const { rows } = await database.query<ShortLine>({
    name: 'short-lines',
    text: /* sql */ `
      select line::integer - 1 as line, coalesce(pieces, 0) as left
      from unnest($1::text[], $2::integer[]) with ordinality as item (variant_id, quantity, line)
      left join inventory.available_stock($1) using (variant_id)
      where item.quantity > coalesce(pieces, 0)
        and not exists (select from checkout.idempotency_key where customer_id = $3 and key = $4)
      order by line`,
    values: [
      items.map(({ variantId }) => variantId),
      items.map(({ quantity }) => quantity),
      customerId,
      idempotencyKey,
    ],
  })
  return rows
}

/** Everything that a hold writes, and the limits of its member. */
export type Hold = {
  order: StoreOrder
  limits: HoldLimits
  idempotencyKey: string
  fingerprint: string
  response: StoreCheckoutSession
  messages: readonly OutboxMessage[]
}

const takeHoldStatement = {
  name: 'take-order-hold',
  text: /* sql */ `
    select checkout.take_hold(
      jsonb_populate_record(null::checkout.store_order, $1),
      $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
    ) as response`,
}

/** Takes the hold of a checkout. Throws for a reused idempotency key and beyond a limit of the member; returns other refusals. */
export const takeOrderHold = (database: Queryable, hold: Hold) =>
  takeHold<StoreCheckoutSession, OrderRefusal>(database, {
    kind: orderNames.kind,
    limits: hold.limits,
    statement: { ...takeHoldStatement, values: holdParameters(hold) },
    refusals: orderRefusals,
  })

/** The parameters of `take_hold`, in their order. */
function holdParameters({ order, limits, ...hold }: Hold): unknown[] {
  const { items } = order
  return [
    orderRecord(order),
    items.map(item => item.id),
    items.map(item => item.productId),
    items.map(item => item.variantId),
    items.map(item => item.sku),
    items.map(item => item.productName),
    items.map(item => item.specification),
    items.map(item => item.brandName),
    items.map(item => item.imageUrl),
    items.map(item => item.unitPrice),
    items.map(item => item.quantity),
    items.map(item => item.lineTotal),
    hold.idempotencyKey,
    hold.fingerprint,
    JSON.stringify(hold.response),
    JSON.stringify(hold.messages),
    limits.openHolds,
    limits.pieces,
    limits.sharePercent,
  ]
}
