import type { AdminProduct, AdminProductsQuery } from '@campstore/contract/admin/products'
import type { Page } from '@campstore/contract/route'
import { connectionOf } from '@campstore/database/em-connection'
import type { FindPage } from '@campstore/database/pagination'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { readAvailability } from '../persistence/availability.ts'
import type { ProductRow } from '../persistence/entities.ts'
import { findProductIds } from '../persistence/product-search-index.ts'
import { findProducts, soldVariants } from '../persistence/products.ts'
import { presentAdminProduct } from '../presenters.ts'

/** One page of all products, whether customers see them or not (docs/contract/admin.md#products). */
export async function listAdminProducts(
  deps: Dependencies & { findPage: FindPage },
  query: AdminProductsQuery,
): Promise<Page<AdminProduct>> {
  const { ids, totalElements } = await findProductIds(deps.findPage, query)
  const em = deps.database.em()
  const items = await presentAdminProducts(em, await findProducts(em, ids))
  return { items, page: query.page, size: query.size, totalElements }
}

/** Products with their live availability; those that are not sold are left out. */
export async function presentAdminProducts(
  em: EntityManager,
  products: readonly ProductRow[],
): Promise<AdminProduct[]> {
  const variantIds = products.flatMap(product => soldVariants(product).map(({ id }) => id))
  const { available } = await readAvailability(connectionOf(em), variantIds)
  return products.flatMap(product => presentAdminProduct(product, available) ?? [])
}
