/**
 * Part of a where clause; each `?` stands for one of the values, in their order. `scanned` says the same of the same values, for
 * rows that are passed one by one and not found by an index.
 */
export type Condition = { sql: string; scanned?: string; values: readonly unknown[] }

/** A where clause with numbered parameters, empty where there are no conditions, and the values of the parameters. */
export type Filter = { where: string; values: readonly unknown[] }

/** Joins conditions with `and` into one clause. */
export function whereClause(conditions: readonly (Condition | undefined)[], how: 'sql' | 'scanned' = 'sql'): Filter {
  const values: unknown[] = []
  const parts = conditions
    .filter(condition => condition !== undefined)
    .map(condition => {
      let next = values.length
      values.push(...condition.values)
      return (condition[how] ?? condition.sql).replaceAll('?', () => {
        next += 1
        return `$${next}`
      })
    })
  return { where: parts.length === 0 ? '' : `where ${parts.join('\n  and ')}`, values }
}

/** A condition with a value, which each `?` stands for; none without the value. */
export const whenPresent = (value: unknown, sql: string): Condition | undefined =>
  value === undefined ? undefined : { sql, values: sql.match(/\?/g)?.map(() => value) ?? [] }

/** That a column is within a range, whose ends belong to it and may be absent. */
export const between = (column: string, from: unknown, to: unknown): (Condition | undefined)[] => [
  whenPresent(from, `${column} >= ?`),
  whenPresent(to, `${column} <= ?`),
]

/** That a column has one of some values. A single one is compared as such: then an index gives its rows in their order. */
export const inList = (column: string, values: readonly string[] | undefined): Condition | undefined =>
  values?.length === 1 ? whenPresent(values[0], `${column} = ?`) : whenPresent(values, `${column} = any (?)`)

/** That a column has a name, as a look-up compares it. */
export const isNamed = (column: string, name: string | undefined): Condition | undefined =>
  whenPresent(name, `shared.lookup_key(${column}) = shared.lookup_key(?)`)
