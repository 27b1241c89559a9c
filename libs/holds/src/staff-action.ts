import { ApiError } from '@campstore/contract/errors'
import { type Queryable, transaction } from '@campstore/database/database'
import { applyTransition, type Cause } from './apply-transition.ts'
import { arePaymentsSettled, type HoldDependencies, paymentsUnknown } from './cancel-hold.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import type { Moment, StaffAction } from './lifecycle.ts'

/** An administrator's action on one record; `reason` is the text of the status history, in the administrator's words. */
type RequestedAction<Trigger extends string, T> = StaffAction<Trigger> &
  Pick<Moment, 'today'> &
  Pick<Cause<Trigger, T>, 'reason' | 'given'> & { id: string; administrator: { adminId: string } }

/** The parts of a staff action that a service adds. */
type StaffView<T, View> = {
  /** Reads the record as staff see it, in the transaction that has changed it. */
  present(tx: Queryable, record: T): Promise<View>
  /** A refusal that says more than the action's own; undefined where it does not. */
  explain?(tx: Queryable, record: T, action: StaffAction<string>): Promise<ApiError | undefined>
}

/**
 * Changes the state of a booking or an order for an administrator, under its lock. Cancelling a cancelled one changes nothing,
 * whoever cancelled it; any other cancel waits until every payment that the broker has confirmed is settled
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
  const { database, databaseClock, newId, signalOutbox } = deps
  const actor = { type: 'admin', id: administrator.adminId } as const
  const isCancel = cause.trigger === 'admin-cancel'
  const isSettled = !isCancel || (await arePaymentsSettled(deps, id))
  const view = await transaction(database.requests, async tx => {
    const locked = await hold.lock(tx, id)
    if (!locked) throw hold.refusals.notFound()
    const { record } = locked
    if (isCancel && record.status === 'cancelled') return await present(tx, record)
    const now = databaseClock.told(locked.now)
    const changed = await applyTransition(tx, hold, record, { ...cause, actor, now, newId })
    if (!changed)
      throw (await explain?.(tx, record, { trigger: cause.trigger, refusal })) ?? new ApiError('CONFLICT', refusal)
    if (!isSettled) throw paymentsUnknown()
    return await present(tx, changed)
  })
  signalOutbox()
  return view
}
