import type { AdminProduct } from '@campstore/contract/admin/products'
import type { Dependencies } from '../dependencies.ts'
import { ProductImageEntity } from '../persistence/entities.ts'
import { findProduct } from '../persistence/products.ts'
import { productNotFound } from './read-product.ts'
import { writeCatalogue } from './write-catalogue.ts'

/**
 * Replaces the images of a product; customers see the first.
 *
 * @throws {ApiError} NOT_FOUND
 */
export async function setImages(deps: Dependencies, id: string, paths: readonly string[]): Promise<AdminProduct> {
  return writeCatalogue(deps, [], async (em, at) => {
    const product = await findProduct(em, id)
    if (!product) throw productNotFound()
    const stored = product.images.getItems()
    product.images.remove(stored.filter(({ position }) => position >= paths.length))
    for (const [position, path] of paths.entries()) {
      const image = stored.find(each => each.position === position)
      if (image) image.path = path
      else em.create(ProductImageEntity, { product, position, path })
    }
    product.updatedAt = at
    return product
  })
}
