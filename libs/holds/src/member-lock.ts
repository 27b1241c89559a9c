import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Queryable, Transaction } from '@campstore/database/database'
import type { HoldKind } from './hold-definition.ts'
import { memberLockKey } from './sql-fragments.ts'

const schemas = { booking: 'booking', order: 'checkout' } as const

/**
 * Lets no hold and no change of a hold of a customer begin until the transaction ends, and waits for those under way; each then
 * reads the customer's status. Call it in the same transaction that takes away an active customer's rights
 * (docs/architecture/locks.md).
 */
export const lockOutMember = (tx: Queryable, customerId: string): Promise<unknown> =>
  tx.query('select member.lock_out($1)', [customerId])

/**
 * Takes the lock that a hold of the member takes, together with others, and reads the member's status after it.
 *
 * @throws {ApiError} FORBIDDEN
 */
export async function lockActiveMember(tx: Transaction, kind: HoldKind, customerId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${memberLockKey(schemas[kind], '$1::text')})`, [customerId])
  const { rowCount } = await tx.query("select from member.customer_principal where id = $1 and status <> 'active'", [
    customerId,
  ])
  if (rowCount) throw customerNotActive()
}

/** The refusal of a request whose customer was suspended or deleted after it had begun. */
export const customerNotActive = (): ApiError => new ApiError('FORBIDDEN', text('account.suspended'))
