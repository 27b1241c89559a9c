import type { Client, Schemas } from '@campstore/client/source/client'
import { exact, sum } from '@campstore/core/money'
import { CliError } from '@campstore/local-servers/cli-error'

/** A variant with its product, of which one is ordered. */
export type Line = { product: Schemas['Product']; variant: Schemas['ProductVariant'] }

/**
 * Finds variants of different products in a price range, those with the most stock first.
 *
 * @param filter.count how many variants
 * @throws {CliError} when fewer are in stock
 */
export async function findLines(
  client: Client,
  filter: { count: number; minPrice: number; maxPrice: number },
): Promise<Line[]> {
  const { count, minPrice, maxPrice } = filter
  const products = await Array.fromAsync(
    client.products.listProducts.all({ minPrice: String(minPrice), maxPrice: String(maxPrice) }),
  )
  const byStock = products
    .flatMap(product => product.variants.map(variant => ({ product, variant })))
    .filter(({ variant }) => variant.inStock && Number(variant.price) >= minPrice && Number(variant.price) <= maxPrice)
    .toSorted((left, right) => right.variant.availableQuantity - left.variant.availableQuantity)
  const lines = byStock.filter(({ product }, place) => byStock.findIndex(line => line.product === product) === place)
  if (lines.length < count)
    throw new CliError(`The store has fewer than ${count} products from ${minPrice} to ${maxPrice} TWD in stock.`)
  return lines.slice(0, count)
}

/** The available quantities of the variants. */
export const availableOf = (client: Client, lines: readonly Line[]): Promise<(number | undefined)[]> =>
  Promise.all(
    lines.map(async ({ product, variant }) => {
      const { variants } = await client.products.getProduct({ id: product.id })
      return variants.find(({ id }) => id === variant.id)?.availableQuantity
    }),
  )

/** The member's claims that are valid for an order of these lines. */
export async function usableClaims(
  client: Client,
  lines: readonly Line[],
  now: Date,
): Promise<Schemas['MemberCoupon'][]> {
  const subtotal = exact(sum(lines.map(({ variant }) => variant.price)))
  const claims = await Array.fromAsync(client.me.listCoupons.all())
  return claims.filter(({ status, coupon }) => {
    const inPeriod = new Date(coupon.startsAt) <= now && now < new Date(coupon.endsAt)
    const withinLimit = coupon.usageLimit === null || coupon.usedCount < coupon.usageLimit
    const isEnough = subtotal.greaterThanOrEqualTo(coupon.minSpend)
    return status === 'available' && coupon.status === 'active' && inPeriod && withinLimit && isEnough
  })
}

/** The status of one of the member's claims. */
export async function claimStatus(client: Client, id: number): Promise<string | undefined> {
  const claims = await Array.fromAsync(client.me.listCoupons.all())
  return claims.find(claim => claim.id === id)?.status
}
