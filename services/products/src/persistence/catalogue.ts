import type { Product, ProductsQuery, ProductVariant } from '@campstore/contract/products/schemas'
import type { Queryable } from '@campstore/database/database'

/** A product that customers can see, but for what is live of its variants; those by price, then id. */
export type ListedProduct = Omit<Product, 'variants'> & { variants: ListedVariant[] }
/** A variant that customers can see, without how many of it there are. */
export type ListedVariant = Omit<ProductVariant, 'availableQuantity' | 'inStock'>

/** What narrows the list. */
export type Filter = Pick<ProductsQuery, 'category' | 'brand' | 'minPrice' | 'maxPrice'>

/** One page of the list in the state of the catalogue that `revision` names. */
export type ListedPage = {
  revision: string
  products: ListedProduct[]
  /** Number of products that the filter lets pass; null where it was not asked for. */
  total: number | null
}

/** A product, or null where there is none to see, in the state of the catalogue that `revision` names. */
export type FoundProduct = { revision: string; product: ListedProduct | null }

const revision = /* sql */ `(select token from catalog.revision where id = 1)`

/** SQL expression for the picture of `product` that customers see, or null. */
export const primaryImage = /* sql */ `(
    select image.path
    from catalog.product_image image
    where image.product_id = product.id
    order by image.position
    limit 1
  )`

/** SQL expression for a product of `listing`, `product` and `item` as the JSON of a {@link ListedProduct}. */
const productJson = /* sql */ `json_build_object(
  'id', product.id,
  'itemId', item.id,
  'status', product.status,
  'name', item.name,
  'category', item.category,
  'brand', item.brand,
  'description', item.description,
  'image', ${primaryImage},
  'price', listing.lowest_price::text,
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

const productOfListing = /* sql */ `
  join catalog.product on product.id = listing.product_id collate "default"
  join catalog.equipment_item item on item.id = product.item_id`

/** Ties by id ascending in both directions (decisions.md, 12); ids that differ in case only are told apart as they are. */
const orders: Record<ProductsQuery['sort'], string> = {
  'id,asc': 'listing.id_key, listing.product_id',
  'id,desc': 'listing.id_key desc, listing.product_id',
  'name,asc': 'listing.name_key, listing.id_key, listing.product_id',
  'name,desc': 'listing.name_key desc, listing.id_key, listing.product_id',
}

/**
 * SQL condition on `listing`, its values added to `values`. A product passes when a variant lies inside the price range, not
 * when the range from its lowest to its highest price only spans it (interface.md, Product catalogue).
 */
function condition({ category, brand, minPrice, maxPrice }: Filter, values: unknown[]): string {
  const value = (of: string) => `$${values.push(of)}`
  const parts: string[] = []
  if (category !== undefined) parts.push(`listing.category_key = lower(${value(category)} collate pg_c_utf8)`)
  if (brand !== undefined) parts.push(`listing.brand_key = lower(${value(brand)} collate pg_c_utf8)`)
  const min = minPrice && `${value(minPrice)}::numeric`
  const max = maxPrice && `${value(maxPrice)}::numeric`
  if (min) parts.push(`listing.highest_price >= ${min}`)
  if (max) parts.push(`listing.lowest_price <= ${max}`)
  if (min && max) {
    parts.push(`(
        listing.lowest_price >= ${min}
        or listing.highest_price <= ${max}
        or exists (select from unnest(listing.prices) price where price between ${min} and ${max})
      )`)
  }
  return parts.length === 0 ? '' : `where ${parts.join(' and ')}`
}

/**
 * Reads one page of the list, with its total when that is wanted, as of one moment. It has no name, so that PostgreSQL plans
 * it for the values it has: how many products a price range lets pass decides which index is the right one.
 */
export async function readPage(database: Queryable, query: ProductsQuery, withTotal: boolean): Promise<ListedPage> {
  const values: unknown[] = [query.size, query.page * query.size]
  const where = condition(query, values)
  const order = orders[query.sort]
  const total = withTotal ? `(select count(*)::integer from catalog.listing ${where})` : 'null::integer'
  const { rows } = await database.query<ListedPage>({
    text: /* sql */ `
      select
        ${revision} as revision,
        ${total} as total,
        (
          select coalesce(json_agg(${productJson} order by ${order}), '[]')
          from (
            select * from catalog.listing ${where} order by ${order} limit $1 offset $2
          ) listing
          ${productOfListing}
        ) as products`,
    values,
  })
  return onlyRow(rows)
}

/** Reads the product of this id, if customers can see it. */
export async function readProduct(database: Queryable, id: string): Promise<FoundProduct> {
  const { rows } = await database.query<FoundProduct>({
    name: 'listed-product',
    text: /* sql */ `
      select
        ${revision} as revision,
        (
          select ${productJson}
          from catalog.listing
          ${productOfListing}
          where listing.product_id = $1
        ) as product`,
    values: [id],
  })
  return onlyRow(rows)
}

function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('a statement that always answers one row answered none')
  return row
}
