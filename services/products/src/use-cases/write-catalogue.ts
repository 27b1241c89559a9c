import type { AdminProduct } from '@campstore/contract/admin/products'
import { ApiError } from '@campstore/contract/errors'
import { type Queryable, transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { readProducts } from '../persistence/admin-products.ts'
import { takeTurns } from '../persistence/catalogue-changes.ts'
import { presentAdministered } from '../presenters.ts'
import { productUnknown } from './read-product.ts'

/**
 * Changes the catalogue in one transaction, in turn with all other changes of it.
 *
 * @param write answers the id of the product that it changed
 * @returns the product as it is then
 * @throws {ApiError} CONFLICT where a SKU is taken, in whatever case
 */
export const writeCatalogue = (
  { database, clock }: Dependencies,
  write: (tx: Queryable, at: Date) => Promise<string>,
): Promise<AdminProduct> =>
  transaction(database.pool, async tx => {
    await takeTurns(tx)
    const id = await write(tx, clock())
    const [product] = await readProducts(tx, [id])
    if (!product) throw productUnknown()
    return presentAdministered(product)
  }).catch(refuseTakenSku)

function refuseTakenSku(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'sku_code')
    throw new ApiError('CONFLICT', 'There is a variant with this SKU', { cause: error })
  throw error
}
