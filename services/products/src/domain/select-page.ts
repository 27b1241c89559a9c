import type { Product, ProductsQuery } from '@campstore/contract/products/schemas'
import type { Page } from '@campstore/contract/route'
import { exact } from '@campstore/core/money'
import { byCodePoint, lowerCase } from './text-order.ts'

/**
 * The page of a catalogue in memory that a query asks for, by the rules that hold for the list in the database
 * (docs/contract/catalogue.md#list).
 */
export function selectPage(products: readonly Product[], query: ProductsQuery): Page<Product> {
  const { page, size, sort } = query
  const passing = products.filter(passes(query)).sort(orders[sort])
  return { items: passing.slice(page * size, (page + 1) * size), page, size, totalElements: passing.length }
}

/** Whether a product matches every filter; the price range when at least one of its variants lies inside. */
const passes =
  ({ category, brand, minPrice, maxPrice }: ProductsQuery) =>
  (product: Product): boolean =>
    isNamed(product.category, category) &&
    isNamed(product.brand, brand) &&
    product.variants.some(({ price }) => {
      const amount = exact(price)
      return (minPrice === undefined || amount.gte(minPrice)) && (maxPrice === undefined || amount.lte(maxPrice))
    })

const isNamed = (name: string | null, wanted: string | undefined): boolean =>
  wanted === undefined || (name !== null && lowerCase(name.trim()) === lowerCase(wanted))

type Order = (left: Product, right: Product) => number

/** Ids compare in lower case; two that differ in case only are told apart as they are. */
const byId: Order = (left, right) =>
  byCodePoint(lowerCase(left.id), lowerCase(right.id)) || byCodePoint(left.id, right.id)
const byName: Order = (left, right) => byCodePoint(lowerCase(left.name), lowerCase(right.name))

const orders: Record<ProductsQuery['sort'], Order> = {
  'id,asc': byId,
  'id,desc': (left, right) => byCodePoint(lowerCase(right.id), lowerCase(left.id)) || byCodePoint(left.id, right.id),
  'name,asc': (left, right) => byName(left, right) || byId(left, right),
  'name,desc': (left, right) => byName(right, left) || byId(left, right),
}
