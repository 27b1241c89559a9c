import type { Queryable } from '@campstore/database/database'
import { insertStock, insertVariant } from '@campstore/testing/catalogue'
import { createTestDatabase } from '@campstore/testing/databases'
import { unique } from '@campstore/testing/rows'

/** An item of an order. */
export type Item = { variantId: string; quantity: number }
/** Pieces at a location. */
export type Place = { variantId: string; locationId: string; quantity: number }
/** A row of stock. */
export type StockRow = { variantId: string; locationId: string; onHand: number; reserved: number }
type Movement = Omit<Place, 'quantity'> & { delta: number; reason: string; onHandAfter: number; by: string }

/** In the order of their ids; orders take nothing from the last two. */
const locations = [
  { id: 'location-0', kind: 'store', active: true },
  { id: 'location-1', kind: 'store', active: true },
  { id: 'location-2', kind: 'store', active: true },
  { id: 'location-3', kind: 'store', active: false },
  { id: 'location-4', kind: 'rental', active: true, campground_id: 'camp-1' },
] as const

/** Whether orders take stock from there. */
export const isOpenStore = (locationId: string): boolean =>
  locations.some(({ id, kind, active }) => id === locationId && kind === 'store' && active)

/** Stock in a database of its own, and the functions over it, called with the roles of checkout and products. */
export type StockFixture = Awaited<ReturnType<typeof createStockFixture>>

/** Creates the database. */
export async function createStockFixture() {
  const database = await createTestDatabase()
  const owner = database.pool()
  const checkout = database.pool('checkout')

  const rowsOf = async (variantIds: readonly string[]): Promise<StockRow[]> =>
    (await owner.query<StockRow>(stockRows, [variantIds])).rows

  return {
    close: () => database.drop(),
    /** Adds variants with so many pieces at each location; null for no row. Returns their ids, in order. */
    addVariants: (pieces: readonly (readonly (number | null)[])[]): Promise<string[]> => {
      const prefix = unique('v')
      return Promise.all(
        pieces.map(async (onHand, index) => {
          const variant = await insertVariant(owner, { variant: { id: `${prefix}-${index}` } })
          for (const [at, location] of locations.entries())
            if (typeof onHand[at] === 'number') await insertStock(owner, variant, location, onHand[at])
          return variant.variantId
        }),
      )
    },
    /** Sets what is on hand, as a movement does: also below what is reserved. */
    setOnHand: async ({ variantId, locationId }: Omit<Place, 'quantity'>, onHand: number): Promise<void> => {
      const sql = 'update inventory.stock set on_hand = $3 where variant_id = $1 and location_id = $2'
      await owner.query(sql, [variantId, locationId, onHand])
    },
    ...stockOperations(checkout),
    rowsOf,
    movementsOf: async (variantIds: readonly string[]): Promise<Movement[]> =>
      (await owner.query<Movement>(movements, [variantIds])).rows,
  }
}

/** What checkout does with stock, by the functions of the database. */
export const stockOperations = (database: Queryable) => ({
  /** Returns the places; none when any item is short. */
  reserve: async (items: readonly Item[]): Promise<Place[]> => {
    const { rows } = await database.query<Place>(reserve, [
      items.map(({ variantId }) => variantId),
      items.map(({ quantity }) => quantity),
    ])
    return rows
  },
  release: async (places: readonly Place[]): Promise<void> => {
    await database.query('select inventory.release_stock($1)', [JSON.stringify(places)])
  },
  /** False when a place has fewer pieces on hand. */
  ship: async (places: readonly Place[]): Promise<boolean> => {
    const sql = `select inventory.ship_stock($1, 'order shipped', 'admin-1', '2026-11-20T08:00:00Z') as shipped`
    const { rows } = await database.query<{ shipped: boolean }>(sql, [JSON.stringify(places)])
    return rows[0]?.shipped === true
  },
})

/** Reserves quantities ($2) of variants ($1); a row for each place. */
const reserve = /* sql */ `
  select place."variantId", place."locationId", place.quantity
  from inventory.reserve_stock($1::text[], $2::integer[]) reserved,
    unnest(reserved.variant_ids, reserved.location_ids, reserved.pieces)
      as place ("variantId", "locationId", quantity)`

const stockRows = /* sql */ `
  select variant_id as "variantId", location_id as "locationId", on_hand as "onHand", reserved
  from inventory.stock
  where variant_id = any ($1)
  order by variant_id, location_id`

const movements = /* sql */ `
  select variant_id as "variantId", location_id as "locationId", quantity_delta as "delta", reason,
    on_hand_after as "onHandAfter", created_by as "by"
  from inventory.movement
  where variant_id = any ($1)
  order by id`
