import type { Queryable } from './database.ts'
import type { FoundPage } from './pagination.ts'
import { allRows } from './rows.ts'

/** A list that belongs to a customer, in SQL; its name, `orders`, is in the names of its statements. */
export type CustomerList = { name: string; columns: string; table: string; orderBy: string }

/** Some rows of a customer's list, in its order. */
export const findCustomerRows = async <Row extends Record<string, unknown>>(
  database: Queryable,
  { name, columns, table, orderBy }: CustomerList,
  customerId: string,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Row[]> =>
  allRows<Row>(database, {
    name: `${name}-of-customer`,
    text: `select ${columns} from ${table} where customer_id = $1 order by ${orderBy} limit $2 offset $3`,
    values: [customerId, limit, offset],
  })

export async function findCustomerPage<Row extends Record<string, unknown>>(
  database: Queryable,
  list: CustomerList,
  customerId: string,
  { page, size }: { page: number; size: number },
): Promise<FoundPage<Row>> {
  const [items, count] = await Promise.all([
    findCustomerRows<Row>(database, list, customerId, { limit: size, offset: page * size }),
    database.query<{ total: number }>({
      name: `count-of-${list.name}`,
      text: `select count(*)::integer as total from ${list.table} where customer_id = $1`,
      values: [customerId],
    }),
  ])
  return { items, totalElements: count.rows[0]?.total ?? 0 }
}
