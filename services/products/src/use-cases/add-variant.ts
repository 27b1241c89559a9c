import type { AdminProduct, NewVariant } from '@campstore/contract/admin/products'
import type { NewId } from '@campstore/core/new-id'
import type { Queryable } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { addSkus, addVariants, lockProduct, touchProduct } from '../persistence/catalogue-changes.ts'
import { productUnknown } from './read-product.ts'
import { writeCatalogue } from './write-catalogue.ts'

/**
 * Adds a variant, with a SKU of its own, to a product.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where the SKU is taken
 */
export const addVariant =
  (given: Dependencies) =>
  (productId: string, wanted: NewVariant): Promise<AdminProduct> =>
    writeCatalogue(given, async (tx, at) => {
      const product = await lockProduct(tx, productId)
      if (!product) throw productUnknown()
      await insertVariants(tx, product.itemId, [wanted], given.newId, at)
      await touchProduct(tx, product, at)
      return productId
    })

/** Adds variants, with a SKU each, to an item. */
export async function insertVariants(
  tx: Queryable,
  itemId: string,
  wanted: readonly NewVariant[],
  newId: NewId,
  at: Date,
): Promise<void> {
  const variants = wanted.map(({ sku, color = null, size = null, ...variant }) => ({
    id: newId(),
    skuId: newId(),
    color,
    size,
    ...variant,
    sku,
  }))
  await addSkus(
    tx,
    itemId,
    variants.map(({ skuId, sku }) => ({ id: skuId, code: sku })),
  )
  await addVariants(tx, variants, at)
}
