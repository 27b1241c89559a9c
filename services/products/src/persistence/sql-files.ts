import { keysSql } from '@campstore/database/idempotency-keys'
import type { SqlFiles } from '@campstore/database/migration-files'

/** The SQL files of the schemas `catalog` and `inventory`. */
export const productsSqlFiles: SqlFiles = { folder: new URL('./', import.meta.url), libraries: [keysSql('catalog')] }
