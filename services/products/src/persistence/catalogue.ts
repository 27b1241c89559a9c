import {
  orderOf,
  type Product,
  type ProductsOrder,
  type ProductsQuery,
  type ProductVariant,
} from '@campstore/contract/products/schemas'
import { lookupKey } from '@campstore/core/lookup-key'
import { limited } from '@campstore/database/batched'
import type { Queryable } from '@campstore/database/database'
import { matchesLookUp } from '@campstore/database/look-up'
import { onlyRow } from '@campstore/database/rows'
import { LRUCache } from 'lru-cache'
import { wordsOf } from '../domain/text-order.ts'
import { type InStock, type InStockReader, readWithStock, revision } from './in-stock.ts'

/** A product that customers can see, without the available quantities of its variants; these are sorted by price, then id. */
export type ListedProduct = Omit<Product, 'variants'> & { variants: ListedVariant[] }
/** A variant that customers can see, without its available quantity. */
export type ListedVariant = Omit<ProductVariant, 'availableQuantity' | 'inStock'>

/** Products as they were in one state of the catalogue. */
export type CatalogueSnapshot = {
  /** Identifies the state of the catalogue (`catalog.revision`). */
  revision: string
  products: ListedProduct[]
  /** Number of products that the query finds; `products` may be one page of them. */
  total: number
  /** Characters that the products have as JSON. */
  size: number
  /** When its oldest part was asked for, in monotonic time, where that is earlier than the rest of it. */
  readAt?: number
}

/** Reads one page of the list. */
export type PageReader = (query: ProductsQuery) => Promise<CatalogueSnapshot>

/** The filters of the list. */
export type Filter = Partial<Omit<ProductsQuery, 'page' | 'size' | 'sort' | 'ranking'>>

/** One page of the list; its total is null where it was not counted. */
type ListedPage = { revision: string; ids: string[]; total: number | null }

/** A product as it is remembered, with its characters as JSON. */
type Known = { product: ListedProduct; size: number }

/**
 * How many pages of searches, and how many facets, a process reads at once. Each can pass the whole catalogue, and clients can invent any
 * number of them; the other connections are for what needs one row.
 */
export const maxSearches = 2

/** Characters of remembered products. */
const maxKnownSize = 1_500_000

/** SQL expression for the image of `product` that customers see, or null. */
export const primaryImage = /* sql */ `(
    select image.path
    from catalog.product_image image
    where image.product_id = product.id
    order by image.position
    limit 1
  )`

/** SQL expression for the product of `storefront`, `product` and `item` as the JSON of a {@link ListedProduct}. */
const productJson = /* sql */ `json_build_object(
  'id', product.id,
  'itemId', item.id,
  'status', product.status,
  'name', item.name,
  'category', item.category,
  'brand', item.brand,
  'description', item.description,
  'image', ${primaryImage},
  'price', storefront.lowest_price::text,
  'variants', (
    select json_agg(
      json_build_object(
        'id', variant.id,
        'sku', sku.code,
        'color', variant.color,
        'size', variant.size,
        'specification', variant.specification,
        'price', variant.price::text
      )
      order by variant.price, variant.id collate "C"
    )
    from catalog.sku
    join catalog.variant on variant.sku_id = sku.id
    where sku.item_id = item.id and sku.active and variant.active and variant.price is not null
  )
)`

const productOfStorefront = /* sql */ `
  join catalog.product on product.id = storefront.product_id collate "default"
  join catalog.equipment_item item on item.id = product.item_id`

/**
 * Ties by id ascending in both directions (docs/contract/catalogue.md#list); ids with the same key compare as they are.
 */
const orders: Record<ProductsOrder, string> = {
  'id,asc': 'storefront.id_key, storefront.product_id',
  'id,desc': 'storefront.id_key desc, storefront.product_id',
  'name,asc': 'storefront.name_key, storefront.id_key, storefront.product_id',
  'name,desc': 'storefront.name_key desc, storefront.id_key, storefront.product_id',
  cheapest: 'storefront.lowest_price, storefront.id_key, storefront.product_id',
  dearest: 'storefront.lowest_price desc, storefront.id_key, storefront.product_id',
  newest: 'storefront.created_at desc, storefront.id_key, storefront.product_id',
}

/**
 * SQL condition on `storefront`; adds its values to `values`. A product passes when the price of a variant lies inside the
 * range, not when only its lowest and highest price lie around it (docs/contract/catalogue.md#list).
 *
 * @param stock ids of the products in stock, to which the list is limited; undefined for no limit
 */
