import type { CancelPaidBody } from '@campstore/contract/admin/fields'
import { ApiError, validationError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { exact } from '@campstore/core/money'
import type { Transaction } from '@campstore/database/database'
import type { Dependencies } from '@campstore/service/dependencies'
import { applyTransition } from './apply-transition.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import type { CommonTrigger, StaffAction } from './lifecycle.ts'
import { findPaidAmount, openRefund } from './refunds.ts'
import { changeForStaff } from './staff-action.ts'

type RequestedCancellation = StaffAction<CommonTrigger> &
  CancelPaidBody & { id: string; administrator: { adminId: string } }

/**
 * Cancels a paid booking or order for staff, under its lock: it releases the capacity or stock, and opens the refund in the same
 * transaction (docs/contract/admin.md#cancel-with-a-refund). A cancelled record is returned unchanged. It waits for no
 * payment: a payment that comes later is unapplied, and has its own refund.
 *
 * @param present reads the record as staff see it, in the transaction that has changed it
 * @throws {ApiError} NOT_FOUND; VALIDATION_ERROR for a refund of more than was paid; CONFLICT where the state machine refuses it,
 *   or the payment is not recorded
 */
export const cancelPaid = <T extends HoldRecord, Trigger extends string, Effects, View>(
  deps: Dependencies,
  hold: HoldDefinition<T, Trigger | CommonTrigger, Effects>,
  present: (tx: Transaction, record: T) => Promise<View>,
  { id, administrator, trigger, refusal, reason, refundAmount: amount }: RequestedCancellation,
): Promise<View> =>
  changeForStaff(deps, hold, { id, isCancel: true, present }, async (tx, record, now) => {
    const { newId } = deps
    const paid = (await findPaidAmount(tx, hold.schema, id)) ?? hold.costOf(record)
    if (amount !== undefined && exact(amount).greaterThan(exact(paid)))
      throw validationError([{ path: 'refundAmount', reason: text('must.beAtMost', { limit: paid }) }])
    const actor = { type: 'admin', id: administrator.adminId } as const
    const changed = await applyTransition(tx, hold, record, { trigger, actor, reason, now, newId })
    if (!changed) throw new ApiError('CONFLICT', text(refusal))
    const isRefunded = exact(amount ?? paid).greaterThan(0)
    if (isRefunded && !(await openRefund(tx, hold, record, { reason, amount, now, newId })))
      throw new ApiError('CONFLICT', text('payment.notRecorded'))
    return changed
  })
