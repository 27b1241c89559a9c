import { keysSql, takeKey } from '@campstore/database/idempotency-keys'
import type { SqlFiles } from '@campstore/database/migration-files'

/** The SQL files of the schemas `catalog` and `inventory`. */
export const productsSqlFiles: SqlFiles = {
  folder: new URL('./', import.meta.url),
  libraries: [keysSql('catalog')],
  fragments: {
    take_key: takeKey({
      schema: 'catalog',
      scope: 'movement',
      actorId: 'by_whom',
      key: 'with_key',
      fingerprint: 'of_request::text',
      response: 'null',
      at: 'at',
      keyReused: 'CS205',
      replay: 'is_repeated := true;',
      locksEarlier: true,
    }),
  },
}
