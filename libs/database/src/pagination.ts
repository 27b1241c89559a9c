import type { QueryResultRow } from 'pg'
import type { Queryable } from './database.ts'

/** Part of a where clause; each `?` stands for one of the values, in their order. */
export type Condition = { sql: string; values: readonly unknown[] }

/** One page of rows that fulfil conditions, in an order. All SQL is the caller's own, never a client's. */
export type PageQuery = {
  columns: string
  from: string
  conditions: readonly (Condition | undefined)[]
  orderBy: Order
  page: number
  size: number
  /** Up to how many matching rows are collected and sorted; default 2,000. */
  collectLimit?: number
  /**
   * Whether the ids of a page are found before its rows are read, because an index of the usual order also has the other
   * fields: then whatever is filtered and sorted is found in the index alone.
   */
  idsFirst?: boolean
}

/** SQL of the field that a list is sorted by, and of the id that breaks ties. */
export type Order = { field: string; id: string; direction: 'asc' | 'desc' }

/** Totals up to here are counted for each request; larger ones are cached. */
const exactCountLimit = 10_000
/**
 * Up to this many rows that fulfil the conditions are collected and sorted. Scanning the index of the order would pass everything
 * that does not match, which takes seconds for a few rows among a million.
 */
const defaultCollectLimit = 2_000
/** Greatest age of a cached total, in milliseconds. */
const totalMaxAgeMs = 10_000
/** Greatest number of cached totals. */
const maxCachedTotals = 500

/**
 * Reads pages of long lists. The page itself is always read. Its total is exact up to 10,000; a larger one may be up to ten
 * seconds old, because counting a million rows for each page costs a thousand times what the page does.
 */
export function createPaginator(database: Queryable, now: () => number = Date.now) {
  const totals = new Map<string, { total: number; at: number }>()

  const cacheKey = (from: string, where: string, values: readonly unknown[]): string =>
    JSON.stringify([`from ${from} ${where}`, values])

  function cachedTotal(key: string): number | undefined {
    const known = totals.get(key)
    return known && now() - known.at < totalMaxAgeMs ? known.total : undefined
  }

  async function countRows(text: string, values: readonly unknown[]): Promise<number> {
    const { rows } = await database.query<{ total: number }>({ text, values: [...values] })
    return rows[0]?.total ?? 0
  }

  /** Counts all rows and caches the total. */
  async function countAll(from: string, where: string, values: readonly unknown[]): Promise<number> {
    const total = await countRows(`select count(*)::integer as total from ${from} ${where}`, values)
    if (totals.size >= maxCachedTotals) totals.clear()
    totals.set(cacheKey(from, where, values), { total, at: now() })
    return total
  }

  async function count(from: string, where: string, values: readonly unknown[]): Promise<number> {
    const known = cachedTotal(cacheKey(from, where, values))
    if (known !== undefined) return known
    const few = await countRows(
      `select count(*)::integer as total from (select from ${from} ${where} limit ${exactCountLimit + 1}) counted`,
      values,
    )
    return few <= exactCountLimit ? few : countAll(from, where, values)
  }

  /** Scans the index of the order until the page is full. */
  const scanByIndex = ({ columns, from, orderBy }: PageQuery, where: string, limitClause: string): string => `
    select ${columns}
    from ${from}
    ${where}
    order by ${orderClause(orderBy)}
    ${limitClause}`

  /** Collects ids and sort fields of all matching rows, then reads the rows of the page. */
  const collectPage = ({ columns, from, orderBy }: PageQuery, where: string, limitClause: string): string => `
    with found as materialized (
      select ${orderBy.id} as "foundId", ${orderBy.field} as "foundField"
      from ${from}
      ${where}
    )
    select ${columns}
    from ${from}
    ${where}
      and ${orderBy.id} = any (array(
        select "foundId"
        from found
        order by ${orderClause({ ...orderBy, field: '"foundField"', id: '"foundId"' })}
        ${limitClause}
      ))
    order by ${orderClause(orderBy)}`

  /** Reads the rows of a page by their ids. */
  const rowsByIds = ({ columns, from, orderBy }: PageQuery, ids: string): string => `
    select ${columns}
    from ${from}
    where ${orderBy.id} = any (${ids})
    order by ${orderClause(orderBy)}`

  /**
   * Reads a page whose ids are found first. A small result is found, counted and sorted by one statement, instead of once for the
   * total and again for the page.
   */
  async function findIdsFirst<Row extends QueryResultRow>(
    listing: PageQuery,
    where: string,
    values: readonly unknown[],
  ): Promise<{ items: Row[]; totalElements: number }> {
    const { from, orderBy, page, size } = listing
    const key = cacheKey(from, where, values)
    const limits = [size, page * size]
    const limitClause = `limit $${values.length + 1} offset $${values.length + 2}`
    const known = cachedTotal(key)
    if (known === undefined && where !== '') {
      const { rows } = await database.query<{ total: number; ids: unknown[] }>({
        text: limitedIdsQuery(listing, where, limitClause),
        values: [...values, ...limits],
      })
      const [few = { total: 0, ids: [] }] = rows
      if (few.total === 0) return { items: [], totalElements: 0 }
      if (few.total <= exactCountLimit) {
        const found = await database.query<Row>({ text: rowsByIds(listing, '$1'), values: [few.ids] })
        return { items: found.rows, totalElements: few.total }
      }
    }
    const totalElements = known ?? (await countAll(from, where, values))
    const { rows } = await database.query<Row>({
      text: rowsByIds(
        listing,
        `array(
      select ${orderBy.id}
      from ${from}
      ${where}
      order by ${orderClause(orderBy)}
      ${limitClause}
    )`,
      ),
      values: [...values, ...limits],
    })
    return { items: rows, totalElements }
  }

  /** Counts up to the limit, and finds the ids of the page if that was all. */
  const limitedIdsQuery = ({ from, orderBy }: PageQuery, where: string, limitClause: string): string => `
    with found as materialized (
      select ${orderBy.id} as "foundId", ${orderBy.field} as "foundField"
      from ${from}
      ${where}
      limit ${exactCountLimit + 1}
    ),
    counted as (
      select count(*)::integer as total
      from found
    )
    select
      counted.total,
      case
        when counted.total <= ${exactCountLimit} then array(
          select "foundId"
          from found
          order by ${orderClause({ ...orderBy, field: '"foundField"', id: '"foundId"' })}
          ${limitClause}
        )
      end as ids
    from counted`

  return async function findPage<Row extends QueryResultRow>(
    listing: PageQuery,
  ): Promise<{ items: Row[]; totalElements: number }> {
    const { where, values } = whereClause(listing.conditions)
    if (listing.idsFirst) return findIdsFirst(listing, where, values)
    const totalElements = await count(listing.from, where, values)
    const sort =
      where !== '' && totalElements <= (listing.collectLimit ?? defaultCollectLimit) ? collectPage : scanByIndex
    const { rows } = await database.query<Row>({
      text: sort(listing, where, `limit $${values.length + 1} offset $${values.length + 2}`),
      values: [...values, listing.size, listing.page * listing.size],
    })
    return { items: rows, totalElements }
  }
}

