import type { MemberCoupon } from '@campstore/contract/coupons'
import { memberRoutes } from '@campstore/contract/me/routes'
import { productRoutes } from '@campstore/contract/products/routes'
import type { Product, ProductVariant } from '@campstore/contract/products/schemas'
import { exact } from '@campstore/core/money'
import { CliError } from '@campstore/local-servers/cli-error'
import { discountOf, orderPricing } from './amounts.ts'
import type { GatewayClient } from './gateway-client.ts'

/** A variant with its product, and how many of it are wanted. */
export type Line = { product: Product; variant: ProductVariant; price: string; quantity: number }

/**
 * Finds variants of different products at a price, those first of which there is most.
 *
 * @param wanted.count how many variants
 * @throws {CliError} when there are not so many in stock
 */
export async function findLines(
  client: GatewayClient,
  wanted: { count: number; minPrice: number; maxPrice: number },
): Promise<Line[]> {
  const { count, minPrice, maxPrice } = wanted
  const products = await client.all(productRoutes.listProducts, { query: { minPrice, maxPrice } })
  const lines = products.flatMap(product => {
    const [variant] = product.variants
      .filter(({ price }) => Number(price) >= minPrice && Number(price) <= maxPrice)
      .toSorted((left, right) => right.availableQuantity - left.availableQuantity)
    return variant?.inStock ? [{ product, variant, price: variant.price, quantity: 1 }] : []
  })
  const plenty = lines.toSorted((left, right) => right.variant.availableQuantity - left.variant.availableQuantity)
  if (plenty.length < count)
    throw new CliError(`the store has not ${count} products from ${minPrice} to ${maxPrice} in stock`)
  return plenty.slice(0, count)
}

/** The pieces of a variant that are free now. */
export async function availableOf(client: GatewayClient, { product, variant }: Line): Promise<number | undefined> {
  const { variants } = await client.one(productRoutes.getProduct, { params: { id: product.id } })
  return variants.find(({ id }) => id === variant.id)?.availableQuantity
}

/** The member's claims that can be used on an order of these lines, the one that takes off most first. */
export async function usableClaims(client: GatewayClient, lines: readonly Line[], now: Date): Promise<MemberCoupon[]> {
  const { subtotal } = orderPricing(lines, undefined)
  const claims = await client.all(memberRoutes.listCoupons)
  const takes = ({ coupon }: MemberCoupon) => exact(discountOf(coupon, subtotal))
  return claims
    .filter(({ status, coupon }) => {
      const inPeriod = new Date(coupon.startsAt) <= now && now < new Date(coupon.endsAt)
      const withinLimit = coupon.usageLimit === null || coupon.usedCount < coupon.usageLimit
      const isEnough = exact(subtotal).greaterThanOrEqualTo(coupon.minSpend)
      return status === 'available' && coupon.status === 'active' && inPeriod && withinLimit && isEnough
    })
    .toSorted((left, right) => takes(right).comparedTo(takes(left)))
}

/** How a claim of the member stands now. */
export async function claimStatus(client: GatewayClient, id: number): Promise<string | undefined> {
  const claims = await client.all(memberRoutes.listCoupons)
  return claims.find(claim => claim.id === id)?.status
}
