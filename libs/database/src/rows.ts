import type { QueryResultRow } from 'pg'
import type { Queryable, Statement } from './database.ts'

type Query = [statement: string | Statement, values?: unknown[]]

/** The rows of a statement. */
export const allRows = async <Row extends QueryResultRow>(database: Queryable, ...query: Query): Promise<Row[]> =>
  (await database.query<Row>(...query)).rows

/** The first row of a statement; undefined where it has none. */
export const firstRow = async <Row extends QueryResultRow>(
  database: Queryable,
  ...query: Query
): Promise<Row | undefined> => (await database.query<Row>(...query)).rows[0]

/** The row of a statement that always returns one. */
export async function onlyRow<Row extends QueryResultRow>(database: Queryable, ...query: Query): Promise<Row> {
  const row = await firstRow<Row>(database, ...query)
  if (!row) throw new Error('A statement that always returns one row returned none')
  return row
}
