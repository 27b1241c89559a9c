import type { SqlFiles } from '@campstore/database/migration-files'
import { holdFragments } from '@campstore/holds/sql-fragments'
import { heldFields } from './orders.ts'

/** The SQL files of the schema `checkout`. */
export const checkoutSqlFiles: SqlFiles = {
  folder: new URL('./', import.meta.url),
  fragments: holdFragments('checkout', heldFields),
}
