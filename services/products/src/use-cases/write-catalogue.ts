import type { AdminProduct } from '@campstore/contract/admin/products'
import { ApiError } from '@campstore/contract/errors'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import type { ProductRow } from '../persistence/entities.ts'
import { lockCatalogue } from '../persistence/products.ts'
import { readWithAvailability } from './list-admin-products.ts'
import { productNotFound } from './read-product.ts'

/**
 * Changes the catalogue in one transaction, one change at a time.
 *
 * @param write returns the product that it changed
 * @returns the product as it is then
 * @throws {ApiError} CONFLICT where a SKU is taken, in whatever case
 */
export async function writeCatalogue(
  { database, clock }: Dependencies,
  write: (em: EntityManager, at: Date) => Promise<ProductRow>,
): Promise<AdminProduct> {
  try {
    return await database.em().transactional(async em => {
      await lockCatalogue(em)
      const changed = await write(em, clock())
      await em.flush()
      const [product] = await readWithAvailability(em, [changed.id])
      if (!product) throw productNotFound()
      return product
    })
  } catch (error) {
    if (!(error instanceof Error && 'constraint' in error && error.constraint === 'sku_code')) throw error
    throw new ApiError('CONFLICT', 'There is a variant with this SKU.', { cause: error })
  }
}
