import type { NewId } from '@campstore/core/new-id'
import type { Transaction } from '@campstore/database/database'
import { applyTransition } from './apply-transition.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { finalReport, readAccount } from './money/account.ts'

/**
 * Changes the payment status of a locked record, where its kind has one for it, if the payment service has reported all of its payment
 * as given back (docs/contract/states.md#order). A refund that only staff recorded does not count.
 *
 * @returns the record as it is then
 */
export async function applyGivenBack<T extends HoldRecord, Trigger extends string, Effects>(
  tx: Transaction,
  hold: HoldDefinition<T, Trigger, Effects>,
  record: T,
  { now, newId }: { now: Date; newId: NewId },
): Promise<T> {
  const { refundedBy: trigger } = hold
  if (!trigger) return record
  const report = finalReport(await readAccount(tx, hold, record))
  if (report === undefined) return record
  const actor = { type: 'payment', id: report } as const
  return (await applyTransition(tx, hold, record, { trigger, actor, now, newId })) ?? record
}
