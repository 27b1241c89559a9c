import {
  type Facets,
  type FacetsQuery,
  orderOf,
  type Product,
  type ProductsOrder,
  type ProductsQuery,
} from '@campstore/contract/products/schemas'
import type { Page } from '@campstore/contract/route'
import { lookupKey } from '@campstore/core/lookup-key'
import { exact } from '@campstore/core/money'
import { byCodePoint, wordsOf } from './text-order.ts'

/**
 * Selects the page that a query asks for from a catalogue in memory, by the rules of the list in the database
 * (docs/contract/catalogue.md#list).
 */
export function selectPage(products: readonly Product[], query: ProductsQuery): Page<Product> {
  const { page, size } = query
  const order = orderOf(query)
  const passing = products.filter(passes(query))
  // The file has no times: later products are newer.
  if (order === 'newest') passing.reverse()
  else passing.sort(orders[order])
  return { items: passing.slice(page * size, (page + 1) * size), page, size, totalElements: passing.length }
}

/** Counts by which values the list of a catalogue in memory can be filtered further (docs/contract/catalogue.md#facets). */
export function countFacets(products: readonly Product[], query: FacetsQuery): Facets {
  const found = (changes: Partial<FacetsQuery>) => products.filter(passes({ ...query, ...changes }))
  const ofAnyPrice = found({ minPrice: undefined, maxPrice: undefined })
  const prices = ofAnyPrice.flatMap(({ variants }) => variants.map(({ price }) => price))
  const [lowest] = prices.toSorted(byAmount)
  const highest = prices.toSorted(byAmount).at(-1)
  return {
    total: found({}).length,
    categories: countNames(found({ category: undefined }).map(({ category }) => category)),
    brands: countNames(found({ brand: undefined }).map(({ brand }) => brand)),
    price: lowest && highest ? { lowest, highest } : null,
  }
}

const byAmount = (left: string, right: string): number => exact(left).comparedTo(right)

/** Names by their keys, the most frequent first; of several spellings, one. */
function countNames(names: readonly (string | null)[]): Facets['categories'] {
  const given = names.flatMap(name => name?.trim() || [])
  return [...Map.groupBy(given, lookupKey)]
    .toSorted(([left, { length: few }], [right, { length: many }]) => many - few || byCodePoint(left, right))
    .slice(0, 100)
    .map(([, spellings]) => ({ name: spellings.toSorted(byCodePoint)[0] ?? '', count: spellings.length }))
}

/** Whether a product matches every filter; it matches the price range if the price of a variant is inside. */
const passes =
  ({ q, category, brand, minPrice, maxPrice, inStock }: FacetsQuery) =>
  (product: Product): boolean =>
    wordsOf(q).every(word => contains(product, word)) &&
    (!inStock || product.variants.some(variant => variant.inStock)) &&
    hasName(product.category, category) &&
    hasName(product.brand, brand) &&
    product.variants.some(({ price }) => {
      const amount = exact(price)
      return (minPrice === undefined || amount.gte(minPrice)) && (maxPrice === undefined || amount.lte(maxPrice))
    })

const contains = ({ name, brand, variants }: Product, word: string): boolean =>
  [name, brand ?? '', ...variants.map(({ sku }) => sku)].some(text => lookupKey(text).includes(lookupKey(word)))

const hasName = (name: string | null, filter: string | undefined): boolean =>
  filter === undefined || (name !== null && lookupKey(name.trim()) === lookupKey(filter))

type Order = (left: Product, right: Product) => number

/** Ids compare by their keys; two with the same key compare as they are. */
const byId: Order = (left, right) =>
  byCodePoint(lookupKey(left.id), lookupKey(right.id)) || byCodePoint(left.id, right.id)
const byName: Order = (left, right) => byCodePoint(lookupKey(left.name), lookupKey(right.name))

const orders: Record<Exclude<ProductsOrder, 'newest'>, Order> = {
  'id,asc': byId,
  'id,desc': (left, right) => byCodePoint(lookupKey(right.id), lookupKey(left.id)) || byCodePoint(left.id, right.id),
  'name,asc': (left, right) => byName(left, right) || byId(left, right),
  'name,desc': (left, right) => byName(right, left) || byId(left, right),
  cheapest: (left, right) => byAmount(left.price, right.price) || byId(left, right),
  dearest: (left, right) => byAmount(right.price, left.price) || byId(left, right),
}
