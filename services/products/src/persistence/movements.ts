import {
  type CreateMovement,
  type Movement,
  type MovementsQuery,
  movementSchema,
} from '@campstore/contract/admin/inventory'
import { columnList } from '@campstore/database/column-list'
import { whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import type { FindPage, FoundPage } from '@campstore/database/pagination'

/** A movement as the driver returns it: its id and time are text. */
export type MovementRow = Omit<Movement, 'id'> & { id: string }

const columns = columnList('movement', Object.keys(movementSchema.shape))

/**
 * Books a movement under the lock of its stock. The same request with the same key of the same administrator gets the movement
 * that the first one booked.
 *
 * @throws a PostgreSQL error with one of `sqlRefusals` as its code; then nothing has changed
 */
export async function bookMovement(
  database: Queryable,
  { variantId, locationId, quantityDelta, reason, idempotencyKey }: CreateMovement,
  by: string,
  at: Date,
): Promise<MovementRow> {
  const { rows } = await database.query<MovementRow>(
    `select ${columns} from inventory.move_stock_once($1, $2, $3, $4, $5, $6, $7) movement`,
    [idempotencyKey ?? null, variantId, locationId, quantityDelta, reason, by, at],
  )
  const [booked] = rows
  if (!booked) throw new Error('A function that always returns a row returned none')
  return booked
}

/** Finds one page of movements, newest first. */
export const findMovements = (
  findPage: FindPage,
  { page, size, variantId, locationId, createdFrom, createdTo }: MovementsQuery,
): Promise<FoundPage<MovementRow>> =>
  findPage<MovementRow>({
    columns,
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
