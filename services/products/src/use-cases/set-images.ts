import type { AdminProduct } from '@campstore/contract/admin/products'
import { validationError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { connectionOf } from '@campstore/database/em-connection'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { imageNameOf } from '../images.ts'
import { ProductImageEntity } from '../persistence/entities.ts'
import { findMissingImages } from '../persistence/images.ts'
import { writeProduct } from './write-catalogue.ts'

/**
 * Replaces the images of a product; customers see the first.
 *
 * @throws {ApiError} NOT_FOUND; VALIDATION_ERROR for an image of this service that it does not have
 */
export async function setImages(deps: Dependencies, id: string, paths: readonly string[]): Promise<AdminProduct> {
  return writeProduct(deps, id, [], async (em, product) => {
    await requireStored(em, paths)
    const stored = product.images.getItems()
    product.images.remove(stored.filter(({ position }) => position >= paths.length))
    for (const [position, path] of paths.entries()) {
      const image = stored.find(each => each.position === position)
      if (image) image.path = path
      else em.create(ProductImageEntity, { product, position, path })
    }
  })
}

/** Every path below the path of uploaded images has one. */
async function requireStored(em: EntityManager, paths: readonly string[]): Promise<void> {
  const names = paths.map(imageNameOf)
  const missing = await findMissingImages(
    connectionOf(em),
    names.filter(name => name !== undefined),
  )
  const details = names.flatMap((name, place) =>
    name !== undefined && missing.includes(name) ? [{ path: `images.${place}`, reason: text('is.unknown') }] : [],
  )
  if (details.length > 0) throw validationError(details)
}
