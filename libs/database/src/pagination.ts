import { LRUCache } from 'lru-cache'
import type { QueryResultRow } from 'pg'
import { type Filter, whereClause } from './conditions.ts'
import type { Queryable } from './database.ts'
import { type ExportPage, exportedPage, exportPageSize } from './export-page.ts'
import {
  collectStatement,
  countStatement,
  limitedIdsStatement,
  type PageQuery,
  pageValues,
  rowsByIdsStatement,
  scanIdsStatement,
  scanStatement,
} from './page-query.ts'
import { firstRow } from './rows.ts'

/** Totals up to here are counted for each request; larger ones are cached. */
const exactCountLimit = 10_000
/**
 * Up to this many rows that fulfil the conditions are collected and sorted. Scanning the index of the order would pass everything
 * that does not match, which takes seconds for a few rows among a million.
 */
const collectLimit = 2_000
/** Greatest age of a cached total, in milliseconds. */
const totalMaxAgeMs = 10_000
const maxCachedTotals = 500

export type FoundPage<Row> = { items: Row[]; totalElements: number }

export type FindPage = <Row extends QueryResultRow>(query: PageQuery) => Promise<FoundPage<Row>>

/**
 * Reads pages of long lists. The page itself is always read. Its total is exact up to 10,000; a larger one may be up to ten
 * seconds old, because counting a million rows for each page costs a thousand times as much as the page.
 */
export function createPaginator(database: Queryable, now: () => number = () => performance.now()): FindPage {
  const totals = createTotals(database, now)
  return query => {
    const exported = exportedPage.getStore()
    if (exported) return findExported(database, query, exported)
    const filter = whereClause(query.conditions)
    return query.idsFirst ? findIdsFirst(database, totals, query, filter) : findRows(database, totals, query, filter)
  }
}

type Totals = {
  cached(query: PageQuery, filter: Filter): number | undefined
  /** Counts all rows, once for all requests that wait for the same total, and caches it. */
  countAll(query: PageQuery, filter: Filter): Promise<number>
}

function createTotals(database: Queryable, now: () => number): Totals {
  const totals = new LRUCache<string, number>({
    max: maxCachedTotals,
    ttl: totalMaxAgeMs,
    ttlResolution: 0, // no timers
    perf: { now },
  })
  const underWay = new Map<string, Promise<number>>()
  const keyOf = ({ from }: PageQuery, { where, values }: Filter) => JSON.stringify([`from ${from} ${where}`, values])
  return {
    cached: (query, filter) => totals.get(keyOf(query, filter)),
    async countAll(query, filter) {
      const key = keyOf(query, filter)
      const known = totals.get(key) // of a request that was faster
      if (known !== undefined) return known
      const start = now()
      const counting =
        underWay.get(key) ??
        count(database, query, filter)
          .then(total => {
            totals.set(key, total, { start })
            return total
          })
          .finally(() => underWay.delete(key))
      underWay.set(key, counting)
      return counting
    },
  }
}

async function count(database: Queryable, query: PageQuery, filter: Filter, limit?: number): Promise<number> {
  const text = countStatement(query, filter, limit)
  return (await firstRow<{ total: number }>(database, { text, values: [...filter.values] }))?.total ?? 0
}

/**
 * Reads the rows after the last one of the page before, so that rows which come or go meanwhile move no other from one page to the
 * next. The total is unknown.
 */
