import type { AdminProduct, CreateProduct } from '@campstore/contract/admin/products'
import type { Queryable } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { safeHtml } from '../domain/safe-html.ts'
import { addProduct, savePrimaryImage } from '../persistence/catalogue-changes.ts'
import { insertVariants } from './add-variant.ts'
import { writeCatalogue } from './write-catalogue.ts'

/**
 * Creates an item with its variants, a SKU each, and the product that offers it (decisions.md, 9).
 *
 * @throws {ApiError} CONFLICT where a SKU is taken, also twice in the request
 */
export const createProduct =
  (given: Dependencies) =>
  (wanted: CreateProduct): Promise<AdminProduct> => {
    return writeCatalogue(given, (tx, at) => insertProduct(tx, wanted, given, at))
  }

async function insertProduct(tx: Queryable, wanted: CreateProduct, given: Dependencies, at: Date): Promise<string> {
  const { name, status, category = null, brand = null, description, image, variants } = wanted
  const [id, itemId] = [given.newId(), given.newId()]
  const said = { name, category, brand, description: description ? safeHtml(description) : null }
  await addProduct(tx, { id, itemId, status, ...said }, at)
  await insertVariants(tx, itemId, variants, given.newId, at)
  if (image) await savePrimaryImage(tx, id, image)
  return id
}
