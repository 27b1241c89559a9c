import type { Queryable } from '@campstore/database/database'
import { insertProduct, insertStock, insertVariant } from '@campstore/testing/catalogue'
import { changeRow, type Fields, insertRow, unique } from '@campstore/testing/rows'

/** Columns of a variant to create, and of its SKU. Default: active, 100.00, 5 pieces in one store. */
export type VariantOptions = Fields & {
  id?: string
  sku?: string
  skuActive?: boolean
  /** Stock by location; a number means pieces in the default store. */
  stock?: number | { locationId: string; onHand: number }[]
}

/** A product to create, and columns of its item. Default: active, with one variant. */
export type ProductOptions = Fields & {
  id?: string
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
      (await owner.query<Place>(reserve, [variantId, quantity])).rows,
    /** Ships as checkout does; false when a place has fewer pieces on hand. */
    ship: async (places: readonly Place[]): Promise<boolean> => {
      const sql = `select inventory.ship_order(null, $1, 'order shipped', 'admin-1', '2026-11-20T08:00:00Z') as shipped`
      const { rows } = await owner.query<{ shipped: boolean }>(sql, [JSON.stringify(places)])
      return rows[0]?.shipped === true
    },
  }
}

/** Reserves a quantity ($2) of a variant ($1); a row for each place. */
const reserve = /* sql */ `
  with place as (
    select location_id, least(pieces, $2 + pieces - sum(pieces) over (order by location_id))::integer as quantity
    from (select location_id, greatest(available, 0) as pieces from inventory.lock_store_stock(array[$1])) stock
  )
  update inventory.stock
  set reserved = reserved + place.quantity
  from place
  where stock.variant_id = $1 and stock.location_id = place.location_id and place.quantity > 0
  returning stock.variant_id as "variantId", stock.location_id as "locationId", place.quantity`

async function addProduct(owner: Queryable, options: ProductOptions): Promise<CreatedProduct> {
  const { id = unique('product'), images, status = 'active', itemActive: active = true, variants, ...rest } = options
  const item = { id: `item-of-${id}`, name: '四人帳篷', active, ...rest }
  await insertRow(owner, 'catalog.equipment_item', item)
  await insertProduct(owner, item.id, { product: { id, status }, images })
  const created: CreatedVariant[] = []
  for (const variant of variants ?? [{}]) created.push(await addVariant(owner, item, variant))
  return { id, itemId: item.id, variants: created }
}

async function addVariant(owner: Queryable, item: Fields, options: VariantOptions): Promise<CreatedVariant> {
  const { id = unique('variant'), sku: code = `SKU-${id}`, skuActive: active = true, stock = 5, ...rest } = options
  const { skuId, sku, variantId } = await insertVariant(owner, {
    item,
    sku: { id: `sku-of-${id}`, code, active },
    variant: { id, specification: '標準', price: '100.00', ...rest },
  })
  const places = typeof stock === 'number' ? [{ locationId: defaultStore, onHand: stock }] : stock
  for (const { locationId, onHand } of places) await insertStock(owner, { variantId }, { id: locationId }, onHand)
  return { id, skuId, sku }
}
