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

/** What the price of an order is made of, as it is now. */
export type PriceInputs = {
  /** PostgreSQL's clock. */
  now: string
  variants: SoldVariant[]
  shippingPolicy: ShippingPolicy
  claim: OwnClaim | null
}

/** The data that a checkout reads in one statement before it locks anything. */
export type CheckoutInputs = PriceInputs & {
  used: UsedKey<StoreCheckoutSession> | null
  /** Ids for the new order's items. */
  itemIds: number[]
}

/** What is asked for, and by whom. */
type Wanted = { customerId: string; variantIds: string[]; couponClaimId: number | null }

/** The columns of {@link PriceInputs}: $1 customer, $2 variants, $3 claim. */
const priceColumns = /* sql */ `
      clock_timestamp() as now,
      checkout.sold_variants($2) as variants,
      (
        select json_build_object('flatFee', flat_fee::text, 'freeShippingThreshold', free_shipping_threshold::text)
        from checkout.shipping_policy
        where id = 1
      ) as "shippingPolicy",
      ${ownClaimJson('$3', '$1')} as claim`

const checkoutInputs = {
  name: 'store-checkout-inputs',
  text: /* sql */ `
    select
      ${priceColumns},
      (
        select ${usedKeyJson}
        from checkout.idempotency_key
        where customer_id = $1 and key = $4
      ) as used,
      (
        select json_agg(nextval('checkout.order_item_id_seq'))
        from generate_series(1, cardinality($2::text[]))
      ) as "itemIds"
  `,
}
const quoteInputs = { name: 'store-quote-inputs', text: `select ${priceColumns}` }

/** Reads the inputs of a checkout; locks nothing. */
export async function readCheckoutInputs(
  database: Queryable,
  { customerId, variantIds, couponClaimId, idempotencyKey }: Wanted & { idempotencyKey: string },
): Promise<CheckoutInputs> {
  const values = [customerId, variantIds, couponClaimId, idempotencyKey]
  return inputsOf(await database.query<CheckoutInputs>({ ...checkoutInputs, values }))
}

/** Reads the inputs of a quote; locks nothing. */
export async function readQuoteInputs(
  database: Queryable,
  { customerId, variantIds, couponClaimId }: Wanted,
): Promise<PriceInputs> {
  const values = [customerId, variantIds, couponClaimId]
  return inputsOf(await database.query<PriceInputs>({ ...quoteInputs, values }))
}

function inputsOf<Inputs>({ rows: [inputs] }: { rows: Inputs[] }): Inputs {
  if (!inputs) throw new Error('The query of a checkout or a quote returned no row')
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
