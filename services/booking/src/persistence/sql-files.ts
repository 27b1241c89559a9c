import { holdSqlFiles } from '@campstore/holds/sql-files'
import { listedFields, recordFields } from './bookings.ts'

/** The SQL files of the schema `booking`. */
export const bookingSqlFiles = holdSqlFiles('booking', {
  folder: new URL('./', import.meta.url),
  fields: recordFields,
  listed: listedFields,
})
