import type { ServiceContext } from './dependencies.ts'
import { createFeed, type Feed } from './stream-feed.ts'

type FollowedRecords<Row> = {
  /** The name of the event, of the statement and, with `_id`, of the column of the history: `order`. */
  event: string
  /** SQL of a row of the table, with its `id`. */
  columns: string
  table: string
  history: string
  present(row: Row): unknown
}

/**
 * Creates a feed of records whose state is another one after each entry of their history. Clients see the number of entries, so it is
 * the record's own: the entries' ids count the changes of all records, and would tell how much is sold.
 */
export function createRecordFeed<Row extends { id: string }>(
  { database, log }: Pick<ServiceContext, 'database' | 'log'>,
  { event, columns, table, history, present }: FollowedRecords<Row>,
): Feed {
  const changed = {
    name: `changed-${event}s`,
    text: /* sql */ `
      select ${columns}, history.entries
      from unnest($1::text[], $2::text[]) as known (${event}_id, entries)
      cross join lateral (
        select count(*)::text as entries
        from ${history}
        where ${event}_id = known.${event}_id
      ) history
      join ${table} on ${table}.id = known.${event}_id
      where history.entries is distinct from known.entries`,
  }
  return createFeed({
    event,
    async read(known) {
      const values = [[...known.keys()], [...known.values()].map(entries => entries ?? null)]
      const { rows } = await database.requests.query<Row & { entries: string }>({ ...changed, values })
      return new Map(rows.map(row => [row.id, { id: row.entries, row }]))
    },
    present: ({ row }) => present(row),
    pauseMs: 50,
    log,
  })
}