async function findExported<Row extends QueryResultRow>(
  database: Queryable,
  query: PageQuery,
  exported: ExportPage,
): Promise<FoundPage<Row>> {
  const { field, id, direction } = query.orderBy
  const place = exported.after !== 'first' && {
    sql: `(${field}, ${id}) ${direction === 'asc' ? '>' : '<'} (?, ?)`,
    values: Buffer.from(exported.after, 'base64url').toString().split('\0'),
  }
  const columns = `${query.columns}, (${field})::text as "exportedField", (${id})::text as "exportedId"`
  const conditions = [...query.conditions, place || undefined]
  const rest = { ...query, columns, conditions, page: 0, size: exportPageSize }
  type ExportedRow = Row & { exportedField: string; exportedId: string }
  const found = await findRows<ExportedRow>(database, boundedTotals(database), rest, whereClause(conditions))
  const last = found.items.length === exportPageSize ? found.items.at(-1) : undefined
  // No text of PostgreSQL contains a NUL.
  exported.next = last ? Buffer.from(`${last.exportedField}\0${last.exportedId}`).toString('base64url') : 'last'
  const items = found.items.map(({ exportedField, exportedId, ...row }) => row as unknown as Row)
  return { items, totalElements: items.length }
}

/** Counts no more than decides how rows are read. */
const boundedTotals = (database: Queryable): Totals => ({
  cached: () => undefined,
  countAll: (query, filter) => count(database, query, filter, collectLimit + 1),
})

async function findRows<Row extends QueryResultRow>(
  database: Queryable,
  totals: Totals,
  query: PageQuery,
  filter: Filter,
): Promise<FoundPage<Row>> {
  const totalElements = totals.cached(query, filter) ?? (await countUpToLimit(database, totals, query, filter))
  if (totalElements === 0) return { items: [], totalElements }
  const isCollected = filter.where !== '' && !query.alwaysScanned && totalElements <= collectLimit
  const statement = isCollected
    ? { text: collectStatement(query, filter), values: pageValues(query, filter) }
    : scanOf(query, totalElements)
  const { rows } = await database.query<Row>(statement)
  return { items: rows, totalElements }
}

/** The scan of a page. A few rows among many may still be found by the index of a text. */
function scanOf(query: PageQuery, totalElements: number): { text: string; values: unknown[] } {
  const bounds = query.bounds?.(totalElements <= exactCountLimit ? 'short' : 'long') ?? []
  const how = totalElements <= collectLimit ? 'sql' : 'scanned'
  const filter = whereClause([...query.conditions, ...bounds], how)
  return { text: scanStatement(query, filter), values: pageValues(query, filter) }
}

async function countUpToLimit(database: Queryable, totals: Totals, query: PageQuery, filter: Filter): Promise<number> {
  const few = await count(database, query, filter, exactCountLimit + 1)
  return few <= exactCountLimit ? few : totals.countAll(query, filter)
}

/**
 * Reads a page whose ids are found first. A small result is found, counted and sorted by one statement, instead of once for the
 * total and again for the page.
 */
async function findIdsFirst<Row extends QueryResultRow>(
  database: Queryable,
  totals: Totals,
  query: PageQuery,
  filter: Filter,
): Promise<FoundPage<Row>> {
  const known = totals.cached(query, filter)
  if (known === undefined && filter.where !== '') {
    const { total, ids } = await findLimitedIds(database, query, filter)
    if (total === 0) return { items: [], totalElements: 0 }
    if (total <= exactCountLimit && query.idsOnly)
      return { items: (ids ?? []).map(id => ({ id })) as unknown as Row[], totalElements: total }
    if (total <= exactCountLimit) {
      const { rows } = await database.query<Row>({ text: rowsByIdsStatement(query, '$1'), values: [ids] })
      return { items: rows, totalElements: total }
    }
  }
  const totalElements = known ?? (await totals.countAll(query, filter))
  const { rows } = await database.query<Row>({
    text: query.idsOnly ? scanStatement(query, filter) : scanIdsStatement(query, filter),
    values: pageValues(query, filter),
  })
  return { items: rows, totalElements }
}

async function findLimitedIds(
  database: Queryable,
  query: PageQuery,
  filter: Filter,
): Promise<{ total: number; ids: unknown[] | null }> {
  const { rows } = await database.query<{ total: number; ids: unknown[] | null }>({
    text: limitedIdsStatement(query, filter, exactCountLimit),
    values: pageValues(query, filter),
  })
  return rows[0] ?? { total: 0, ids: null }
}
