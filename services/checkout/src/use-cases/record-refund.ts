import type { Administrator } from '@campstore/auth/internal-token'
import {
  type Refund,
  type RefundDone,
  type RefundsDone,
  type RefundWithdrawal,
  refundSchema,
} from '@campstore/contract/admin/refunds'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { present } from '@campstore/contract/present'
import { shortened } from '@campstore/contract/quoted'
import { text } from '@campstore/contract/texts/text'
import { type Transaction, transaction } from '@campstore/database/database'
import { moveMoney, moveMoneyOf } from '@campstore/holds/money/move-money'
import type { MoneyEvent, Refusal, Step } from '@campstore/holds/money/step'
import type { Dependencies } from '../dependencies.ts'
import { orderNames } from '../names.ts'
import { orderHold } from '../order-hold.ts'
import { findRefund } from '../persistence/payments.ts'

const refundNotFound = () => new ApiError('NOT_FOUND', text('refund.notFound'))

async function requireRefund(database: Parameters<typeof findRefund>[0], id: string): Promise<Refund> {
  const refund = await findRefund(database, id)
  if (!refund) throw refundNotFound()
  return present(refundSchema, refund)
}

/** A refund for a booking or an order. Throws NOT_FOUND. */
export const readRefund = ({ database }: Dependencies, id: string): Promise<Refund> =>
  requireRefund(database.requests, id)

/**
 * Records that one transaction of the provider has made refunds of one payment for an order or a booking; again with the same reference
 * changes nothing (docs/contract/admin.md#refunds). Throws NOT_FOUND; CONFLICT for refunds of several payments, for one that
 * was made with another reference, and if another transaction has this one. Returns the refunds in the order of the ids.
 */
export const recordRefunds = (deps: Dependencies, done: RefundsDone, { adminId }: Administrator) =>
  changeRefunds(deps, done.ids, doneEvent(done, adminId))

const doneEvent = ({ note, ...done }: RefundsDone, adminId: string): MoneyEvent => ({
  type: 'refunds done',
  ...done,
  note: note ?? null,
  by: { type: 'admin', id: adminId },
})

/** Records one refund, as {@link recordRefunds}. */
export const recordRefund = (deps: Dependencies, id: string, done: RefundDone, { adminId }: Administrator) =>
  changeOne(deps, id, doneEvent({ ...done, ids: [id] }, adminId))

/**
 * Corrects the reference or the note of a refund that was made. All refunds of one transaction get the new reference. The audit log keeps
 * the earlier values. Throws NOT_FOUND; CONFLICT where the refund is due, the payment service has reported its reference, or
 * another transaction has the new one.
 */
export const correctRefund = (deps: Dependencies, id: string, { reference, note }: RefundDone): Promise<Refund> =>
  changeOne(deps, id, { type: 'refund corrected', id, reference, note: note ?? null })

/**
 * Withdraws a refund that is due, and tells the payment service (docs/contract/admin.md#refunds); again changes
 * nothing. Throws NOT_FOUND; CONFLICT where it was made, or the money is the payer's in any case.
 */
export const withdrawRefund = (
  deps: Dependencies,
  id: string,
  { reason }: RefundWithdrawal,
  { adminId }: Administrator,
): Promise<Refund> => changeOne(deps, id, { type: 'refund withdrawn', id, reason, by: { type: 'admin', id: adminId } })

async function changeOne(deps: Dependencies, id: string, event: MoneyEvent): Promise<Refund> {
  const [refund] = await changeRefunds(deps, [id], event)
  if (!refund) throw refundNotFound()
  return refund
}

/** The refunds after an event about them: all are of one account. */
async function changeRefunds(deps: Dependencies, ids: readonly string[], event: MoneyEvent): Promise<Refund[]> {
  const changed = await transaction(deps.database.requests, async tx => {
    const before = await readAll(tx, ids)
    const targets = new Map(before.map(({ target }) => [`${target.kind} ${target.id}`, target]))
    const [target] = targets.values()
    if (!target) throw refundNotFound()
    if (targets.size > 1) throw severalPayments()
    const result = await moveMoneyOfBoth(deps, tx, target, event)
    if ('refusal' in result && result.refusal !== 'repeated') throw refused(result)
    return readAll(tx, ids)
  })
  deps.signalOutbox()
  return changed
}

const readAll = async (tx: Transaction, ids: readonly string[]): Promise<Refund[]> => {
  const refunds: Refund[] = []
  for (const id of ids) refunds.push(await requireRefund(tx, id))
  return refunds
}

const severalPayments = () => errorAt('CONFLICT', 'ids', text('refund.ofOnePayment'), text('refund.severalPayments'))

function refused(result: Refusal): ApiError {
  switch (result.refusal) {
    case 'several payments':
      return severalPayments()
    case 'made':
      return errorAt(
        'CONFLICT',
        'reference',
        text('refund.reference', { reference: shortened(result.reference) }),
        text('refund.made'),
      )
    case 'reference used':
      return errorAt('CONFLICT', 'reference', text('refund.isOfAnother'), text('refund.referenceUsed'))
    case 'withdrawn':
      return new ApiError('CONFLICT', text('refund.withdrawn'))
    case 'due':
      return new ApiError('CONFLICT', text('refund.notMade'))
    case 'reported':
      return new ApiError('CONFLICT', text('refund.reported'))
    case 'not withdrawable':
      return new ApiError('CONFLICT', text('refund.notWithdrawable'))
    default:
      return refundNotFound()
  }
}

/** Moves money of an order or a booking: this service answers for the payments of both (docs/architecture/money.md). */
export async function moveMoneyOfBoth(
  { clock, newId }: Pick<Dependencies, 'clock' | 'newId'>,
  tx: Transaction,
  { kind, id }: Refund['target'],
  event: MoneyEvent,
): Promise<Step | Refusal> {
  const moving = { now: clock(), newId }
  if (kind === 'booking') return moveMoney(tx, { kind, schema: kind, targetId: id, actsFor: orderNames }, event, moving)
  const locked = await orderHold.lock(tx, id)
  return (await moveMoneyOf(tx, orderHold, { id, record: locked?.record }, event, moving)).result
}
