import { keysSql } from '@campstore/database/idempotency-keys'
import type { SqlFiles } from '@campstore/database/migration-files'

/** The SQL files of the schema `admin`. */
export const adminSqlFiles: SqlFiles = { folder: new URL('./', import.meta.url), libraries: [keysSql('admin')] }
