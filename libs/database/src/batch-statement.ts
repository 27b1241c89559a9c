import { batched } from './batched.ts'
import type { Queryable, Statement } from './database.ts'

/**
 * A statement that reads for one query of a batch or for several, and returns a row for each, in their order. The fields of a query
 * are the columns of `wanted`. Those of one query are values, because JSON costs a fifth of the statement; several queries are
 * JSON, because arrays of an unknown length would be planned for each call.
 *
 * @param columns PostgreSQL's types of the fields
 * @param select the columns of a row, from `select` to before `from`
 */
export function batchStatement<Query extends object>(
  name: string,
  columns: Readonly<Record<keyof Query & string, string>>,
  select: string,
): (queries: readonly Query[]) => Statement {
  const names = Object.keys(columns) as (keyof Query & string)[]
  const list = (write: (column: keyof Query & string, index: number) => string) => names.map(write).join(', ')
  const one = {
    name: `${name}, one`,
    text: /* sql */ `${select}
      from (select ${list((column, index) => `$${index + 1}::${columns[column]} as "${column}"`)}) wanted`,
  }
  const several = {
    name,
    text: /* sql */ `${select}
      from rows from (jsonb_to_recordset($1) as (${list(column => `"${column}" ${columns[column]}`)}))
        with ordinality as wanted (${list(column => `"${column}"`)}, number)
      order by wanted.number`,
  }
  return queries => {
    const [first] = queries
    return first && queries.length === 1
      ? { ...one, values: names.map(column => first[column]) }
      : { ...several, values: [JSON.stringify(queries)] }
  }
}

/**
 * Creates a reader that reads queries which wait at the same time in one statement ({@link batched}).
 *
 * @param statementOf a {@link batchStatement}
 * @param batchSize the most queries of one statement; two statements run at once
 */
export const createBatchReader = <Query extends object, Row extends object>(
  database: Queryable,
  statementOf: (queries: readonly Query[]) => Statement,
  batchSize = 20,
): ((query: Query) => Promise<Row>) =>
  batched(async queries => (await database.query<Row>(statementOf(queries))).rows, { concurrency: 2, batchSize })
