import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Queryable } from '@campstore/database/database'

/**
 * Lets no hold and no change of a hold of a customer begin until the transaction ends, and waits for those under way; each then
 * reads the customer's status. Call it in the same transaction that takes away an active customer's rights
 * (docs/architecture/locks.md).
 */
export const lockOutMember = (tx: Queryable, customerId: string): Promise<unknown> =>
  tx.query('select member.lock_out($1)', [customerId])

/** SQL of the key of the advisory lock that `lock_member` of a schema keeps until its transaction ends. */
export const memberLockKey = (schema: 'booking' | 'checkout', customerId: string): string => {
  const table = schema === 'booking' ? 'booking.booking' : 'checkout.store_order'
  return `hashtextextended('open holds of ' || ${customerId}, '${table}'::regclass::oid::bigint)`
}

/** The refusal of a request whose customer was suspended or deleted after it had begun. */
export const customerNotActive = (): ApiError => new ApiError('FORBIDDEN', text('account.suspended'))
