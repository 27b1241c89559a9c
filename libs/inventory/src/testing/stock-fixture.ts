import { insertStock, insertVariant } from '@campstore/testing/catalogue'
import { createTestDatabase } from '@campstore/testing/databases'
import { unique } from '@campstore/testing/rows'
import type pg from 'pg'

/** What is asked for. */
export type Wish = { variantId: string; quantity: number }
/** Pieces at a location. */
export type Place = { variantId: string; locationId: string; quantity: number }
/** A row of stock. */
export type Shelf = { variantId: string; locationId: string; onHand: number; reserved: number }

/** In the order of their ids; from the last two the store takes nothing. */
const locations = [
  { id: 'location-0', kind: 'store', active: true },
  { id: 'location-1', kind: 'store', active: true },
  { id: 'location-2', kind: 'store', active: true },
  { id: 'location-3', kind: 'store', active: false },
  { id: 'location-4', kind: 'rental', active: true, campground_id: 'camp-1' },
] as const

/** Whether the store takes its stock from there. */
export const isOpenStore = (locationId: string): boolean =>
  locations.some(({ id, kind, active }) => id === locationId && kind === 'store' && active)

/** Stock in a database of its own, and the functions over it, called with the role of the checkout service. */
export type StockFixture = Awaited<ReturnType<typeof createStockFixture>>

/** Opens one. */
export async function createStockFixture() {
  const database = await createTestDatabase()
  const owner = database.pool()
  const checkout = database.pool('checkout')
  const products = database.pool('products')
  return {
    close: () => database.drop(),
    /** New variants with so many pieces at each location; null for no row there. Answers their ids, in order. */
    stocked: (pieces: readonly (readonly (number | null)[])[]): Promise<string[]> => {
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
    count: async ({ variantId, locationId }: Omit<Place, 'quantity'>, onHand: number): Promise<void> => {
      const sql = 'update inventory.stock set on_hand = $3 where variant_id = $1 and location_id = $2'
      await owner.query(sql, [variantId, locationId, onHand])
    },
    reserve: async (wishes: readonly Wish[]): Promise<Place[] | null> => {
      const sql = 'select inventory.reserve_stock($1) as places'
      const { rows } = await checkout.query<{ places: Place[] | null }>(sql, [JSON.stringify(wishes)])
      return rows[0]?.places ?? null
    },
    release: async (places: readonly Place[]): Promise<void> => {
      await checkout.query('select inventory.release_stock($1)', [JSON.stringify(places)])
    },
    ship: async (places: readonly Place[]): Promise<boolean> => {
      const sql = `select inventory.ship_stock($1, 'order shipped', 'admin-1', '2026-11-20T08:00:00Z') as shipped`
      const { rows } = await checkout.query<{ shipped: boolean }>(sql, [JSON.stringify(places)])
      return rows[0]?.shipped === true
    },
    /** Moves pieces with the role of the products service, as an administrator; answers the outcome. */
    move: async ({ variantId, locationId, quantity }: Place): Promise<string | undefined> => {
      const sql = `select from inventory.move_stock($1, $2, $3, 'counted', 'admin-1', '2026-11-20T08:00:00Z')`
      const moving = products.query(sql, [variantId, locationId, quantity])
      return moving.then(
        () => 'moved',
        (error: pg.DatabaseError) => error.code,
      )
    },
    shelvesOf: async (variantIds: readonly string[]): Promise<Shelf[]> =>
      (await owner.query<Shelf>(shelves, [variantIds])).rows,
    movementsOf: async (variantIds: readonly string[]): Promise<Movement[]> =>
      (await owner.query<Movement>(movements, [variantIds])).rows,
  }
}

type Movement = Omit<Place, 'quantity'> & { delta: number; reason: string; onHandAfter: number; by: string }

const shelves = /* sql */ `
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
