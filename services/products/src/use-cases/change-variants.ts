import type { AdminProduct, ChangedVariant } from '@campstore/contract/admin/products'
import { errorAt } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { text } from '@campstore/contract/texts/text'
import type { NewId } from '@campstore/core/new-id'
import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { type ProductRow, SkuEntity, type VariantRow } from '../persistence/entities.ts'
import { lockStock, variantsOf } from '../persistence/products.ts'
import { skusOf, writeProduct } from './write-catalogue.ts'

/** A change, and the variant that it is of. */
type MatchedChange = { variant: VariantRow; change: ChangedVariant }

/**
 * Changes variants of a product, all of them or none.
 *
 * @throws {ApiError} NOT_FOUND for the product or a variant of another product; CONFLICT where a SKU is taken
 */
export async function changeVariants(
  deps: Dependencies,
  productId: string,
  changes: readonly ChangedVariant[],
): Promise<AdminProduct> {
  return writeProduct(deps, productId, skusOf(changes), async (em, product) => {
    const variants = variantsOf(product)
    const known = new Map(variants.map(variant => [variant.id, variant]))
    const matched = changes.map((change, line) => {
      const variant = known.get(change.id)
      if (variant) return { variant, change }
      const message = text('product.noVariant', { id: shortened(change.id) })
      throw errorAt('NOT_FOUND', `variants.${line}.id`, text('is.unknown'), message)
    })
    // Including unchanged ones: an inactive SKU makes them inactive, and a rental hold locks their stock too.
    await lockStock(
      em,
      variants.map(({ id }) => id),
    )
    moveInactivityToVariants(product)
    await changeSkuCodes(em, matched, deps.newId)
    for (const { variant, change } of matched) {
      const { id: _, sku: __, ...fields } = change
      em.assign(variant, fields)
    }
  })
}

/**
 * Makes an item's inactive SKUs active and all their variants inactive instead. Nothing is offered that was not, and from then
 * on each variant can be offered separately.
 */
function moveInactivityToVariants({ item }: ProductRow): void {
  for (const sku of item.skus.getItems().filter(({ active }) => !active)) {
    for (const variant of sku.variants.getItems()) variant.active = false
    sku.active = true
  }
}

/**
 * The new SKU code of one variant never becomes the code of its neighbours: where several share a SKU, the one that changes
 * gets its own SKU. SKUs may exchange their codes, and no code may exist twice even for a moment, so all of them get
 * temporary codes first.
 */
async function changeSkuCodes(em: EntityManager, changes: readonly MatchedChange[], newId: NewId): Promise<void> {
  const different = changes.flatMap(({ variant, change }) =>
    change.sku === undefined || change.sku === variant.sku.code ? [] : [{ variant, code: change.sku }],
  )
  const renamed = different.filter(({ variant }) => variant.sku.variants.length === 1)
  const temporaryCode = { code: raw('gen_random_uuid()::text'), keyTwin: '' }
  await em.nativeUpdate(SkuEntity, { id: { $in: renamed.map(({ variant }) => variant.sku.id) } }, temporaryCode)
  for (const { variant, code } of different) {
    if (variant.sku.variants.length === 1) variant.sku.code = code
    else variant.sku = em.create(SkuEntity, { id: newId(), item: variant.sku.item, code })
  }
}
