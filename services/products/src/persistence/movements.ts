import { type Movement, type MovementsQuery, movementSchema } from '@campstore/contract/admin/inventory'
import { columnList } from '@campstore/database/column-list'
import { between, whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import { matchesLookUp } from '@campstore/database/look-up'
import type { FindPage } from '@campstore/database/pagination'
import { allRows } from '@campstore/database/rows'

/** A movement as the driver returns it: its id and time are text. */
export type MovementRow = Omit<Movement, 'id'> & { id: string }

const { sku, productName, locationName, createdByName, ...stored } = movementSchema.shape

/** With names as they are now. They are looked up for the rows of the page alone, where a join would cost the whole list. */
const columns = /* sql */ `
  ${columnList('movement', Object.keys(stored))},
  (
    select sku.code
    from catalog.variant
    join catalog.sku on sku.id = variant.sku_id
    where variant.id = movement.variant_id
  ) as sku,
  (
    select item.name
    from catalog.variant
    join catalog.sku on sku.id = variant.sku_id
    join catalog.equipment_item item on item.id = sku.item_id
    where variant.id = movement.variant_id
  ) as "productName",
  (select location.name from inventory.location where location.id = movement.location_id) as "locationName",
  (select administrator.name from admin.administrator_name administrator where administrator.id = movement.created_by)
    as "createdByName"`

/** A change of the stock of a variant at a location: by a number of pieces, or to the counted number. */
export type StockLine = { variantId: string; locationId: string; transferId?: string } & (
  | { quantityDelta: number }
  | { counted: number }
)

/** Lines that are booked together, once for each key. */
export type StockRequest = {
  lines: readonly StockLine[]
  reason: string
  /** What a repeated request with the key must say again: action and body. */
  fingerprint: object
  idempotencyKey: string | undefined
}

/**
 * Books lines under the lock of their stock, all or none; returns their movements in the order of the lines. The same request
 * with the same key of the same administrator gets the movements that the first one booked. Throws a PostgreSQL error with one
 * of `sqlRefusals` as its code; then nothing has changed.
 */
export const bookMovements = (
  database: Queryable,
  { lines, reason, fingerprint, idempotencyKey }: StockRequest,
  by: string,
  at: Date,
): Promise<MovementRow[]> =>
  allRows(database, `select ${columns} from inventory.move_stock_lines_once($1, $2, $3, $4, $5, $6) movement`, [
    idempotencyKey ?? null,
    JSON.stringify(fingerprint),
    JSON.stringify(lines),
    reason,
    by,
    at,
  ])

/** Finds one page of movements, newest first. */
export const findMovements = (
  findPage: FindPage,
  { page, size, q, variantId, locationId, createdBy, createdFrom, createdTo }: MovementsQuery,
) =>
  findPage<MovementRow>({
    columns,
    from: 'inventory.movement',
    conditions: [
      whenPresent(variantId, 'variant_id = ?'),
      whenPresent(locationId, 'location_id = ?'),
      whenPresent(createdBy, 'created_by = ?'),
      matchesLookUp({ indexed: [{ texts: ['reason'] }] }, q),
      ...between('created_at', createdFrom, createdTo),
    ],
    orderBy: { field: 'created_at', id: 'id', direction: 'desc' },
    page,
    size,
  })
