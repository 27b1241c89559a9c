import { keysSql } from '@campstore/database/idempotency-keys'
import type { SqlFiles } from '@campstore/database/migration-files'

/** The SQL files of the schema `member`. */
export const memberSqlFiles: SqlFiles = { folder: new URL('./', import.meta.url), libraries: [keysSql('member')] }
