import type { Administrator } from '@campstore/auth/internal-token'
import { type Refund, type RefundDone, refundSchema } from '@campstore/contract/admin/refunds'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { eventDataSchemas } from '@campstore/contract/messages/events'
import { present } from '@campstore/contract/present'
import { shortened } from '@campstore/contract/quoted'
import { text } from '@campstore/contract/texts/text'
import { transaction } from '@campstore/database/database'
import { closeRefund, correctRefund, refundDoneEvent } from '@campstore/holds/refunds'
import { addToOutbox } from '@campstore/messaging/outbox'
import type { Dependencies } from '../dependencies.ts'
import { orderNames } from '../names.ts'
import { orderHold } from '../order-hold.ts'
import { findRefund } from '../persistence/payments.ts'

const refundNotFound = () => new ApiError('NOT_FOUND', text('refund.notFound'))
const referenceUsed = () => errorAt('CONFLICT', 'reference', text('refund.isOfAnother'), text('refund.referenceUsed'))

/** A refund for a booking or an order. Throws NOT_FOUND. */
export async function readRefund({ database }: Dependencies, id: string): Promise<Refund> {
  const refund = await findRefund(database.requests, id)
  if (!refund) throw refundNotFound()
  return present(refundSchema, refund)
}

/**
 * Records that staff have made a refund for an order or a booking; again with the same reference changes nothing
 * (docs/contract/admin.md#refunds). Ids are unique in both schemas, so the one that has it is found by trying.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where it was made with another reference, or another refund has this one
 */
export async function recordRefund(
  { database, clock, newId, signalOutbox }: Dependencies,
  id: string,
  { reference, note }: RefundDone,
  { adminId }: Administrator,
): Promise<Refund> {
  const made = { reference, note, by: { type: 'admin', id: adminId }, at: clock() } as const
  const done = await transaction(database.requests, async tx => {
    const closure = (await closeRefund(tx, orderNames.schema, id, made)) ?? (await closeRefund(tx, 'booking', id, made))
    const refund = closure && (await findRefund(tx, id))
    if (!refund) throw refundNotFound()
    if (closure === 'contradictory' && refund.status === 'due') throw referenceUsed()
    if (closure === 'contradictory') {
      const reason = text('refund.reference', { reference: shortened(refund.reference ?? '') })
      throw errorAt('CONFLICT', 'reference', reason, text('refund.made'))
    }
    if (closure === 'done') {
      const { eventId, providerTradeNo } = refund.payment
      const fields = { refundId: id, eventId, providerTradeNo, reference }
      const data = present(eventDataSchemas['payment.refund-done'], refund, fields)
      const event = refundDoneEvent(orderHold.source, data, { now: made.at, newId })
      await addToOutbox(tx, orderNames.schema, [event])
    }
    return present(refundSchema, refund)
  })
  signalOutbox()
  return done
}

/**
 * Corrects the reference or the note of a refund that was made. The audit log keeps the earlier ones.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where the refund is due, the payment service has reported its reference, or another refund has
 *   the new one
 */
export const changeRefund = ({ database }: Dependencies, id: string, change: RefundDone): Promise<Refund> =>
  transaction(database.requests, async tx => {
    const correction =
      (await correctRefund(tx, orderNames.schema, id, change)) ?? (await correctRefund(tx, 'booking', id, change))
    const refund = correction && (await findRefund(tx, id))
    if (!refund) throw refundNotFound()
    if (correction === 'due') throw new ApiError('CONFLICT', text('refund.notMade'))
    if (correction === 'reported') throw new ApiError('CONFLICT', text('refund.reported'))
    if (correction === 'contradictory') throw referenceUsed()
    return present(refundSchema, refund)
  })
