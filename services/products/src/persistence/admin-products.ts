import type { AdminProduct, AdminProductsQuery } from '@campstore/contract/admin/products'
import { whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import { matchesLookUp } from '@campstore/database/look-up'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage } from '@campstore/database/pagination'
import { allRows } from '@campstore/database/rows'
import { primaryImage } from './catalogue.ts'

/** A product as administrators see it, without the available quantities of its variants; these are sorted by price, then id. */
export type StoredProduct = Omit<AdminProduct, 'variants'> & { variants: StoredVariant[] }
type StoredVariant = Omit<AdminProduct['variants'][number], 'availableQuantity' | 'inStock'>

/**
 * A variant counts as active while its SKU is too. The price of a product is the lowest of its active variants, or of all
 * where none is (docs/contract/admin.md#products); null where none has a price: then customers do not see the product.
 */
const productsById = {
  name: 'admin-products',
  text: /* sql */ `
    select
      product.id,
      item.id as "itemId",
      product.status,
      item.name,
      item.category,
      item.brand,
      item.description,
      ${primaryImage} as image,
      array(
        select product_image.path
        from catalog.product_image
        where product_image.product_id = product.id
        order by product_image.position
      ) as images,
      offered.price::text,
      offered.variants,
      product.created_at as "createdAt",
      product.updated_at as "updatedAt"
    from unnest($1::text[]) with ordinality as requested (id, position)
    join catalog.product on product.id = requested.id
    join catalog.equipment_item item on item.id = product.item_id
    cross join lateral (
      select
        coalesce(min(variant.price) filter (where variant.active and sku.active), min(variant.price)) as price,
        coalesce(json_agg(
          json_build_object(
            'id', variant.id,
            'sku', sku.code,
            'color', variant.color,
            'size', variant.size,
            'specification', variant.specification,
            'price', variant.price::text,
            'active', variant.active and sku.active
          )
          order by variant.price, variant.id collate "C"
        ), '[]') as variants
      from catalog.sku
      join catalog.variant on variant.sku_id = sku.id
      where sku.item_id = item.id
    ) offered
    order by requested.position`,
}

/**
 * Reads products, visible to customers or not, in the order of their ids here; unknown ones are left out. One statement:
 * entities of a page with all variants cost five times as much processor time.
 */
export const readAdminProducts = (database: Queryable, ids: readonly string[]): Promise<StoredProduct[]> =>
  allRows(database, { ...productsById, values: [ids] })

/** Ids and names sort as they do for customers (docs/contract/catalogue.md#list). */
const sortColumns = { id: 'id_key', name: 'name_key', createdAt: 'created_at' } as const

/** Finds the ids of one page of all products, visible or not, and how many there are. */
export async function findProductIds(
  findPage: FindPage,
  { q, status, category, brand, sort, page, size }: AdminProductsQuery,
): Promise<{ ids: string[]; totalElements: number }> {
  const { items, totalElements } = await findPage<{ id: string }>({
    columns: 'product_id as id',
    from: 'catalog.product_search_index',
    conditions: [
      matchesLookUp({ indexed: [{ column: 'search_text' }] }, q),
      whenPresent(status, 'status = ?'),
      whenPresent(category, 'category_key = shared.lookup_key(?)'),
      whenPresent(brand, 'brand_key = shared.lookup_key(?)'),
    ],
    orderBy: orderByField(sort, sortColumns, 'product_id'),
    page,
    size,
  })
  return { ids: items.map(({ id }) => id), totalElements }
}
