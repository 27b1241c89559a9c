import type { SqlFiles } from '@campstore/database/migration-files'
import { holdFragments } from '@campstore/holds/sql-fragments'
import { recordFields } from './bookings.ts'

/** The SQL files of the schema `booking`. */
export const bookingSqlFiles: SqlFiles = {
  folder: new URL('./', import.meta.url),
  fragments: holdFragments('booking', recordFields),
}
