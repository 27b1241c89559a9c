import { type Transaction, transaction } from '@campstore/database/database'
import type { Dependencies } from '@campstore/service/dependencies'
import type { HoldDefinition, HoldRecord, HoldRefusals } from './hold-definition.ts'
import { customerNotActive } from './member-lock.ts'

type Owner = { customerId: string }

function requireOwn<T extends Owner>(
  { refusals }: { refusals: HoldRefusals<T> },
  record: T | undefined,
  { customerId }: Owner,
): T {
  if (!record) throw refusals.notFound()
  if (record.customerId !== customerId) throw refusals.foreign()
  return record
}

/**
 * Reads a record of the member (docs/contract/authentication.md#ownership). Throws the refusals `notFound` and
 * `foreign` of its kind.
 */
export const readOwn = async <T extends HoldRecord>(
  { database }: Pick<Dependencies, 'database'>,
  hold: Pick<HoldDefinition<T>, 'find' | 'refusals'>,
  id: string,
  member: Owner,
): Promise<T> => requireOwn(hold, await hold.find(database.requests, id), member)

type OwnChange = {
  id: string
  member: Owner
  /** Whether a customer who was suspended since the request began may do it. */
  allowsSuspended?: boolean
}

/**
 * Changes a record of the member in one transaction, under its lock. The lock of the member comes first, because only an active
 * customer may change a record. Throws as {@link readOwn}; FORBIDDEN for a customer who was suspended since the request began;
 * what `change` throws.
 *
 * @param change gets the instant that decides about the hold
 */
export async function changeOwn<T extends HoldRecord, Result>(
  { database, databaseClock, signalOutbox }: Dependencies,
  hold: Pick<HoldDefinition<T>, 'lock' | 'refusals' | 'schema'>,
  { id, member, allowsSuspended = false }: OwnChange,
  change: (tx: Transaction, record: T, now: Date) => Promise<Result>,
): Promise<Result> {
  const result = await transaction(database.requests, async tx => {
    if (!allowsSuspended) {
      const { rows } = await tx.query<{ isActive: boolean }>(
        `select ${hold.schema}.lock_member($1, false) as "isActive"`,
        [member.customerId],
      )
      if (!rows[0]?.isActive) throw customerNotActive()
    }
    const locked = await hold.lock(tx, id)
    if (!locked) throw hold.refusals.notFound()
    return change(tx, requireOwn(hold, locked.record, member), databaseClock.judgingInstant(locked.now))
  })
  signalOutbox()
  return result
}
