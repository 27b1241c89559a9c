import type { AdminProductsQuery } from '@campstore/contract/admin/products'
import { whenPresent } from '@campstore/database/conditions'
import { matchesLookUp } from '@campstore/database/look-up'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage } from '@campstore/database/pagination'

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
