import type { Queryable } from './database.ts'
import type { FoundPage } from './pagination.ts'

/** Prepared statements of a list that belongs to a customer: the rows ($1 customer, $2 limit, $3 offset), and their number ($1). */
export type CustomerList = { rows: { name: string; text: string }; count: { name: string; text: string } }

export async function findCustomerPage<Row extends Record<string, unknown>>(
  database: Queryable,
  list: CustomerList,
  customerId: string,
  { page, size }: { page: number; size: number },
): Promise<FoundPage<Row>> {
  const [found, count] = await Promise.all([
    database.query<Row>({ ...list.rows, values: [customerId, size, page * size] }),
    database.query<{ total: number }>({ ...list.count, values: [customerId] }),
  ])
  return { items: found.rows, totalElements: count.rows[0]?.total ?? 0 }
}
