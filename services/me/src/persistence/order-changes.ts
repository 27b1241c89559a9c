import type { Queryable } from '@campstore/database/database'
import { orderWithItems, type StoredOrderWithItems } from './orders.ts'

/** An order, and the entry of its history that made it what it is. */
export type ChangedOrder = { id: string; order: StoredOrderWithItems }

const changedOrders = {
  name: 'changed-orders',
  text: /* sql */ `
    select ${orderWithItems}, latest.entry
    from unnest($1::text[], $2::text[]) as known (order_id, entry)
    cross join lateral (
      select coalesce(max(id), 0)::text as entry
      from checkout.member_order_change
      where order_id = known.order_id
    ) latest
    join checkout.member_order on member_order.id = known.order_id
    where latest.entry is distinct from known.entry`,
}

/**
 * The orders whose history has another latest entry than is known, by id.
 *
 * @param known the latest known entries by order; undefined where none is
 */
export async function findChangedOrders(
  database: Queryable,
  known: ReadonlyMap<string, string | undefined>,
): Promise<Map<string, ChangedOrder>> {
  const values = [[...known.keys()], [...known.values()].map(entry => entry ?? null)]
  const { rows } = await database.query<StoredOrderWithItems & { entry: string }>({ ...changedOrders, values })
  return new Map(rows.map(({ entry, ...order }) => [order.id, { id: entry, order }]))
}
