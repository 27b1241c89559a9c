import { toColumn } from '@campstore/database/column-list'
import { keysSql } from '@campstore/database/idempotency-keys'
import type { SqlFiles } from '@campstore/database/migration-files'
import { recordFragments } from '@campstore/holds/sql-fragments'
import { holdsSql } from '@campstore/holds/sql-library'
import { messagingSql } from '@campstore/messaging/sql-library'
import { listedFields, recordFields } from './bookings.ts'

/** The SQL files of the schema `booking`. */
export const bookingSqlFiles: SqlFiles = {
  folder: new URL('./', import.meta.url),
  libraries: [keysSql('booking'), messagingSql('booking'), holdsSql('booking')],
  fragments: {
    ...recordFragments('p_booking', recordFields),
    listed_columns: listedFields.map(toColumn).join(', '),
  },
}
