import { memberCount, randomUpTo } from '../workload.ts'

/** How many variants a product has: two or three of them. */
const variantsOf = (product: number): number => 2 + (product % 2)

/** Ids of the made data, numbered from 1 and as long as each other. */
const number = (value: number): string => String(value).padStart(6, '0')
export const productId = (product: number): string => `product-${number(product)}`
export const variantId = (product: number, variant: number): string => `variant-${number(product)}-${variant}`

/** Price of a variant in whole TWD, from 50 to 59,349; the SQL of the catalogue and pgbench have the same formula. */
export const priceOf = (product: number, variant: number): number =>
  50 + ((product * 7_919) % 59_000) + 100 * (variant - 1)

/** Stored orders that belong to members with a token, ten each. */
export const memberOrders = 10 * memberCount
export const orderId = (order: number): string => `stored-order-${String(order).padStart(8, '0')}`
/** The member whose order it is, for the first {@link memberOrders}. */
export const memberOfOrder = (order: number): number => 1 + ((order - 1) % memberCount)

/** A variant in a cart. */
export type Pick = { product: number; variant: number }

const anyVariant = (first: number, count: number): Pick => {
  const product = first - 1 + randomUpTo(count)
  return { product, variant: randomUpTo(variantsOf(product)) }
}

/** A cart of any two variants, one of each half of the products so that they differ. */
export const spreadCart = (products: number): [Pick, Pick] => [
  anyVariant(1, products / 2),
  anyVariant(products / 2 + 1, products / 2),
]

/** A cart with the one variant that all members choose, and another one. */
export const hotCart = (products: number): [Pick, Pick] => [
  { product: 1, variant: 1 },
  anyVariant(products / 2 + 1, products / 2),
]
