import { errorAt, validationError } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import type { AdminReturn } from '@campstore/contract/returns'
import { text } from '@campstore/contract/texts/text'
import type { Transaction } from '@campstore/database/database'
import { firstRow } from '@campstore/database/rows'
import type { ShippedItem } from '../domain/returns.ts'
import { returnNotInStock } from '../domain/stock-refusals.ts'
import type { StoreOrder } from './orders.ts'
import { refusing } from './refusals.ts'

/** The items of an order, with the pieces that were shipped and those that came back. */
export async function findShippedItems(tx: Transaction, orderId: string): Promise<ShippedItem[]> {
  const { rows } = await tx.query<ShippedItem & { id: string }>({
    name: 'shipped-items',
    text: /* sql */ `
    select
      item.id, item.variant_id as "variantId", item.sku, item.quantity, item.line_total as "lineTotal",
      coalesce((
        select sum(line.quantity)
        from checkout.order_return
        cross join lateral jsonb_to_recordset(order_return.items) as line ("orderItemId" bigint, quantity integer)
        where order_return.order_id = item.order_id and line."orderItemId" = item.id
      ), 0)::integer as returned,
      (
        select coalesce(json_agg(json_build_object('locationId', location_id, 'quantity', quantity) order by location_id), '[]')
        from checkout.stock_reservation reservation
        where reservation.order_id = item.order_id and reservation.variant_id = item.variant_id
      ) as places
    from checkout.order_item item
    where item.order_id = $1
    order by item.line`,
    values: [orderId],
  })
  return rows.map(row => ({ ...row, id: Number(row.id) }))
}

/** When an order was completed; undefined if it was not. */
export async function findCompletion(tx: Transaction, orderId: string): Promise<Date | undefined> {
  const { rows } = await tx.query<{ at: string | null }>({
    name: 'order-completion',
    text: "select min(at) as at from checkout.status_history where order_id = $1 and to_status = 'completed'",
    values: [orderId],
  })
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}

/** Whether the shipping fee of an order came back with earlier pieces. */
export async function isShippingBack(tx: Transaction, orderId: string): Promise<boolean> {
  const sql = 'select from checkout.order_return where order_id = $1 and has_shipping'
  return (await tx.query(sql, [orderId])).rowCount !== 0
}

/** A piece of an order with the location that gets it. */
type Place = { variantId: string; locationId: string; quantity: number }

/**
 * Puts pieces of an order into stock again, with a movement for each variant and location. Throws NOT_FOUND for a
 * location that does not exist; VALIDATION_ERROR for more than a location can hold.
 */
export async function returnStock(
  tx: Transaction,
  orderId: string,
  places: readonly Place[],
  { adminId, at }: { adminId: string; at: Date },
): Promise<void> {
  if (places.length === 0) return
  const path = 'locationId'
  const unknown = () =>
    errorAt(
      'NOT_FOUND',
      path,
      text('is.unknown'),
      text('location.unknown', { id: shortened(places[0]?.locationId ?? '') }),
    )
  await tx
    .query("select inventory.return_stock($1, $2, 'order returned', $3, $4)", [
      orderId,
      JSON.stringify(merged(places)),
      adminId,
      at,
    ])
    .catch(refusing('unknown_location', unknown))
    .catch(refusing('stock_overflow', () => validationError([{ path, reason: text('stock.tooMuchHere') }])))
}

/** Places with one line for each variant and location: a movement changes its stock once. */
function merged(places: readonly Place[]): Place[] {
  const all = new Map<string, Place>()
  for (const place of places) {
    const key = JSON.stringify([place.variantId, place.locationId])
    all.set(key, { ...place, quantity: place.quantity + (all.get(key)?.quantity ?? 0) })
  }
  return [...all.values()]
}

/**
 * Takes pieces of an order out of the stock that a return put them into, with a movement for each variant and location.
 * Throws CONFLICT with the places where they are not available any more.
 */
export async function undoReturnStock(
  tx: Transaction,
  order: StoreOrder,
  places: readonly Place[],
  { adminId, at }: { adminId: string; at: Date },
): Promise<void> {
  if (places.length === 0) return
  const values = [order.id, JSON.stringify(merged(places)), adminId, at]
  await tx
    .query("select inventory.undo_return($1, $2, 'return undone', $3, $4)", values)
    .catch(refusing('stock_unavailable', short => returnNotInStock(order, short)))
}

type NewReturn = Pick<AdminReturn, 'id' | 'reason' | 'items'> & {
  hasShipping: boolean
  orderId: string
  at: Date
  adminId: string
  refundId: string | undefined
}

/** Stores a return of a locked order. */
export async function insertReturn(tx: Transaction, made: NewReturn): Promise<void> {
  const { id, orderId, at, adminId, reason, items, refundId, hasShipping } = made
  await tx.query(
    `insert into checkout.order_return (id, order_id, at, by, reason, items, refund_id, has_shipping)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, orderId, at, adminId, reason, JSON.stringify(items), refundId, hasShipping],
  )
}

/** A return; `statusBefore` is the status that its order had before it was returned last, null if it never was. */
type StoredReturn = Pick<AdminReturn, 'items' | 'refundId'> & { statusBefore: 'shipped' | 'completed' | null }

/** A return of a locked order. */
export const findReturn = (tx: Transaction, orderId: string, id: string): Promise<StoredReturn | undefined> =>
  firstRow(
    tx,
    /* sql */ `
    select
      items, refund_id as "refundId",
      (
        select from_status
        from checkout.status_history
        where order_id = $1 and to_status = 'returned' and from_status <> 'returned'
        order by id desc
        limit 1
      ) as "statusBefore"
    from checkout.order_return
    where order_id = $1 and id = $2`,
    [orderId, id],
  )

/** Deletes a return of a locked order. */
export const deleteReturn = (tx: Transaction, id: string): Promise<unknown> =>
  tx.query('delete from checkout.order_return where id = $1', [id])
