import type { Queryable } from '@campstore/database/database'
import { insertProduct, insertStock, insertVariant } from '@campstore/testing/catalogue'
import { changeRow, type Fields, insertRow, unique } from '@campstore/testing/rows'

/** A variant to create. Default: active, 100.00, 5 pieces in one store. */
export type VariantOptions = {
  id?: string
  sku?: string
  color?: string | null
  size?: string | null
  specification?: string
  price?: string | null
  active?: boolean
  skuActive?: boolean
  /** Stock by location; a number means pieces in the default store. */
  stock?: number | { locationId: string; onHand: number }[]
}

/** A product to create. Default: active, with one variant. */
export type ProductOptions = {
  id?: string
  name?: string
  category?: string | null
  brand?: string | null
  description?: string | null
  images?: string[]
  status?: 'active' | 'inactive'
  itemActive?: boolean
  variants?: VariantOptions[]
}

/** A product that a test created. */
export type CreatedProduct = { id: string; itemId: string; variants: CreatedVariant[] }
/** A variant that a test created. */
export type CreatedVariant = { id: string; skuId: string; sku: string }

/** The store where stock is by default. */
export const defaultStore = 'store-taipei'

/** Pieces of a variant, also of one at a location. */
type Item = { variantId: string; quantity: number }
type Place = Item & { locationId: string }

/** Sets up products and their stock by plain SQL. */
export type CatalogueScenario = ReturnType<typeof createCatalogueScenario>

/** Creates builders over the owner's pool; each call adds something new. */
export function createCatalogueScenario(owner: Queryable) {
  return {
    addLocation: async (changes: Fields = {}): Promise<string> => {
      const row = { id: unique('location'), name: '台北門市', kind: 'store', campground_id: null, ...changes }
      await insertRow(owner, 'inventory.location', row)
      return row.id
    },
    addProduct: (options: ProductOptions = {}): Promise<CreatedProduct> => addProduct(owner, options),
    /** Adds a variant of the same SKU, price 100. */
    addVariantOf: async (skuId: string, id: string): Promise<void> => {
      await insertRow(owner, 'catalog.variant', { id, sku_id: skuId, specification: 'b', price: '100' })
    },
    addImage: async (name: string, mediaType: string, content: string): Promise<void> => {
      await insertRow(owner, 'catalog.image', { name, media_type: mediaType, content: Buffer.from(content) })
    },
    /** Updates columns of a row: `update('catalog.product', product.id, { status: 'inactive' })`. */
    update: (table: string, id: string, changes: Fields): Promise<void> => changeRow(owner, table, id, changes),
    /** Reserves as checkout does; returns the places. */
    reserve: async ({ variantId, quantity }: Item): Promise<Place[]> =>
      (await owner.query<Place>(reserve, [[variantId], [quantity]])).rows,
    release: async (places: readonly Place[]): Promise<void> => {
      await owner.query('select inventory.release_stock($1)', [JSON.stringify(places)])
    },
    /** Ships as checkout does; false when a place has fewer pieces on hand. */
    ship: async (places: readonly Place[]): Promise<boolean> => {
      const sql = `select inventory.ship_order(null, $1, 'order shipped', 'admin-1', '2026-11-20T08:00:00Z') as shipped`
      const { rows } = await owner.query<{ shipped: boolean }>(sql, [JSON.stringify(places)])
      return rows[0]?.shipped === true
    },
  }
}

/** Reserves quantities ($2) of variants ($1); a row for each place. */
const reserve = /* sql */ `
  select place."variantId", place."locationId", place.quantity
  from inventory.reserve_stock($1::text[], $2::integer[]) reserved,
    unnest(reserved.variant_ids, reserved.location_ids, reserved.pieces)
      as place ("variantId", "locationId", quantity)`

async function addProduct(owner: Queryable, options: ProductOptions): Promise<CreatedProduct> {
  const { id = unique('product'), name = '四人帳篷', category, brand, description } = options
  const item = { id: `item-of-${id}`, name, active: options.itemActive ?? true, category, brand, description }
  await insertRow(owner, 'catalog.equipment_item', item)
  const product = { id, status: options.status ?? 'active' }
  await insertProduct(owner, item.id, { product, images: options.images })
  const variants: CreatedVariant[] = []
  for (const variant of options.variants ?? [{}]) variants.push(await addVariant(owner, item, variant))
  return { id, itemId: item.id, variants }
}

async function addVariant(owner: Queryable, item: Fields, options: VariantOptions): Promise<CreatedVariant> {
  const id = options.id ?? unique('variant')
  const { color = null, size = null, specification = '標準', price = '100.00', active = true, stock = 5 } = options
  const { skuId, sku, variantId } = await insertVariant(owner, {
    item,
    sku: { id: `sku-of-${id}`, code: options.sku ?? `SKU-${id}`, active: options.skuActive ?? true },
    variant: { id, color, size, specification, price, active },
  })
  const places = typeof stock === 'number' ? [{ locationId: defaultStore, onHand: stock }] : stock
  for (const { locationId, onHand } of places) await insertStock(owner, { variantId }, { id: locationId }, onHand)
  return { id, skuId, sku }
}
