import { toColumn } from '@campstore/database/column-list'

/**
 * SQL of the columns that `take_hold` inserts, by its placeholders there (libs/database/README.md): `{{columns}}`, and `{{values}}`, which
 * is what the parameter has in them.
 *
 * @param row the parameter, a row of the table of holds
 * @param fields of the record, in camel case
 */
export const recordFragments = (row: string, fields: readonly string[]): Readonly<Record<string, string>> => ({
  columns: fields.map(toColumn).join(', '),
  values: fields.map(field => `${row}.${toColumn(field)}`).join(', '),
})
