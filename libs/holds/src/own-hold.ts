import type { Transaction } from '@campstore/database/database'
import type { Dependencies } from '@campstore/service/dependencies'
import type { HoldDefinition, HoldRecord, HoldRefusals } from './hold-definition.ts'
import { lockActiveMember } from './member-lock.ts'

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
 * Reads a record of the member (docs/contract/authentication.md#ownership).
 *
 * @throws {ApiError} the refusals `notFound` and `foreign` of its kind
 */
export const readOwn = async <T extends HoldRecord>(
  { database }: Pick<Dependencies, 'database'>,
  hold: Pick<HoldDefinition<T>, 'find' | 'refusals'>,
  id: string,
  member: Owner,
): Promise<T> => requireOwn(hold, await hold.find(database.requests, id), member)

/** Locks a record of the member; `now` is the instant that decides about its hold. Throws as {@link readOwn}. */
export async function lockOwn<T extends HoldRecord>(
  { databaseClock }: Pick<Dependencies, 'databaseClock'>,
  tx: Transaction,
  hold: Pick<HoldDefinition<T>, 'lock' | 'refusals'>,
  id: string,
  member: Owner,
): Promise<{ record: T; now: Date }> {
  const locked = await hold.lock(tx, id)
  if (!locked) throw hold.refusals.notFound()
  return { record: requireOwn(hold, locked.record, member), now: databaseClock.judgingInstant(locked.now) }
}

/**
 * The same for a change that only an active customer may make: the member's lock comes first. Throws FORBIDDEN for a customer who
 * was suspended since the request began.
 */
export async function lockOwnToChange<T extends HoldRecord>(
  deps: Pick<Dependencies, 'databaseClock'>,
  tx: Transaction,
  hold: Pick<HoldDefinition<T>, 'lock' | 'refusals' | 'kind'>,
  id: string,
  member: Owner,
): Promise<{ record: T; now: Date }> {
  await lockActiveMember(tx, hold.kind, member.customerId)
  return lockOwn(deps, tx, hold, id, member)
}
