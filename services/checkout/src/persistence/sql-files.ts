import { orderSchema } from '@campstore/contract/orders'
import { toColumn } from '@campstore/database/column-list'
import { keysSql } from '@campstore/database/idempotency-keys'
import type { SqlFiles } from '@campstore/database/migration-files'
import { recordFragments } from '@campstore/holds/sql-fragments'
import { holdsSql } from '@campstore/holds/sql-library'
import { messagingSql } from '@campstore/messaging/sql-library'
import { heldFields } from './orders.ts'

const { items: _, checkoutExpiresAt: __, buyerEmailVerified: ___, ...asStored } = orderSchema.shape

/** The SQL files of the schema `checkout`. */
export const checkoutSqlFiles: SqlFiles = {
  folder: new URL('./', import.meta.url),
  libraries: [keysSql('checkout'), messagingSql('checkout'), holdsSql('checkout')],
  fragments: {
    ...recordFragments('p_order', heldFields),
    member_columns: Object.keys(asStored).map(toColumn).join(', '),
  },
}
