import type { CreateMovement, MovementsQuery, StockLocation } from '@campstore/contract/admin/inventory'
import type { Queryable } from '@campstore/database/database'
import { type FindPage, whenPresent } from '@campstore/database/pagination'

/** A movement as it is stored. */
export type MovementRow = {
  id: number
  variant_id: string
  location_id: string
  quantity_delta: number
  reason: string
  on_hand_after: number
  created_by: string
  created_at: string
}

/** What `inventory.move_stock` answers. */
export type MoveOutcome =
  | { outcome: 'moved'; movement: MovementRow }
  | { outcome: 'unknown_variant' | 'unknown_location' | 'insufficient' | 'overflow' }

/** Books a movement under the lock of its stock; nothing is changed unless the outcome is `moved`. */
export async function moveStock(
  database: Queryable,
  { variantId, locationId, quantityDelta, reason }: CreateMovement,
  by: string,
  at: Date,
): Promise<MoveOutcome> {
  const { rows } = await database.query<MoveOutcome>('select * from inventory.move_stock($1, $2, $3, $4, $5, $6)', [
    variantId,
    locationId,
    quantityDelta,
    reason,
    by,
    at,
  ])
  const [moved] = rows
  if (!moved) throw new Error('a function that always answers a row answered none')
  return moved
}

/** Pieces of a variant on hand at a location; 0 where it has no stock. */
export async function readOnHand(
  database: Queryable,
  { variantId, locationId }: Pick<CreateMovement, 'variantId' | 'locationId'>,
): Promise<number> {
  const { rows } = await database.query<{ onHand: number }>(
    'select on_hand as "onHand" from inventory.stock where variant_id = $1 and location_id = $2',
    [variantId, locationId],
  )
  return rows[0]?.onHand ?? 0
}

/** One page of movements, newest first. */
export async function findMovements(
  findPage: FindPage,
  { page, size, variantId, locationId, createdFrom, createdTo }: MovementsQuery,
): Promise<{ items: MovementRow[]; totalElements: number }> {
  const { items, totalElements } = await findPage<{ movement: MovementRow }>({
    columns: 'to_json(movement) as movement',
    from: 'inventory.movement',
    conditions: [
      whenPresent(variantId, 'variant_id = ?'),
      whenPresent(locationId, 'location_id = ?'),
      whenPresent(createdFrom, 'created_at >= ?'),
      whenPresent(createdTo, 'created_at <= ?'),
    ],
    orderBy: { field: 'created_at', id: 'id', direction: 'desc' },
    page,
    size,
  })
  return { items: items.map(({ movement }) => movement), totalElements }
}

/** All locations, by id; also those that are no longer used, for movements name them. */
export async function findLocations(database: Queryable): Promise<StockLocation[]> {
  const { rows } = await database.query<StockLocation>(
    'select id, name, kind, campground_id as "campgroundId" from inventory.location order by id collate "C"',
  )
  return rows
}
