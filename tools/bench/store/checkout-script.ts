import { createPaginator } from '@campstore/database/pagination'
import { onDatabase } from '@campstore/local-servers/postgres'
import { ecpay } from '../../../services/checkout/src/payment-providers/ecpay.ts'
import { startCheckout } from '../../../services/checkout/src/use-cases/start-checkout.ts'
import { placeholders, recordCheckout, type Substitutes, scriptOf } from '../recorded-script.ts'
import type { BenchDatabase } from '../servers.ts'
import { holdSeconds } from '../system.ts'
import { customerId, firstMember, memberCount, type Pattern } from '../workload.ts'
import { shipping } from './requests.ts'
import { type Pick, priceOf, productId, variantId } from './workload.ts'

/** Where the ids of the recorded items begin, so that no other number looks like one. */
const firstItemId = 7_000_000_001

/** What differs from cart to cart of one of its two items; its product and variant are the variables of these names. */
const substitutesOf = (item: Pick, line: number): Substitutes => {
  const product = `lpad(:product${line}::text, 6, '0')`
  const variant = `:variant${line}::text`
  return [
    [variantId(item.product, item.variant), `('variant-' || ${product} || '-' || ${variant})`],
    [variantId(item.product, item.variant).replace('variant-', 'SKU-'), `('SKU-' || ${product} || '-' || ${variant})`],
    [productId(item.product), `('product-' || ${product})`],
    [`${priceOf(item.product, item.variant)}.00`, `(:price${line}::text || '.00')`],
    [String(firstItemId + line), `((:n::bigint * 200 + 2 * :client_id::bigint + ${line})::text)`],
  ]
}

const price = (line: number) => `\\set price${line} 50 + (:product${line} * 7919) % 59000 + 100 * (:variant${line} - 1)`

const anyVariant = (line: number, first: number, last: number) => `\\set product${line} random(${first}, ${last})
\\set variant${line} 1 + random(0, 5) % (2 + :product${line} % 2)
${price(line)}`

const choices = (products: number): Record<Pattern, string> => {
  const member = `\\set n :n + 1\n\\set member random(1, ${memberCount})`
  const second = anyVariant(1, products / 2 + 1, products)
  return {
    spread: [member, anyVariant(0, 1, products / 2), second].join('\n'),
    hot: [member, '\\set product0 1\n\\set variant0 1', price(0), second].join('\n'),
  }
}

/**
 * Writes the checkout transaction as a script for pgbench: the recorded statements, in which members, items, prices, keys and
 * ids change by the same rules as the load generator's. The variable `n` (start of the numbering) is given.
 *
 * @param database one that the checkout may be recorded on
 * @param products how many it has
 */
export async function checkoutScripts(database: BenchDatabase, products: number): Promise<Record<Pattern, string>> {
  const cart: [Pick, Pick] = [
    { product: 1, variant: 1 },
    { product: products, variant: 1 },
  ]
  await onDatabase(database.adminUrl, client =>
    client.query('select setval($1, $2, false)', ['checkout.order_item_id_seq', firstItemId]),
  )
  const recorded = await recordCheckout({
    url: database.urlOf('checkout'),
    entities: [],
    checkOut: deps =>
      startCheckout(
        {
          ...deps,
          holdSeconds,
          maxOpenHolds: 0,
          paymentProvider: ecpay(noProvider),
          findPage: createPaginator(deps.database.pool),
        },
        {
          items: cart.map(({ product, variant }) => ({
            variantId: variantId(product, variant),
            quantity: 1,
            unitPrice: undefined,
          })),
          couponClaimId: null,
          paymentMethod: 'gateway-credit',
          shipping,
          total: undefined,
          discount: undefined,
          idempotencyKey: placeholders.key,
        },
        firstMember,
      ),
  })
  const statements = scriptOf(recorded, [
    ...cart.flatMap(substitutesOf),
    ['load-member-1@', "('load-member-' || :member || '@')"],
    [customerId(1), "('load-' || :member)"],
  ])
  const { spread, hot } = choices(products)
  return { spread: `${spread}\n${statements}\n`, hot: `${hot}\n${statements}\n` }
}

/** A checkout does not call the payment provider. */
const noProvider = {
  ECPAY_CHECKOUT_URL: '',
  ECPAY_MERCHANT_ID: '',
  ECPAY_HASH_KEY: '',
  ECPAY_HASH_IV: '',
  ECPAY_RETURN_URL: '',
}
