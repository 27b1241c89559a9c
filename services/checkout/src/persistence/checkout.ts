import type { ShippingPolicy } from '@campstore/contract/admin/policies'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { batchStatement, createBatchReader } from '@campstore/database/batch-statement'
import type { Queryable } from '@campstore/database/database'
import { allRows } from '@campstore/database/rows'
import { memberLockKey } from '@campstore/holds/member-lock'
import {
  type BatchDefinition,
  createHolds,
  type HoldRequest,
  type HoldSettings,
  lineParameters,
  type UsedKey,
  usedKeyJson,
} from '@campstore/holds/take-hold'
import type { OwnClaim } from '../domain/coupons.ts'
import type { PricedItem } from '../domain/pricing.ts'
import type { ShortLine } from '../domain/stock-refusals.ts'
import { orderNames } from '../names.ts'
import { ownClaimJson } from './coupons.ts'
import type { StoreOrder } from './orders.ts'

/** A variant as it is sold now; `sellable` when variant, SKU, item and product are all active. */
export type SoldVariant = Omit<PricedItem, 'unitPrice' | 'quantity' | 'lineTotal'> & {
  price: string
  sellable: boolean
}

/** The current inputs of an order's price. */
export type PriceInputs = {
  /** PostgreSQL's clock. */
  now: string
  variants: SoldVariant[]
  shippingPolicy: ShippingPolicy
  claim: OwnClaim | null
}

/** The data that a checkout reads in one statement before it locks anything. A quote has neither used key nor ids. */
export type CheckoutInputs = PriceInputs & {
  used: UsedKey<StoreCheckoutSession> | null
  /** Ids for the new order's items. */
  itemIds: number[] | null
}

/** The request and its member; a checkout has a key. */
type Wanted = {
  customerId: string
  variantIds: readonly string[]
  couponClaimId: number | null
  idempotencyKey?: string
}

/** Reads the inputs of a checkout or a quote; locks nothing. */
export type CheckoutInputsReader = (wanted: Wanted) => Promise<CheckoutInputs>

const checkoutInputs = batchStatement<Wanted>(
  'store-checkout-inputs',
  { customerId: 'text', variantIds: 'text[]', couponClaimId: 'bigint', idempotencyKey: 'text' },
  /* sql */ `
    select
      clock_timestamp() as now,
      checkout.sold_variants(wanted."variantIds") as variants,
      (
        select json_build_object('flatFee', flat_fee::text, 'freeShippingThreshold', free_shipping_threshold::text)
        from checkout.shipping_policy
        where id = 1
      ) as "shippingPolicy",
      ${ownClaimJson('wanted."couponClaimId"', 'wanted."customerId"')} as claim,
      (
        select ${usedKeyJson}
        from checkout.idempotency_key
        where actor_id = wanted."customerId" and key = wanted."idempotencyKey" and scope = 'hold'
      ) as used,
      case when wanted."idempotencyKey" is not null then
        array_to_json(array(
          select nextval('checkout.order_item_id_seq') from generate_series(1, cardinality(wanted."variantIds"))
        ))
      end as "itemIds"`,
)

/** Creates a reader that reads for all waiting callers in one statement. */
export const createCheckoutInputsReader = (database: Queryable): CheckoutInputsReader =>
  createBatchReader(database, checkoutInputs)

/**
 * The lines of an order for which too little is in stock, unless its idempotency key is used; all at one moment, without a lock
 * of the stock.
 *
 * @param when `before a hold` also returns none while the member has a hold in progress, which may be the request that this one
 *   repeats
 */
export const findShortLines = (
  database: Queryable,
  { items, customerId }: StoreOrder,
  idempotencyKey: string,
  when: 'before a hold' | 'after a refusal',
): Promise<ShortLine[]> =>
  allRows(database, {
    name: 'short-lines',
    text: /* sql */ `
      select line::integer - 1 as line, coalesce(pieces, 0) as left
      from unnest($1::text[], $2::integer[]) with ordinality as item (variant_id, quantity, line)
      left join inventory.available_stock($1) using (variant_id)
      where item.quantity > coalesce(pieces, 0)
        and not exists (select from checkout.idempotency_key where actor_id = $3 and key = $4 and scope = 'hold')
        and (not $5 or pg_try_advisory_xact_lock(${memberLockKey('checkout', '$3')}))
      order by line`,
    values: [
      items.map(({ variantId }) => variantId),
      items.map(({ quantity }) => quantity),
      customerId,
      idempotencyKey,
      when === 'before a hold',
    ],
  })

/** A hold of an order. */
export type Hold = HoldRequest<StoreCheckoutSession> & { order: StoreOrder }

/** The fields of an item in the order of the parameters of `take_holds`. */
const itemFields = [
  ...([
    'line',
    'id',
    'productId',
    'variantId',
    'sku',
    'productName',
    'specification',
    'brandName',
    'imageUrl',
  ] as const),
  ...(['unitPrice', 'quantity', 'lineTotal'] as const),
]

/** How holds of orders are taken; after `variant_changed` the order must be composed again. */
export const orderHolds = (
  settings: HoldSettings,
): BatchDefinition<Hold, 'stock_insufficient' | 'variant_changed' | 'coupon_not_applicable'> => ({
  ...orderNames,
  ...settings,
  limited: ['openHolds', 'pieces', 'sharePercent'],
  refusals: ['stock_insufficient', 'variant_changed', 'coupon_not_applicable'],
  parametersOf: holds => [
    holds.map(({ order }) => order.placedAt),
    holds.map(({ order }) => order.checkoutExpiresAt),
    holds.map(({ order }) => order.couponClaimId),
    ...lineParameters(holds, ({ order }) => order.items.map((item, line) => ({ line, ...item })), itemFields),
  ],
  sizeOf: ({ order }) => order.items.length,
})

/** Creates a function that takes holds of checkouts ({@link createHolds}). */
export const createOrderHolds = (database: Queryable, settings: HoldSettings) =>
  createHolds<StoreCheckoutSession, Hold, ReturnType<typeof orderHolds>['refusals'][number]>(
    database,
    orderHolds(settings),
  )
