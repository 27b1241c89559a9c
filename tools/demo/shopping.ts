import type { Client, Schemas } from '@campstore/client/source/client'
import { exact } from '@campstore/core/money'
import { CliError } from '@campstore/local-servers/cli-error'
import { discountOf, orderPricing } from './amounts.ts'

/** A variant with its product, and the quantity to order. */
export type Line = { product: Schemas['Product']; variant: Schemas['ProductVariant']; price: string; quantity: number }

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
  const lines = products.flatMap(product => {
    const [variant] = product.variants
      .filter(({ price }) => Number(price) >= minPrice && Number(price) <= maxPrice)
      .toSorted((left, right) => right.availableQuantity - left.availableQuantity)
    return variant?.inStock ? [{ product, variant, price: variant.price, quantity: 1 }] : []
  })
  const byStock = lines.toSorted((left, right) => right.variant.availableQuantity - left.variant.availableQuantity)
  if (byStock.length < count)
    throw new CliError(`The store has fewer than ${count} products from ${minPrice} to ${maxPrice} TWD in stock.`)
  return byStock.slice(0, count)
}

/** The available quantity of a variant. */
export async function availableOf(client: Client, { product, variant }: Line): Promise<number | undefined> {
  const { variants } = await client.products.getProduct({ id: product.id })
  return variants.find(({ id }) => id === variant.id)?.availableQuantity
}

/** The member's claims that are valid for an order of these lines, the largest discount first. */
export async function usableClaims(
  client: Client,
  lines: readonly Line[],
  now: Date,
): Promise<Schemas['MemberCoupon'][]> {
  const { subtotal } = orderPricing(lines, undefined)
  const claims = await Array.fromAsync(client.me.listCoupons.all())
  const discount = ({ coupon }: Schemas['MemberCoupon']) => exact(discountOf(coupon, subtotal))
  return claims
    .filter(({ status, coupon }) => {
      const inPeriod = new Date(coupon.startsAt) <= now && now < new Date(coupon.endsAt)
      const withinLimit = coupon.usageLimit === null || coupon.usedCount < coupon.usageLimit
      const isEnough = exact(subtotal).greaterThanOrEqualTo(coupon.minSpend)
      return status === 'available' && coupon.status === 'active' && inPeriod && withinLimit && isEnough
    })
    .toSorted((left, right) => discount(right).comparedTo(discount(left)))
}

/** The status of one of the member's claims. */
export async function claimStatus(client: Client, id: number): Promise<string | undefined> {
  const claims = await Array.fromAsync(client.me.listCoupons.all())
  return claims.find(claim => claim.id === id)?.status
}