/** Reads a page and its total. */
export type FindPage = ReturnType<typeof createPaginator>

/** Conditions, all of which must hold, as one clause with numbered parameters. */
function whereClause(conditions: readonly (Condition | undefined)[]): { where: string; values: unknown[] } {
  const values: unknown[] = []
  const parts = conditions
    .filter(condition => condition !== undefined)
    .map(({ sql, values: own }) => {
      let next = values.length
      values.push(...own)
      return sql.replaceAll('?', () => {
        next += 1
        return `$${next}`
      })
    })
  return { where: parts.length === 0 ? '' : `where ${parts.join('\n  and ')}`, values }
}

/** A condition, if its value is present. */
export const whenPresent = (value: unknown, sql: string): Condition | undefined =>
  value === undefined ? undefined : { sql, values: [value] }

/** That a column has one of some values. A single one is compared as such: then an index gives its rows in their order. */
export const inList = (column: string, values: readonly string[] | undefined): Condition | undefined =>
  values?.length === 1 ? whenPresent(values[0], `${column} = ?`) : whenPresent(values, `${column} = any (?)`)

/** Condition: an expression contains a text, without regard to case; no wildcards (docs/contract/admin.md#search). */
export const contains = (expression: string, text: string | undefined): Condition | undefined =>
  text === undefined ? undefined : { sql: `${expression} ilike ?`, values: [`%${escapeLike(text)}%`] }

/**
 * That a search text, made by the function `shared.search_text` of the database, contains a text without regard to case. `%`, `_`
 * and `\` mean themselves.
 */
export const matchesSearch = (column: string, text: string | undefined): Condition | undefined =>
  text === undefined
    ? undefined
    : { sql: `${column} like '%' || shared.search_text(?) || '%'`, values: [escapeLike(text)] }

/** A text in a pattern, where `%`, `_` and `\` mean themselves. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * The order of a list: a field, then the id in the same direction (docs/contract/admin.md#lists).
 *
 * @param columns SQL of each field that may be sorted by
 */
export const orderByField = <Field extends string>(
  sort: { by: Field; direction: 'asc' | 'desc' },
  columns: Readonly<Record<Field, string>>,
  id: string,
): Order => ({ field: columns[sort.by], id, direction: sort.direction })

const orderClause = ({ field, id, direction }: Order): string => `${field} ${direction}, ${id} ${direction}`
