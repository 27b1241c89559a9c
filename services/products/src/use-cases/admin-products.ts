import type { AdminProduct, AdminProductsQuery } from '@campstore/contract/admin/products'
import type { Page } from '@campstore/contract/route'
import { createStaffLists } from '@campstore/service/staff-lists'
import type { Dependencies } from '../dependencies.ts'
import { readProducts } from '../persistence/admin-products.ts'
import { findRegistered } from '../persistence/product-search-index.ts'
import { presentAdministered } from '../presenters.ts'
import { productUnknown } from './read-product.ts'

/** One page of all products, whether customers see them or not (interface.md, Other admin resources). */
export const listAdministeredProducts = ({ database }: Dependencies) => {
  const findPage = createStaffLists(database)
  return async (query: AdminProductsQuery): Promise<Page<AdminProduct>> => {
    const { ids, totalElements } = await findRegistered(findPage, query)
    const products = await readProducts(database.staff, ids)
    return { items: products.map(presentAdministered), page: query.page, size: query.size, totalElements }
  }
}

/** One product, whether customers see it or not. Throws NOT_FOUND. */
export const readAdministeredProduct =
  ({ database }: Dependencies) =>
  async (id: string): Promise<AdminProduct> => {
    const [product] = await readProducts(database.pool, [id])
    if (!product) throw productUnknown()
    return presentAdministered(product)
  }
