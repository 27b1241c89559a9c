import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminPayment, DecidePayment } from '@campstore/contract/admin/payments'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { transaction } from '@campstore/database/database'
import { createEvent } from '@campstore/holds/messages'
import { decidePayment as recordDecision } from '@campstore/holds/payment-decision'
import { refundDoneEvent } from '@campstore/holds/refunds'
import { addToOutbox } from '@campstore/messaging/outbox'
import type { Dependencies } from '../dependencies.ts'
import { orderNames } from '../names.ts'
import { orderHold } from '../order-hold.ts'
import { findPayment } from '../persistence/payments.ts'
import { presentPayment } from '../presenters.ts'

/**
 * Records what staff decided about a payment for an order or a booking whose trade number was used before
 * (docs/contract/admin.md#used-trade-numbers). Another payment gets the refund of every other unapplied payment.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT that shows the first decision, for a payment that needs none, or for the same payment if the
 * payment service gave it back
 */
export async function decidePayment(
  { database, clock, newId, signalOutbox }: Dependencies,
  { eventId, targetKind, ...decision }: DecidePayment,
  { adminId }: Administrator,
): Promise<AdminPayment> {
  const now = clock()
  const schema = targetKind === 'order' ? orderNames.schema : 'booking'
  const decided = await transaction(database.requests, async tx => {
    const result = await recordDecision(tx, schema, eventId, { ...decision, adminId, at: now })
    const found = result && (await findPayment(tx, targetKind, eventId))
    if (!found) throw new ApiError('NOT_FOUND', text('payment.notFound'))
    if (result === 'not used') throw new ApiError('CONFLICT', text('payment.notUsed'))
    const [, reference] = /^given back (.*)$/s.exec(result) ?? []
    if (reference !== undefined) throw new ApiError('CONFLICT', text('payment.givenBack', { reference }))
    const payment = presentPayment(found)
    if (result === 'repeated') {
      const reason = text('payment.decision', { decision: payment.decision ?? '' })
      throw errorAt('CONFLICT', 'decision', reason, text('payment.decided'))
    }
    const { refund, target, amount, currency, providerTradeNo } = payment
    if (!refund) return payment
    const data = { refundId: refund.id, eventId, cause: refund.cause, target, amount, currency, providerTradeNo }
    const context = { now, newId }
    const event =
      refund.reference === null
        ? createEvent(orderHold.source, target.id, 'payment.refund-due', data, context)
        : refundDoneEvent(orderHold.source, { ...data, reference: refund.reference }, context)
    await addToOutbox(tx, orderNames.schema, [event])
    return payment
  })
  signalOutbox()
  return decided
}
