import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { type Transaction, transaction } from '@campstore/database/database'
import { applyTransition, type Cause } from './apply-transition.ts'
import { arePaymentsSettled, type HoldDependencies, paymentsUnknown } from './cancel-hold.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import type { Moment, StaffAction } from './lifecycle.ts'

/** An administrator's action on one record; `reason` is the text of the status history, in the administrator's words. */
type RequestedAction<Trigger extends string, T> = StaffAction<Trigger> &
  Pick<Moment, 'today'> &
  Pick<Cause<Trigger, T>, 'reason' | 'given'> & { id: string; administrator: { adminId: string } }

type StaffView<T, View> = {
  /** Reads the record as staff see it, in the transaction that has changed it. */
  present(tx: Transaction, record: T): Promise<View>
  /** A refusal that says more than the action's own; undefined where it does not. */
  explain?(tx: Transaction, record: T, action: StaffAction<string>): Promise<ApiError | undefined>
}

/**
 * Changes the state of a booking or an order for an administrator, under its lock. Cancelling a cancelled record changes
 * nothing; any other cancel waits until every payment that the broker has confirmed is settled
 * (docs/contract/admin.md#staff-cancel).
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where the state machine refuses it; SERVICE_UNAVAILABLE for a cancel while it is not
 *   known whether it was paid; what {@link HoldDefinition.write} throws
 */
export async function staffAction<T extends HoldRecord, Trigger extends string, Effects, View>(
  deps: HoldDependencies,
  hold: HoldDefinition<T, Trigger, Effects>,
  { present, explain }: StaffView<T, View>,
  { id, administrator, refusal, ...cause }: RequestedAction<Trigger, T>,
): Promise<View> {
  const actor = { type: 'admin', id: administrator.adminId } as const
  const isCancel = cause.trigger === 'admin-cancel'
  const isSettled = !isCancel || (await arePaymentsSettled(deps, id))
  return changeForStaff(deps, hold, { id, isCancel, present }, async (tx, record, now) => {
    const changed = await applyTransition(tx, hold, record, { ...cause, actor, now, newId: deps.newId })
    if (!changed)
      throw (
        (await explain?.(tx, record, { trigger: cause.trigger, refusal })) ?? new ApiError('CONFLICT', text(refusal))
      )
    if (!isSettled) throw paymentsUnknown()
    return changed
  })
}

/**
 * Changes one record for staff, under its lock, and reads it in the same transaction. A cancel of a cancelled one changes
 * nothing. Throws NOT_FOUND without the record.
 */
export async function changeForStaff<T extends HoldRecord, Trigger extends string, Effects, View>(
  { database, databaseClock, signalOutbox }: Pick<HoldDependencies, 'database' | 'databaseClock' | 'signalOutbox'>,
  hold: HoldDefinition<T, Trigger, Effects>,
  { id, isCancel, present }: { id: string; isCancel: boolean; present: StaffView<T, View>['present'] },
  change: (tx: Transaction, record: T, now: Date) => Promise<T>,
): Promise<View> {
  const view = await transaction(database.requests, async tx => {
    const locked = await hold.lock(tx, id)
    if (!locked) throw hold.refusals.notFound()
    const { record } = locked
    const isRepeated = isCancel && record.status === 'cancelled'
    return await present(tx, isRepeated ? record : await change(tx, record, databaseClock.instantOf(locked.now)))
  })
  signalOutbox()
  return view
}
