import type { QueryResultRow } from 'pg'
import type { Queryable } from './database.ts'

/** Part of a where clause; each `?` stands for one of the values, in their order. */
export type Condition = { sql: string; values: readonly unknown[] }

/** One page of rows that fulfil conditions, in an order. All SQL is the caller's own, never a client's. */
export type Listing = {
  columns: string
  from: string
  conditions: readonly (Condition | undefined)[]
  orderBy: Order
  page: number
  size: number
  /** Up to how many rows are found first and then sorted, where another number than the usual is better. */
  foundFirst?: number
}

/** SQL of the field that a list is sorted by, and of the id that breaks ties. */
export type Order = { field: string; id: string; direction: 'asc' | 'desc' }

/** Up to here totals are counted at each request; beyond, they are remembered for a while. */
const countedEachTime = 10_000
/**
 * Up to so many rows that fulfil the conditions are found first and then sorted. An index of the order would be walked past
 * everything that does not match, which for a few among a million takes seconds.
 */
const sortedAsAWhole = 2_000
/** How old a remembered total may be, in milliseconds. */
const rememberedFor = 10_000
/** Most totals remembered. */
const mostRemembered = 500

/**
 * Reads pages of long lists. The page itself is always read. Its total is exact up to 10,000; a larger one may be up to ten
 * seconds old, because counting a million rows for each page costs a thousand times what the page does.
 */
export function createListings(database: Queryable, now: () => number = Date.now) {
  const totals = new Map<string, { total: number; at: number }>()

  async function count(from: string, where: string, values: readonly unknown[]): Promise<number> {
    const all = `from ${from} ${where}`
    const key = JSON.stringify([all, values])
    const known = totals.get(key)
    if (known && now() - known.at < rememberedFor) return known.total
    const few = await total(
      `select count(*)::integer as total from (select ${all} limit ${countedEachTime + 1}) counted`,
    )
    if (few <= countedEachTime) return few
    const counted = { total: await total(`select count(*)::integer as total ${all}`), at: now() }
    if (totals.size >= mostRemembered) totals.clear()
    totals.set(key, counted)
    return counted.total

    async function total(text: string): Promise<number> {
      const { rows } = await database.query<{ total: number }>({ text, values: [...values] })
      return rows[0]?.total ?? 0
    }
  }

  /** Walks the order's index until the page is full. */
  const walked = ({ columns, from, orderBy }: Listing, where: string, places: string): string => `
    select ${columns}
    from ${from}
    ${where}
    order by ${inOrder(orderBy)}
    ${places}`

  /** Finds all that fulfil the conditions, by what they are sorted by alone, and reads the rows of the page. */
  const gathered = ({ columns, from, orderBy }: Listing, where: string, places: string): string => `
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
        order by ${inOrder({ ...orderBy, field: '"foundField"', id: '"foundId"' })}
        ${places}
      ))
    order by ${inOrder(orderBy)}`

  return async function findPage<Row extends QueryResultRow>(
    listing: Listing,
  ): Promise<{ items: Row[]; totalElements: number }> {
    const { where, values } = whereClause(listing.conditions)
    const totalElements = await count(listing.from, where, values)
    const sort = where !== '' && totalElements <= (listing.foundFirst ?? sortedAsAWhole) ? gathered : walked
    const { rows } = await database.query<Row>({
      text: sort(listing, where, `limit $${values.length + 1} offset $${values.length + 2}`),
      values: [...values, listing.size, listing.page * listing.size],
    })
    return { items: rows, totalElements }
  }
}

/** Reads a page and its total. */
export type FindPage = ReturnType<typeof createListings>

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

/** A condition if its value is given. */
export const given = (value: unknown, sql: string): Condition | undefined =>
  value === undefined ? undefined : { sql, values: [value] }

/** That a column has one of some values. A single one is compared as such: then an index gives its rows in their order. */
export const oneOf = (column: string, values: readonly string[] | undefined): Condition | undefined =>
  values?.length === 1 ? given(values[0], `${column} = ?`) : given(values, `${column} = any (?)`)

/** That an expression contains a text, without regard to case; `%`, `_` and `\` mean themselves (decisions.md, 9). */
export const contains = (expression: string, text: string | undefined): Condition | undefined =>
  text === undefined ? undefined : { sql: `${expression} ilike ?`, values: [`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`] }

/**
 * The order of a list: a field, then the id in the same direction (decisions.md, 9).
 *
 * @param columns SQL of each field that may be sorted by
 */
export const ordered = <Field extends string>(
  sort: { by: Field; direction: 'asc' | 'desc' },
  columns: Readonly<Record<Field, string>>,
  id: string,
): Order => ({ field: columns[sort.by], id, direction: sort.direction })

const inOrder = ({ field, id, direction }: Order): string => `${field} ${direction}, ${id} ${direction}`
