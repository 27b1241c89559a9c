/**
 * SQL of the columns of a table under their names in TypeScript: `columnList('booking', ['id', 'checkIn'])` is
 * `booking.id as "id", booking.check_in as "checkIn"`.
 *
 * @param table name or alias of the table
 * @param fields camel-case names of snake-case columns
 */
export const columnList = (table: string, fields: readonly string[]): string =>
  fields.map(field => `${table}.${toColumn(field)} as "${field}"`).join(', ')

/** The column of a camel-case field: `check_in` of `checkIn`. */
export const toColumn = (field: string): string => field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Fields of a record under the names of their columns, as `jsonb_populate_record` reads them. */
export const toRow = <T extends object>(record: T, fields: readonly (keyof T & string)[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(field => [toColumn(field), record[field]]))
