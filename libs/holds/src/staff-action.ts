import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { type Money, sameAmount } from '@campstore/core/money'
import { type Transaction, transaction } from '@campstore/database/database'
import type { Dependencies, ServiceContext } from '@campstore/service/dependencies'
import { insertNote, type NoteTable } from '@campstore/service/notes'
import { applyTransition, type Cause } from './apply-transition.ts'
import { arePaymentsSettled, type HoldDependencies, paymentsUnknown } from './cancel-hold.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import type { Moment, StaffAction } from './lifecycle.ts'
import type { ChargeRefundCause } from './money/account.ts'
import { giveBack, requireSameRefund } from './money/move-money.ts'

/** An administrator's action on one record; `reason` is the text of the status history, in the administrator's words. */
type RequestedAction<Trigger extends string, T> = StaffAction<Trigger> &
  Pick<Moment, 'today'> &
  Pick<Cause<Trigger, T>, 'reason' | 'given'> & {
    id: string
    administrator: { adminId: string; permissions: readonly string[] }
    /** Whether a record is already as the action makes it: then nothing changes. */
    isDone?(record: T): boolean
    /** The text of the status history from the record before, instead of `reason`. */
    reasonOf?(record: T): string
    /** Carries out what is more than a transition, where the state machine allows that: under the lock of the record. */
    carryOut?(tx: Transaction, record: T, now: Date): Promise<CarriedOut<T>>
    /** Of an action with a refund: the amount to give back; all that is left of the payment if absent. */
    refundAmount?: Money | undefined
  }

/** Changed fields of the record, further fields of its event, and the amount to give back. */
type CarriedOut<T> = { given: Partial<T>; eventFields: object; refundAmount: Money }

/** The actions that open a refund: its cause, and the field of the request with the amount. */
const refundsBy: Readonly<Record<string, { cause: ChargeRefundCause; path: string }>> = {
  'admin-cancel-paid': { cause: 'cancelled', path: 'refundAmount' },
  'admin-change': { cause: 'changed', path: 'price' },
  'admin-refund': { cause: 'goodwill', path: 'amount' },
}

/** Reads a record as staff see it, in the transaction that has changed or found it. */
type Present<T, View> = (tx: Transaction, record: T) => Promise<View>

type StaffView<T, View> = {
  present: Present<T, View>
  /** A refusal that says more than the action's own; undefined where it does not. */
  explain?(tx: Transaction, record: T, action: StaffAction<string>): Promise<ApiError | undefined>
}

/** A record of any customer as staff see it, all from one snapshot. Throws NOT_FOUND. */
export const readAsStaff = <T extends HoldRecord, View>(
  { database }: Pick<ServiceContext, 'database'>,
  hold: Pick<HoldDefinition<T>, 'find' | 'refusals'>,
  id: string,
  present: Present<T, View>,
): Promise<View> =>
  transaction(database.requests, async tx => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const record = await hold.find(tx, id)
    if (!record) throw hold.refusals.notFound()
    return present(tx, record)
  })

/** Changes a record of any customer in one transaction, under its lock. Throws NOT_FOUND, and what `change` throws. */
export async function changeAsStaff<T extends HoldRecord, Result>(
  { database, databaseClock, signalOutbox }: Pick<Dependencies, 'database' | 'databaseClock' | 'signalOutbox'>,
  hold: Pick<HoldDefinition<T>, 'lock' | 'refusals'>,
  id: string,
  change: (tx: Transaction, record: T, now: Date) => Promise<Result>,
): Promise<Result> {
  const result = await transaction(database.requests, async tx => {
    const locked = await hold.lock(tx, id)
    if (!locked) throw hold.refusals.notFound()
    return change(tx, locked.record, databaseClock.instantOf(locked.now))
  })
  signalOutbox()
  return result
}

/** Adds a note of an administrator to a record of any customer, under its lock. Throws NOT_FOUND; CONFLICT for too many. */
export const addNoteAsStaff = <T extends HoldRecord, View>(
  deps: Dependencies,
  hold: Pick<HoldDefinition<T>, 'lock' | 'refusals'> & { notes: NoteTable },
  present: Present<T, View>,
  { id, text, administrator }: { id: string; text: string; administrator: { adminId: string } },
): Promise<View> =>
  changeAsStaff(deps, hold, id, async (tx, record) => {
    await insertNote(tx, hold.notes, { recordId: id, id: deps.newId(), text, at: deps.clock() }, administrator)
    return present(tx, record)
  })

/**
 * Changes the state of a booking or an order for an administrator, under its lock. Cancelling a cancelled record changes
 * nothing, and is refused with another amount to give back. The cancel of an unpaid one waits until every payment that the broker has
 * confirmed is settled (docs/contract/admin.md#staff-cancel). The cancel of a paid one opens its refund in the same transaction, and waits for no
 * payment: a later payment is unapplied, and has its own refund (docs/contract/admin.md#cancel-with-a-refund). Throws
 * NOT_FOUND; CONFLICT where the state machine refuses it, or the payment to give back is not recorded; VALIDATION_ERROR and
 * FORBIDDEN as {@link giveBack}; SERVICE_UNAVAILABLE for a cancel while it is not known whether it was paid; what {@link
 * HoldDefinition.write} and `carryOut` throw.
 */
export async function staffAction<T extends HoldRecord, Trigger extends string, Effects, View>(
  deps: HoldDependencies,
  hold: HoldDefinition<T, Trigger, Effects>,
  { present, explain }: StaffView<T, View>,
  { id, administrator, refusal, refundAmount, isDone, reasonOf, carryOut, ...cause }: RequestedAction<Trigger, T>,
): Promise<View> {
  const { newId } = deps
  const actor = { type: 'admin', id: administrator.adminId } as const
  const refund = refundsBy[cause.trigger]
  const isCancel = cause.trigger === 'admin-cancel'
  const isSettled = !isCancel || (await arePaymentsSettled(deps, id))
  return changeAsStaff(deps, hold, id, async (tx, record, now) => {
    if ((isCancel || refund?.cause === 'cancelled') && record.status === 'cancelled') {
      if (refund) await requireSameRefund(tx, hold, record, refundAmount)
      return present(tx, record)
    }
    if (isDone?.(record)) return present(tx, record)
    const reason = reasonOf?.(record) ?? cause.reason
    const isAllowed = carryOut && hold.transition(record, cause.trigger, { ...cause, now })
    const carriedOut = isAllowed && (await carryOut(tx, record, now))
    const changed = await applyTransition(tx, hold, record, { ...cause, ...carriedOut, reason, actor, now, newId })
    if (!changed)
      throw (
        (await explain?.(tx, record, { trigger: cause.trigger, refusal })) ?? new ApiError('CONFLICT', text(refusal))
      )
    if (!isSettled) throw paymentsUnknown()
    if (!refund || (carriedOut && sameAmount(carriedOut.refundAmount, 0))) return present(tx, changed)
    // Goodwill has no rule: its amount is what staff say.
    const amounts =
      refund.cause === 'cancelled' ? { requested: refundAmount } : { amount: carriedOut?.refundAmount ?? refundAmount }
    const { permissions } = administrator
    const given = { ...refund, ...amounts, permissions, reason: cause.reason ?? '' }
    return present(tx, (await giveBack(tx, hold, changed, given, { now, newId })).record)
  })
}
