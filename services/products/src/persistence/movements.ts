import type { CreateMovement, MovementsQuery } from '@campstore/contract/admin/inventory'
import { whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import type { FindPage, FoundPage } from '@campstore/database/pagination'

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

/**
 * Books a movement under the lock of its stock.
 *
 * @throws a PostgreSQL error with one of `sqlRefusals` as its code; then nothing has changed
 */
export async function bookMovement(
  database: Queryable,
  { variantId, locationId, quantityDelta, reason }: CreateMovement,
  by: string,
  at: Date,
): Promise<MovementRow> {
  const { rows } = await database.query<{ movement: MovementRow }>(
    'select to_json(inventory.move_stock($1, $2, $3, $4, $5, $6)) as movement',
    [variantId, locationId, quantityDelta, reason, by, at],
  )
  const [booked] = rows
  if (!booked) throw new Error('a function that always returns a row returned none')
  return booked.movement
}

/** Finds one page of movements, newest first. */
export async function findMovements(
  findPage: FindPage,
  { page, size, variantId, locationId, createdFrom, createdTo }: MovementsQuery,
): Promise<FoundPage<MovementRow>> {
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
