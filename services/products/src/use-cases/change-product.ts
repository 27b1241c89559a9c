import type { AdminProduct, ChangeProduct } from '@campstore/contract/admin/products'
import type { Dependencies } from '../dependencies.ts'
import { safeHtml } from '../domain/safe-html.ts'
import { lockProduct, savePrimaryImage, saveProduct } from '../persistence/catalogue-changes.ts'
import { productUnknown } from './read-product.ts'
import { writeCatalogue } from './write-catalogue.ts'

/**
 * Changes what is said of a product, or its status; null clears, and what is absent stays.
 *
 * @throws {ApiError} NOT_FOUND
 */
export const changeProduct =
  (given: Dependencies) =>
  (productId: string, { image, description, ...change }: ChangeProduct): Promise<AdminProduct> => {
    return writeCatalogue(given, async (tx, at) => {
      const product = await lockProduct(tx, productId)
      if (!product) throw productUnknown()
      const text = description === undefined ? product.description : description && safeHtml(description)
      await saveProduct(tx, { ...product, ...change, description: text }, at)
      if (image !== undefined) await savePrimaryImage(tx, productId, image)
      return productId
    })
  }
