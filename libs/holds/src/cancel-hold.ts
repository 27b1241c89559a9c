import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Dependencies } from '@campstore/service/dependencies'
import { applyTransition } from './apply-transition.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { type CommonTrigger, isOverdue } from './lifecycle.ts'
import { changeOwn } from './own-hold.ts'
import type { PaymentSettlement } from './settlement.ts'

/** The dependencies of a change of a hold by its member or by staff. */
export type HoldDependencies = Dependencies & { settlement: Pick<PaymentSettlement, 'waitUntilSettled' | 'isSetAside'> }

/** The answer normally takes milliseconds, and longer only while a server or the consumer of the payments is down. */
const cancelTimeoutMs = 3_000

/**
 * Whether every payment that the broker had confirmed for a hold before this call is settled, so that a cancel ends no hold that
 * was paid. Waits for it, 3 s at most.
 */
export const arePaymentsSettled = async ({ clock, settlement }: HoldDependencies, id: string): Promise<boolean> =>
  (await settlement.waitUntilSettled(clock(), cancelTimeoutMs)) && !settlement.isSetAside(id)

/** The refusal of a cancel while it is not known whether the hold was paid. */
export const paymentsUnknown = (): ApiError => new ApiError('SERVICE_UNAVAILABLE', text('payment.unknown'))

/**
 * Cancels the member's unpaid booking or order and releases its hold, once every payment that the broker has confirmed is
 * settled. A cancelled one is returned unchanged (docs/contract/booking.md#cancel, docs/contract/store-checkout.md#cancel).
 * Throws the refusals of its kind; SERVICE_UNAVAILABLE while it is not known whether it was paid.
 */
export async function cancelHold<T extends HoldRecord, Trigger extends string, Effects>(
  deps: HoldDependencies,
  hold: HoldDefinition<T, Trigger | CommonTrigger, Effects>,
  id: string,
  member: { customerId: string },
): Promise<T> {
  const isSettled = await arePaymentsSettled(deps, id)
  return changeOwn(deps, hold, { id, member, allowsSuspended: true }, async (tx, record, now) => {
    if (record.status === 'cancelled') return record
    const actor = { type: 'member', id: member.customerId } as const
    const cause = { trigger: 'member-cancel', actor, now, newId: deps.newId } as const
    const changed = await applyTransition(tx, hold, record, cause)
    if (!changed && isOverdue(hold, record, now)) throw hold.refusals.expired()
    if (!changed) throw new ApiError('CONFLICT', hold.refusals.notCancellable(record))
    if (!isSettled) throw paymentsUnknown()
    return changed
  })
}
