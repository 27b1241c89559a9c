import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import type { Queryable } from '@campstore/database/database'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { OwnClaim } from '../domain/coupons.ts'
import type { ShippingPolicy } from '../domain/pricing.ts'
import { ownClaimJson } from './coupons.ts'
import { orderRow, type StoreOrder } from './orders.ts'

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

/** What a checkout reads before it locks anything, in one statement. */
export type CheckoutFacts = {
  used: { fingerprint: string; response: StoreCheckoutSession } | null
  variants: SoldVariant[]
  shippingPolicy: ShippingPolicy
  claim: OwnClaim | null
  /** Ids for the items to come. */
  itemIds: number[]
}

const factsOfCheckout = {
  name: 'facts-of-store-checkout',
  text: /* sql */ `
    select
      (
        select json_build_object('fingerprint', fingerprint, 'response', response)
        from checkout.idempotency_key
        where customer_id = $1 and key = $2
      ) as used,
      (
        select coalesce(json_agg(json_build_object(
          'variantId', variant_id, 'productId', product_id, 'sku', sku, 'productName', product_name,
          'specification', specification, 'brandName', brand_name, 'imageUrl', image_url, 'price', price::text,
          'sellable', sellable
        )), '[]')
        from catalog.sold_variant
        where variant_id = any ($3)
      ) as variants,
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

/** Reads what {@link CheckoutFacts} says; locks nothing. */
export async function readCheckoutFacts(
  database: Queryable,
  request: { customerId: string; idempotencyKey: string; variantIds: string[]; couponClaimId: number | null },
): Promise<CheckoutFacts> {
  const { customerId, idempotencyKey, variantIds, couponClaimId } = request
  const { rows } = await database.query<CheckoutFacts>({
    ...factsOfCheckout,
    values: [customerId, idempotencyKey, variantIds, couponClaimId],
  })
  const [facts] = rows
  if (!facts) throw new Error('the checkout query answered no row')
  return facts
}

/** Everything that a hold writes. */
export type Hold = {
  order: StoreOrder
  idempotencyKey: string
  fingerprint: string
  response: StoreCheckoutSession
  messages: readonly OutboxMessage[]
}

/** What came of a hold; only `held` leaves anything behind. After `variant_changed` the order must be composed anew. */
export type HoldOutcome =
  | { outcome: 'held' | 'key_reused' | 'stock_insufficient' | 'variant_changed' | 'coupon_not_applicable' }
  | { outcome: 'replayed'; stored_response: StoreCheckoutSession }

/** The SQL of a hold; benchmarks run the very same. */
export const holdOrder = {
  name: 'hold-order',
  text: /* sql */ `
    select outcome, stored_response
    from checkout.hold_order(jsonb_populate_record(null::checkout.store_order, $1), $2, $3, $4, $5, $6)
  `,
}

/** Takes a hold: one statement, one transaction, all or nothing. */
export async function takeHold(database: Queryable, hold: Hold): Promise<HoldOutcome> {
  const { rows } = await database.query<HoldOutcome>({
    ...holdOrder,
    values: [
      JSON.stringify(orderRow(hold.order)),
      JSON.stringify(hold.order.items.map((item, line) => ({ ...item, line }))),
      hold.idempotencyKey,
      hold.fingerprint,
      JSON.stringify(hold.response),
      JSON.stringify(hold.messages),
    ],
  })
  const [outcome] = rows
  if (!outcome) throw new Error('the hold answered no row')
  return outcome
}
