import type { Queryable } from '@campstore/database/database'
import { orderWithItems, type StoredOrderWithItems } from './orders.ts'

/** An order, and how many entries its history has. */
export type ChangedOrder = { id: string; order: StoredOrderWithItems }

const changedOrders = {
  name: 'changed-orders',
  text: /* sql */ `
    select ${orderWithItems}, history.entries
    from unnest($1::text[], $2::text[]) as known (order_id, entries)
    cross join lateral (
      select count(*)::text as entries
      from checkout.member_order_change
      where order_id = known.order_id
    ) history
    join checkout.member_order on member_order.id = known.order_id
    where history.entries is distinct from known.entries`,
}

/**
 * The orders whose history has another number of entries than is known, by id. Clients see that number, so it is the order's own:
 * the entries' ids count the changes of all orders, and would tell how much is sold.
 *
 * @param known the known numbers of entries by order; undefined where none is
 */
export async function findChangedOrders(
  database: Queryable,
  known: ReadonlyMap<string, string | undefined>,
): Promise<Map<string, ChangedOrder>> {
  const values = [[...known.keys()], [...known.values()].map(entries => entries ?? null)]
  const { rows } = await database.query<StoredOrderWithItems & { entries: string }>({ ...changedOrders, values })
  return new Map(rows.map(({ entries, ...order }) => [order.id, { id: entries, order }]))
}
