import type { Queryable } from '@campstore/database/database'
import { type Fields, insertRow, unique } from './rows.ts'

/** Column values of a variant by table. An item or SKU whose id exists is used. */
export type VariantChanges = { item?: Fields; sku?: Fields; variant?: Fields }

/** A variant of a test, with its item and SKU. */
export type TestVariant = { variantId: string; itemId: string; skuId: string; sku: string }

/** Inserts an active variant with a new SKU and a new equipment item, unless the changes say otherwise. */
export async function insertVariant(
  owner: Queryable,
  { item, sku, variant }: VariantChanges = {},
): Promise<TestVariant> {
  const itemRow = { id: unique('item'), name: '四人帳篷', active: true, ...item }
  const skuRow = { id: unique('sku'), item_id: itemRow.id, code: unique('TENT'), active: true, ...sku }
  const variantRow = { id: unique('variant'), sku_id: skuRow.id, specification: '四人', active: true, ...variant }
  await insertRow(owner, 'catalog.equipment_item', itemRow, 'on conflict do nothing')
  await insertRow(owner, 'catalog.sku', skuRow, 'on conflict (id) do nothing')
  await insertRow(owner, 'catalog.variant', variantRow)
  return { variantId: variantRow.id, itemId: itemRow.id, skuId: skuRow.id, sku: skuRow.code }
}

/** Inserts stock of a variant at a location, which is inserted when it does not exist. */
export async function insertStock(
  owner: Queryable,
  { variantId }: Pick<TestVariant, 'variantId'>,
  location: Fields & { id: string },
  onHand: number,
): Promise<void> {
  const row = { name: '門市', kind: 'store', active: true, ...location }
  // Any of its unique values may exist.
  await insertRow(owner, 'inventory.location', row, 'on conflict do nothing')
  await insertRow(owner, 'inventory.stock', { variant_id: variantId, location_id: location.id, on_hand: onHand })
}

/** Inserts a product of an item: active and without images, unless the changes say otherwise. */
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
