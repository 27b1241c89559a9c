import type { AdminProduct, NewVariant } from '@campstore/contract/admin/products'
import { ApiError } from '@campstore/contract/errors'
import { maxLines } from '@campstore/contract/schemas'
import { text } from '@campstore/contract/texts/text'
import type { NewId } from '@campstore/core/new-id'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { type ProductRow, SkuEntity, VariantEntity } from '../persistence/entities.ts'
import { variantsOf } from '../persistence/products.ts'
import { writeProduct } from './write-catalogue.ts'

/**
 * Adds a variant with its own SKU to a product.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where the SKU is taken, and for too many variants
 */
export async function addVariant(deps: Dependencies, productId: string, variant: NewVariant): Promise<AdminProduct> {
  return writeProduct(deps, productId, [{ path: 'sku', code: variant.sku }], (em, product, at) => {
    if (variantsOf(product).length >= maxLines)
      throw new ApiError('CONFLICT', text('product.tooManyVariants', { limit: maxLines }))
    createVariant(em, product.item, variant, deps.newId, at)
  })
}

/** Adds a variant with its own SKU to an item. */
export function createVariant(
  em: EntityManager,
  item: ProductRow['item'],
  { sku: code, color = null, size = null, ...fields }: NewVariant,
  newId: NewId,
  at: Date,
): void {
  const sku = em.create(SkuEntity, { id: newId(), item, code })
  em.create(VariantEntity, { id: newId(), sku, color, size, ...fields, createdAt: at })
}
