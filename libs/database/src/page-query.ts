import type { Condition, Filter } from './conditions.ts'

/** One page of rows that fulfil conditions, in an order. All SQL is the caller's own, never a client's. */
export type PageQuery = {
  columns: string
  from: string
  conditions: readonly (Condition | undefined)[]
  orderBy: Order
  page: number
  size: number
  /** Whether few matching rows are not collected by their ids either: the index of the order has each filter, or ids repeat. */
  alwaysScanned?: boolean
  /** More conditions of a scan, which follow from the others: where it begins and, if the whole list is short, where it ends. */
  bounds?: (list: 'short' | 'long') => readonly (Condition | undefined)[]
  /**
   * Whether the ids of a page are found before its rows are read, because an index of the usual order also has the other
   * fields: then filters and order need the index alone.
   */
  idsFirst?: boolean
  /** Whether the ids are all that is read, as `id`; only with {@link PageQuery.idsFirst}. */
  idsOnly?: boolean
}

/** SQL of the field that a list is sorted by, and of the id that breaks ties. */
export type Order = { field: string; id: string; direction: 'asc' | 'desc' }

/** The order of a list: a field, then the id in the same direction (docs/contract/admin.md#lists). */
export const orderByField = <Field extends string>(
  sort: { by: Field; direction: 'asc' | 'desc' },
  columns: Readonly<Record<Field, string>>,
  id: string,
): Order => ({ field: columns[sort.by], id, direction: sort.direction })

const orderClause = ({ field, id, direction }: Order): string => `${field} ${direction}, ${id} ${direction}`

const limitClause = ({ values }: Filter): string => `limit $${values.length + 1} offset $${values.length + 2}`

export const pageValues = ({ page, size }: PageQuery, { values }: Filter): unknown[] => [...values, size, page * size]

export const countStatement = ({ from }: PageQuery, { where }: Filter, limit?: number): string =>
  limit === undefined
    ? `select count(*)::integer as total from ${from} ${where}`
    : `select count(*)::integer as total from (select 1 from ${from} ${where} limit ${limit}) counted`

/** Scans the index of the order until the page is full. */
export const scanStatement = ({ columns, from, orderBy }: PageQuery, filter: Filter): string => `
  select ${columns}
  from ${from}
  ${filter.where}
  order by ${orderClause(orderBy)}
  ${limitClause(filter)}`

/** Ids and sort fields of the rows of the filter. */
const found = ({ from, orderBy }: PageQuery, { where }: Filter): string => `
    select ${orderBy.id} as "foundId", ${orderBy.field} as "foundField"
    from ${from}
    ${where}`

/** The ids of the page among the rows {@link found}. */
const foundIds = ({ orderBy }: PageQuery, filter: Filter): string => `array(
    select "foundId"
    from found
    order by ${orderClause({ ...orderBy, field: '"foundField"', id: '"foundId"' })}
    ${limitClause(filter)}
  )`

/** Collects ids and sort fields of all rows of the filter, then reads the rows of the page. */
export const collectStatement = (query: PageQuery, filter: Filter): string => `
  with found as materialized (${found(query, filter)})
  select ${query.columns}
  from ${query.from}
  ${filter.where}
    and ${query.orderBy.id} = any (${foundIds(query, filter)})
  order by ${orderClause(query.orderBy)}`

/** Counts up to the limit, and finds the ids of the page if that was all. */
export const limitedIdsStatement = (query: PageQuery, filter: Filter, limit: number): string => `
  with found as materialized (${found(query, filter)}
    limit ${limit + 1}
  ),
  counted as (
    select count(*)::integer as total
    from found
  )
  select
    counted.total,
    case when counted.total <= ${limit} then ${foundIds(query, filter)} end as ids
  from counted`

/** Reads rows by their ids, an expression or `$1`. */
export const rowsByIdsStatement = ({ columns, from, orderBy }: PageQuery, ids: string): string => `
  select ${columns}
  from ${from}
  where ${orderBy.id} = any (${ids})
  order by ${orderClause(orderBy)}`

/** Finds the ids of the page by the index of the order, then reads its rows. */
export const scanIdsStatement = (query: PageQuery, filter: Filter): string =>
  rowsByIdsStatement(query, `array(${scanStatement({ ...query, columns: query.orderBy.id }, filter)})`)
