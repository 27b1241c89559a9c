import type { AdminProduct } from '@campstore/contract/admin/products'
import type { Dependencies } from '../dependencies.ts'
import { readWithAvailability } from './list-admin-products.ts'
import { productNotFound } from './read-product.ts'

/** One product, whether customers see it or not (docs/contract/admin.md#products). Throws NOT_FOUND. */
export async function readAdminProduct({ database }: Dependencies, id: string): Promise<AdminProduct> {
  const [product] = await readWithAvailability(database.requests, [id])
  if (!product) throw productNotFound()
  return product
}