export function condition(
  { q, category, brand, minPrice, maxPrice }: Omit<Filter, 'inStock'>,
  values: unknown[],
  stock?: InStock,
): string {
  const value = (of: unknown) => `$${values.push(of)}`
  const parts: string[] = []
  for (const word of wordsOf(q)) {
    const found = matchesLookUp({ indexed: [{ column: 'storefront.search_text' }] }, word)
    // The condition of an id or an e-mail address has two values.
    const given = found?.values.values()
    if (found) parts.push(found.sql.replaceAll('?', () => value(given?.next().value)))
  }
  if (category !== undefined) parts.push(`storefront.category_key = ${value(lookupKey(category))}`)
  if (brand !== undefined) parts.push(`storefront.brand_key = ${value(lookupKey(brand))}`)
  const min = minPrice && `${value(minPrice)}::numeric`
  const max = maxPrice && `${value(maxPrice)}::numeric`
  if (min) parts.push(`storefront.highest_price >= ${min}`)
  if (max) parts.push(`storefront.lowest_price <= ${max}`)
  if (min && max) {
    parts.push(`(
        storefront.lowest_price >= ${min}
        or storefront.highest_price <= ${max}
        or exists (select from unnest(storefront.prices) price where price between ${min} and ${max})
      )`)
  }
  if (stock) parts.push(`storefront.product_id = any (${value(stock.ids)}::text[])`)
  return parts.length === 0 ? '' : `where ${parts.join(' and ')}`
}

/** The same text for the same filter. */
export const filterKey = ({ q, category, brand, minPrice, maxPrice, inStock = false }: Filter): string =>
  JSON.stringify([q, category, brand, minPrice, maxPrice, inStock])

/**
 * Creates a reader of pages that remembers, for as long as the catalogue stays the same, how many products each filter finds, and
 * products: clients can invent any number of filters that find the same products, and their JSON costs several times what finding
 * them does.
 */
export function createPageReader(database: Queryable, readInStock: InStockReader): PageReader {
  const totals = new LRUCache<string, { revision: string; total: number }>({ max: 500 })
  const readProducts = createProductsReader(database)
  const read: PageReader = async query => {
    const filter = filterKey(query)
    // What is in stock changes without the catalogue.
    const known = query.inStock ? undefined : totals.get(filter)
    const readWith = (withTotal: boolean) =>
      readWithStock(readInStock, query.inStock, stock => readPage(database, query, stock, withTotal))
    let page = await readWith(known === undefined)
    if (known && page.revision !== known.revision) page = await readWith(true)
    const { revision, readAt } = page
    const total = page.total ?? known?.total ?? 0
    if (total > 0 && !query.inStock) totals.set(filter, { revision, total })
    const found = await readProducts(page)
    const size = found.reduce((sum, { size }) => sum + size, 0)
    return { revision, readAt, products: found.map(({ product }) => product), total, size }
  }
  const search = limited(read, maxSearches)
  return query => (query.q !== undefined || query.inStock ? search(query) : read(query))
}

/**
 * Creates a reader of the products of a page that remembers the products of the last revision. Where the catalogue changes
 * between the page and its products, they are newer than the revision that the page says, so that they are not taken for
 * current (catalogue-cache.ts).
 */
function createProductsReader(database: Queryable) {
  const remembered = new LRUCache<string, Known>({ maxSize: maxKnownSize, sizeCalculation: ({ size }) => size })
  let rememberedRevision = ''
  return async ({ revision, ids }: ListedPage): Promise<Known[]> => {
    if (revision !== rememberedRevision) remembered.clear()
    rememberedRevision = revision
    const known = new Map(ids.map(id => [id, remembered.get(id)]))
    const missing = ids.filter(id => known.get(id) === undefined)
    if (missing.length > 0) {
      const read = await readProductsOf(database, missing)
      const isCurrent = read.revision === rememberedRevision
      for (const product of read.products) {
        const entry = { product, size: JSON.stringify(product).length }
        known.set(product.id, entry)
        if (isCurrent) remembered.set(product.id, entry)
      }
    }
    return ids.flatMap(id => known.get(id) ?? [])
  }
}

/**
 * Finds one page of the list as of one moment. The statement has no name, so that PostgreSQL plans it for the values it has:
 * how many products a price range finds decides which index is the right one.
 *
 * @param stock as `condition` takes it
 * @param withTotal whether the products that the filter finds are counted too
 */
async function readPage(
  database: Queryable,
  query: ProductsQuery,
  stock: InStock | undefined,
  withTotal: boolean,
): Promise<ListedPage> {
  const values: unknown[] = [query.size, query.page * query.size]
  const where = condition(query, values, stock)
  const order = orders[orderOf(query)]
  const total = withTotal
    ? `(select count(*)::integer from catalog.storefront_index storefront ${where})`
    : 'null::integer'
  return onlyRow(database, {
    text: /* sql */ `
      select
        ${revision} as revision,
        ${total} as total,
        array(
          select product_id from catalog.storefront_index storefront ${where} order by ${order} limit $1 offset $2
        ) as ids`,
    values,
  })
}

/** Reads products that customers can see, in any order, and the revision of the same moment. */
const readProductsOf = (database: Queryable, ids: readonly string[]) =>
  onlyRow<{ revision: string; products: ListedProduct[] }>(database, {
    name: 'listed-products',
    text: /* sql */ `
      select
        ${revision} as revision,
        (
          select coalesce(json_agg(${productJson}), '[]')
          from catalog.storefront_index storefront
          ${productOfStorefront}
          where storefront.product_id = any ($1)
        ) as products`,
    values: [ids],
  })

/** Reads the product of this id, if customers can see it. */
export async function readProduct(database: Queryable, id: string): Promise<CatalogueSnapshot> {
  const { revision, products } = await readProductsOf(database, [id])
  return { revision, products, total: products.length, size: JSON.stringify(products).length }
}
