import { orderSchema } from '@campstore/contract/orders'
import { holdSqlFiles } from '@campstore/holds/sql-files'
import { heldFields } from './orders.ts'

const { items, checkoutExpiresAt, buyerEmailVerified, refundStatus, refunds, returns, ...asStored } = orderSchema.shape

/** The SQL files of the schema `checkout`. */
export const checkoutSqlFiles = holdSqlFiles('checkout', {
  folder: new URL('./', import.meta.url),
  fields: heldFields,
  listed: Object.keys(asStored),
})
