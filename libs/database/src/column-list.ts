/**
 * SQL of the columns of a table under their names in TypeScript: `columnList('booking', ['id', 'checkIn'])` is
 * `booking.id as "id", booking.check_in as "checkIn"`.
 *
 * @param fields camel-case names of snake-case columns
 */
export const columnList = (table: string, fields: readonly string[]): string =>
  fields.map(field => `${table}.${toColumn(field)} as "${field}"`).join(', ')

/** The column of a camel-case field: `check_in` of `checkIn`. */
export const toColumn = (field: string): string => field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/**
 * A function that returns these fields of a record under the names of their columns, as `jsonb_populate_record` reads them. Columns
 * are named once: naming 27 of them takes as long as their JSON.
 */
export function rowOf<T extends object>(fields: readonly (keyof T & string)[]): (record: T) => Record<string, unknown> {
  const columns = fields.map(field => [field, toColumn(field)] as const)
  return record => {
    const row: Record<string, unknown> = {}
    for (const [field, column] of columns) {
      const value = record[field]
      // JSON.stringify takes twice as long for a record with dates.
      row[column] = value instanceof Date ? value.toISOString() : value
    }
    return row
  }
}
