import type { AdminProduct, ChangedVariant } from '@campstore/contract/admin/products'
import { ApiError } from '@campstore/contract/errors'
import type { Dependencies } from '../dependencies.ts'
import { changedVariants } from '../domain/changed-variants.ts'
import {
  addSkus,
  lockProduct,
  lockVariants,
  moveInactivityToVariants,
  renameSkus,
  saveVariants,
  touchProduct,
} from '../persistence/catalogue-changes.ts'
import { productUnknown } from './read-product.ts'
import { writeCatalogue } from './write-catalogue.ts'

/**
 * Changes variants of a product, all of them or none.
 *
 * @throws {ApiError} NOT_FOUND for the product or a variant that is not of it; CONFLICT where a SKU is taken
 */
export const changeVariants =
  (given: Dependencies) =>
  (productId: string, changes: readonly ChangedVariant[]): Promise<AdminProduct> =>
    writeCatalogue(given, async (tx, at) => {
      const product = await lockProduct(tx, productId)
      if (!product) throw productUnknown()
      const { itemId } = product
      const changed = changedVariants(await lockVariants(tx, itemId), changes, given.newId)
      if (!changed) throw new ApiError('NOT_FOUND', 'The product has no such variant')
      await moveInactivityToVariants(tx, itemId)
      if (changed.renamed.length > 0) await renameSkus(tx, changed.renamed)
      if (changed.added.length > 0) await addSkus(tx, itemId, changed.added)
      await saveVariants(tx, changed.variants)
      await touchProduct(tx, product, at)
      return productId
    })
