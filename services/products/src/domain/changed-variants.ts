import type { ChangedVariant } from '@campstore/contract/admin/products'
import type { NewId } from '@campstore/core/new-id'
import type { LockedVariant, Sku, WrittenVariant } from '../persistence/catalogue-changes.ts'

/** What is to be written: variants, SKUs with another code, and new SKUs. */
export type VariantChanges = { variants: WrittenVariant[]; renamed: Sku[]; added: Sku[] }

/**
 * Applies changes to variants of a product. Another SKU of one variant never becomes that of its neighbours: where several
 * share theirs, the one that changes gets a SKU of its own.
 *
 * @returns undefined where one of them is not among the variants
 */
export function changedVariants(
  kept: readonly LockedVariant[],
  changes: readonly ChangedVariant[],
  newId: NewId,
): VariantChanges | undefined {
  const byId = new Map(kept.map(variant => [variant.id, variant]))
  const all: VariantChanges = { variants: [], renamed: [], added: [] }
  for (const change of changes) {
    const variant = byId.get(change.id)
    if (!variant) return undefined
    const { sku: code = variant.sku, ...fields } = change
    const { sku, skuIsShared, ...before } = variant
    const changed = { ...before, ...fields }
    if (code !== sku && skuIsShared) {
      changed.skuId = newId()
      all.added.push({ id: changed.skuId, code })
    } else if (code !== sku) all.renamed.push({ id: changed.skuId, code })
    all.variants.push(changed)
  }
  return all
}
