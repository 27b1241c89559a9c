import { toColumn } from '@campstore/database/column-list'
import { keysSql } from '@campstore/database/idempotency-keys'
import type { SqlFiles, SqlLibrary } from '@campstore/database/migration-files'
import { messagingSql } from '@campstore/messaging/sql-library'
import { refundStatusOf, refundsOf } from './refund-reads.ts'

const parameters = {
  booking: { kind: 'booking', records: 'booking.booking', other_schema: 'checkout' },
  checkout: { kind: 'order', records: 'checkout.store_order', other_schema: 'booking' },
} as const

/**
 * The history, the payments and the refunds of a schema with holds. Its own table of holds is `records`.
 */
export const holdsSql = (schema: keyof typeof parameters): SqlLibrary => ({
  name: 'holds',
  folder: new URL('../sql/', import.meta.url),
  parameters: { schema, ...parameters[schema] },
})

const columnsOf = (fields: readonly string[], row = '') => fields.map(field => row + toColumn(field)).join(', ')

/**
 * The SQL files of a schema with holds. `take_holds` inserts `{{columns}}` with `{{values}}` (libs/database/README.md), the fields of a row
 * `hold`. A view of a customer's records has `{{listed_columns}}`, `{{refund_status}}` and `{{refunds}}`.
 */
export const holdSqlFiles = (
  schema: keyof typeof parameters,
  { folder, fields, listed }: { folder: URL; fields: readonly string[]; listed: readonly string[] },
): SqlFiles => ({
  folder,
  libraries: [keysSql(schema), messagingSql(schema), holdsSql(schema)],
  lockedFirst: parameters[schema].records,
  fragments: {
    columns: columnsOf(fields),
    values: columnsOf(fields, 'hold.'),
    listed_columns: columnsOf(listed),
    refund_status: refundStatusOf(schema, `${parameters[schema].records}.id`),
    refunds: refundsOf(schema, `${parameters[schema].records}.id`),
  },
})
