import type { AdminProduct, ChangeProduct } from '@campstore/contract/admin/products'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { safeHtml } from '../domain/safe-html.ts'
import { ProductImageEntity, type ProductRow } from '../persistence/entities.ts'
import { writeProduct } from './write-catalogue.ts'

/**
 * Changes the description or the status of a product; null clears, and absent fields stay.
 *
 * @throws {ApiError} NOT_FOUND
 */
export async function changeProduct(deps: Dependencies, id: string, changes: ChangeProduct): Promise<AdminProduct> {
  const { status, image, description, ...fields } = changes
  return writeProduct(deps, id, [], (em, product) => {
    em.assign(product.item, fields)
    if (description !== undefined) product.item.description = description && safeHtml(description)
    if (status !== undefined) product.status = status
    if (image !== undefined) setPrimaryImage(em, product, image)
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
