import type { AdminProduct, ChangeProduct } from '@campstore/contract/admin/products'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { safeHtml } from '../domain/safe-html.ts'
import { ProductImageEntity, type ProductRow } from '../persistence/entities.ts'
import { findProduct } from '../persistence/products.ts'
import { productNotFound } from './read-product.ts'
import { writeCatalogue } from './write-catalogue.ts'

/**
 * Changes the description or the status of a product; null clears, and absent fields stay.
 *
 * @throws {ApiError} NOT_FOUND
 */
export async function changeProduct(deps: Dependencies, id: string, changes: ChangeProduct): Promise<AdminProduct> {
  const { status, image, description, ...fields } = changes
  return writeCatalogue(deps, [], async (em, at) => {
    const product = await findProduct(em, id)
    if (!product) throw productNotFound()
    em.assign(product.item, fields)
    if (description !== undefined) product.item.description = description && safeHtml(description)
    if (status !== undefined) product.status = status
    if (image !== undefined) setPrimaryImage(em, product, image)
    product.updatedAt = at
    return product
  })
}

/** Sets the image that customers see; null removes all images, because the next one would be seen in its place. */
export function setPrimaryImage(em: EntityManager, product: ProductRow, path: string | null): void {
  if (path === null) {
    product.images.removeAll()
    return
  }
  const primary = product.images.find(image => image.position === 0)
  if (primary) primary.path = path
  else em.create(ProductImageEntity, { product, position: 0, path })
}
