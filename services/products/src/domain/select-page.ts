import type { Product, ProductsQuery } from '@campstore/contract/products/schemas'
import type { Page } from '@campstore/contract/route'
import { exact } from '@campstore/core/money'
import { byCodePoint, lowerCase } from './text-order.ts'

/**
 * Selects the page that a query asks for from a catalogue in memory, by the rules of the list in the database
 * (docs/contract/catalogue.md#list).
 */
export function selectPage(products: readonly Product[], query: ProductsQuery): Page<Product> {
  const { page, size, sort } = query
  const passing = products.filter(passes(query)).sort(orders[sort])
  return { items: passing.slice(page * size, (page + 1) * size), page, size, totalElements: passing.length }
}

/** Whether a product matches every filter; it matches the price range when the price of a variant lies inside. */
const passes =
  ({ category, brand, minPrice, maxPrice }: ProductsQuery) =>
  (product: Product): boolean =>
    hasName(product.category, category) &&
    hasName(product.brand, brand) &&
    product.variants.some(({ price }) => {
      const amount = exact(price)
      return (minPrice === undefined || amount.gte(minPrice)) && (maxPrice === undefined || amount.lte(maxPrice))
    })

const hasName = (name: string | null, filter: string | undefined): boolean =>
  filter === undefined || (name !== null && lowerCase(name.trim()) === lowerCase(filter))

type Order = (left: Product, right: Product) => number

/** Ids compare in lower case; two that differ in case only compare as they are. */
const byId: Order = (left, right) =>
  byCodePoint(lowerCase(left.id), lowerCase(right.id)) || byCodePoint(left.id, right.id)
const byName: Order = (left, right) => byCodePoint(lowerCase(left.name), lowerCase(right.name))

const orders: Record<ProductsQuery['sort'], Order> = {
  'id,asc': byId,
  'id,desc': (left, right) => byCodePoint(lowerCase(right.id), lowerCase(left.id)) || byCodePoint(left.id, right.id),
  'name,asc': (left, right) => byName(left, right) || byId(left, right),
  'name,desc': (left, right) => byName(right, left) || byId(left, right),
}
