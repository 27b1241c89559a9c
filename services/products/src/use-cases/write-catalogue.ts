import type { AdminProduct } from '@campstore/contract/admin/products'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { text } from '@campstore/contract/texts/text'
import { lookupKey } from '@campstore/core/lookup-key'
import { connectionOf } from '@campstore/database/em-connection'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import type { ProductRow } from '../persistence/entities.ts'
import { findProduct, lockCatalogue } from '../persistence/products.ts'
import { readWithAvailability } from './list-admin-products.ts'
import { productNotFound } from './read-product.ts'

/** A SKU in a request, and its path. */
type WrittenSku = { path: string; code: string | undefined }

/** The SKUs of the variants in a request. */
export const skusOf = (variants: readonly { sku?: string | undefined }[]): WrittenSku[] =>
  variants.map(({ sku }, line) => ({ path: `variants.${line}.sku`, code: sku }))

/**
 * Changes the catalogue in one transaction, one change at a time.
 *
 * @param skus those in the request, each with its path
 * @param write returns the product that it changed
 * @returns the product as it is then
 * @throws {ApiError} CONFLICT where a SKU is taken, as a look-up compares it
 */
export async function writeCatalogue(
  { database, clock }: Dependencies,
  skus: readonly WrittenSku[],
  write: (em: EntityManager, at: Date) => Promise<ProductRow>,
): Promise<AdminProduct> {
  try {
    return await (await database.em()).transactional(async em => {
      await lockCatalogue(em)
      const changed = await write(em, clock())
      await em.flush()
      const [product] = await readWithAvailability(connectionOf(em), [changed.id])
      if (!product) throw productNotFound()
      return product
    })
  } catch (error) {
    if (!(error instanceof Error && 'constraint' in error && error.constraint === 'sku_code_key')) throw error
    throw skuTaken(error, skus)
  }
}

/** Changes a product, as {@link writeCatalogue} does, with its errors and NOT_FOUND. */
export const writeProduct = (
  deps: Dependencies,
  id: string,
  skus: readonly WrittenSku[],
  write: (em: EntityManager, product: ProductRow, at: Date) => Promise<void> | void,
): Promise<AdminProduct> =>
  writeCatalogue(deps, skus, async (em, at) => {
    const product = await findProduct(em, id)
    if (!product) throw productNotFound()
    await write(em, product, at)
    product.updatedAt = at
    return product
  })

/** PostgreSQL's detail names the SKU that exists: `Key (shared.lookup_key(code), key_twin)=(ut-4p, ) already exists.` */
function skuTaken(cause: Error, skus: readonly WrittenSku[]): ApiError {
  const [, taken] = /=\((.*), \) already exists/.exec('detail' in cause ? String(cause.detail) : '') ?? []
  const written = skus.findLast(({ code }) => code !== undefined && lookupKey(code) === lookupKey(taken ?? ''))
  if (!written) return new ApiError('CONFLICT', text('sku.exists'), { cause })
  const message = text('sku.taken', { sku: shortened(taken ?? '') })
  return errorAt('CONFLICT', written.path, text('is.taken'), message, cause)
}
