import { connectionOf } from '@campstore/database/em-connection'
import type { EntityManager } from '@mikro-orm/postgresql'
import { ProductEntity, type ProductRow, type VariantRow } from './entities.ts'

/** A product is always read with its item, all SKUs and variants of the item, and its images. */
const wholeProduct = ['item.skus.variants', 'images'] as const

/** Reads the product of an id. */
export const findProduct = (em: EntityManager, id: string): Promise<ProductRow | null> =>
  em.findOne(ProductEntity, { id }, { populate: wholeProduct })

/** The variants of a product, including those without a price, which are only rented out. */
export const variantsOf = ({ item }: ProductRow): VariantRow[] =>
  item.skus.getItems().flatMap(sku => sku.variants.getItems())

/**
 * Serialises changes of the catalogue until the transaction ends: each change ends in a new revision, so two that had begun
 * with their own rows would deadlock there.
 */
export async function lockCatalogue(em: EntityManager): Promise<void> {
  await connectionOf(em).query('select from catalog.revision where id = 1 for no key update')
}

/**
 * Locks the stock of variants, in the order that every service keeps: a checkout reads no price that is being changed
 * (docs/contract/store-checkout.md#start, rule 2). Triggers lock the stock of the variants of one statement; a transaction with
 * several statements locks all of it first.
 */
export async function lockStock(em: EntityManager, variantIds: readonly string[]): Promise<void> {
  await connectionOf(em).query(
    /* sql */ `
    select from inventory.stock
    where variant_id = any ($1)
    order by variant_id, location_id
    for no key update`,
    [variantIds],
  )
}
