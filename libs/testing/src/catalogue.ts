import type { Queryable } from '@campstore/database/database'
import { type Fields, insertRow, unique } from './rows.ts'

/** What a variant may be set up with, by the table that has the column. An id that is there already is built upon. */
export type VariantChanges = { item?: Fields; sku?: Fields; variant?: Fields }

/** A variant that a test set up, with what it stands on. */
export type SetVariant = { variantId: string; itemId: string; skuId: string; sku: string }

/** Sets up an active variant with its SKU and its equipment item, each of its own unless the changes say otherwise. */
export async function insertVariant(
  owner: Queryable,
  { item, sku, variant }: VariantChanges = {},
): Promise<SetVariant> {
  const itemRow = { id: unique('item'), name: '四人帳篷', active: true, ...item }
  const skuRow = { id: unique('sku'), item_id: itemRow.id, code: unique('TENT'), active: true, ...sku }
  const variantRow = { id: unique('variant'), sku_id: skuRow.id, specification: '四人', active: true, ...variant }
  await insertRow(owner, 'catalog.equipment_item', itemRow, 'on conflict do nothing')
  await insertRow(owner, 'catalog.sku', skuRow, 'on conflict (id) do nothing')
  await insertRow(owner, 'catalog.variant', variantRow)
  return { variantId: variantRow.id, itemId: itemRow.id, skuId: skuRow.id, sku: skuRow.code }
}

/** Puts pieces of a variant at a location, which is set up when it is not there yet. */
export async function insertStock(
  owner: Queryable,
  { variantId }: Pick<SetVariant, 'variantId'>,
  location: Fields & { id: string },
  onHand: number,
): Promise<void> {
  const row = { name: '門市', kind: 'store', active: true, ...location }
  // Whichever of its unique values another call has inserted first.
  await insertRow(owner, 'inventory.location', row, 'on conflict do nothing')
  await insertRow(owner, 'inventory.stock', { variant_id: variantId, location_id: location.id, on_hand: onHand })
}

/** Offers an item as a product: active, without pictures, unless told otherwise. */
export async function insertProduct(
  owner: Queryable,
  itemId: string,
  { product, images = [] }: { product?: Fields; images?: readonly string[] } = {},
): Promise<string> {
  const row = { id: unique('product'), item_id: itemId, status: 'active', ...product }
  await insertRow(owner, 'catalog.product', row)
  for (const [position, path] of images.entries())
    await insertRow(owner, 'catalog.product_image', { product_id: row.id, position, path })
  return row.id
}
