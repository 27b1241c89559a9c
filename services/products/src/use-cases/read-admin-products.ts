import type { AdminProduct, AdminProductsQuery } from '@campstore/contract/admin/products'
import type { Page } from '@campstore/contract/route'
import type { Queryable } from '@campstore/database/database'
import type { FindPage } from '@campstore/database/pagination'
import type { Dependencies } from '../dependencies.ts'
import { findProductIds, readAdminProducts } from '../persistence/admin-products.ts'
import { readAvailability } from '../persistence/availability.ts'
import { presentAdminProduct } from '../presenters.ts'
import { productNotFound } from './read-catalogue.ts'

/** One page of all products, whether customers see them or not (docs/contract/admin.md#products). */
export async function listAdminProducts(
  deps: Dependencies & { findPage: FindPage },
  query: AdminProductsQuery,
): Promise<Page<AdminProduct>> {
  const { ids, totalElements } = await findProductIds(deps.findPage, query)
  const items = await readWithAvailability(deps.database.requests, ids)
  return { items, page: query.page, size: query.size, totalElements }
}

/** Products with their live availability, in the order of their ids here; unknown ones are left out. */
async function readWithAvailability(database: Queryable, ids: readonly string[]): Promise<AdminProduct[]> {
  const products = await readAdminProducts(database, ids)
  const variantIds = products.flatMap(({ variants }) => variants.map(({ id }) => id))
  const { available } = await readAvailability(database, variantIds)
  return products.map(product => presentAdminProduct(product, available))
}

/** One product, whether customers see it or not (docs/contract/admin.md#products). Throws NOT_FOUND. */
export async function readAdminProduct(database: Queryable, id: string): Promise<AdminProduct> {
  const [product] = await readWithAvailability(database, [id])
  if (!product) throw productNotFound()
  return product
}
