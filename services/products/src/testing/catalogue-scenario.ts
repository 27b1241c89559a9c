import type { Queryable } from '@campstore/database/database'
import { insertProduct, insertStock, insertVariant } from '@campstore/testing/catalogue'
import { changeRow, type Fields, insertRow, unique } from '@campstore/testing/rows'

/** A variant that a test wants: active, 100.00, 5 pieces in one store, unless it says otherwise. */
export type WantedVariant = {
  id?: string
  sku?: string
  color?: string | null
  size?: string | null
  specification?: string
  price?: string | null
  active?: boolean
  skuActive?: boolean
  /** Stock by location; a number is so many pieces in the usual store. */
  stock?: number | { locationId: string; onHand: number }[]
}

/** A product that a test wants: active and with one variant, unless it says otherwise. */
export type WantedProduct = {
  id?: string
  name?: string
  category?: string | null
  brand?: string | null
  description?: string | null
  images?: string[]
  status?: 'active' | 'inactive'
  itemActive?: boolean
  variants?: WantedVariant[]
}

/** A product that a test set up. */
export type SetProduct = { id: string; itemId: string; variants: TestVariant[] }
/** A variant that a test set up. */
export type TestVariant = { id: string; skuId: string; sku: string }

/** The store where stock is unless a test says otherwise. */
export const usualStore = 'store-taipei'

/** Sets the scene of a test by plain SQL: what is sold, and how much of it there is where. */
export type CatalogueScenario = ReturnType<typeof createCatalogueScenario>

/** Builders over the owner's pool; each call makes something new. */
export function createCatalogueScenario(owner: Queryable) {
  return {
    location: async (changes: Fields = {}): Promise<string> => {
      const row = { id: unique('location'), name: '台北門市', kind: 'store', campground_id: null, ...changes }
      await insertRow(owner, 'inventory.location', row)
      return row.id
    },
    product: (wanted: WantedProduct = {}): Promise<SetProduct> => setProduct(owner, wanted),
    image: async (name: string, mediaType: string, content: string): Promise<void> => {
      await insertRow(owner, 'catalog.image', { name, media_type: mediaType, content: Buffer.from(content) })
    },
    /** Changes columns of what is there: `change('catalog.product', product.id, { status: 'inactive' })`. */
    change: (table: string, id: string, changes: Fields): Promise<void> => changeRow(owner, table, id, changes),
    /** Reserves pieces for an order, as checkout does. Answers where, to release or ship them. */
    reserve: async (variantId: string, quantity: number): Promise<unknown> => {
      const { rows } = await owner.query<{ places: unknown }>('select inventory.reserve_stock($1) as places', [
        JSON.stringify([{ variantId, quantity }]),
      ])
      return rows[0]?.places
    },
    release: async (places: unknown): Promise<void> => {
      await owner.query('select inventory.release_stock($1)', [JSON.stringify(places)])
    },
    onHand: async (variantId: string, pieces: number): Promise<void> => {
      await owner.query('update inventory.stock set on_hand = $2 where variant_id = $1', [variantId, pieces])
    },
  }
}

async function setProduct(owner: Queryable, wanted: WantedProduct): Promise<SetProduct> {
  const id = wanted.id ?? unique('product')
  const item = {
    id: `item-of-${id}`,
    name: wanted.name ?? '四人帳篷',
    active: wanted.itemActive ?? true,
    category: wanted.category ?? null,
    brand: wanted.brand ?? null,
    description: wanted.description ?? null,
  }
  await insertRow(owner, 'catalog.equipment_item', item)
  await insertProduct(owner, item.id, { product: { id, status: wanted.status ?? 'active' }, images: wanted.images })
  const variants: TestVariant[] = []
  for (const variant of wanted.variants ?? [{}]) variants.push(await setVariant(owner, item, variant))
  return { id, itemId: item.id, variants }
}

async function setVariant(owner: Queryable, item: Fields, wanted: WantedVariant): Promise<TestVariant> {
  const id = wanted.id ?? unique('variant')
  const { color = null, size = null, specification = '標準', price = '100.00', active = true, stock = 5 } = wanted
  const { skuId, sku, variantId } = await insertVariant(owner, {
    item,
    sku: { id: `sku-of-${id}`, code: wanted.sku ?? `SKU-${id}`, active: wanted.skuActive ?? true },
    variant: { id, color, size, specification, price, active },
  })
  const places = typeof stock === 'number' ? [{ locationId: usualStore, onHand: stock }] : stock
  for (const { locationId, onHand } of places) await insertStock(owner, { variantId }, { id: locationId }, onHand)
  return { id, skuId, sku }
}
