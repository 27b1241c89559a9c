import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminPayment, DecidePayment } from '@campstore/contract/admin/payments'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { findPayment } from '../persistence/payments.ts'
import { presentPayment } from '../presenters.ts'
import { moveMoneyOfBoth } from './record-refund.ts'

/**
 * Records what staff decided about a payment for an order or a booking whose trade number was used before
 * (docs/contract/admin.md#used-trade-numbers). Another payment gets the refund of every other unapplied payment. Throws
 * NOT_FOUND; CONFLICT that shows the first decision, for a payment that needs none, or for the same payment if the payment
 * service gave it back.
 */
export async function decidePayment(
  deps: Dependencies,
  { eventId, targetKind, decision, note }: DecidePayment,
  { adminId }: Administrator,
): Promise<AdminPayment> {
  const by = { type: 'admin', id: adminId } as const
  const decided = await transaction(deps.database.requests, async tx => {
    const requirePayment = async () => {
      const found = await findPayment(tx, targetKind, eventId)
      if (!found) throw new ApiError('NOT_FOUND', text('payment.notFound'))
      return presentPayment(found)
    }
    const { target } = await requirePayment()
    const event = {
      type: 'payment decided',
      eventId,
      decision,
      note: note ?? null,
      by,
      refundId: deps.newId(),
    } as const
    const result = await moveMoneyOfBoth(deps, tx, target, event)
    const payment = await requirePayment()
    if (!('refusal' in result)) return payment
    if (result.refusal === 'given back')
      throw new ApiError('CONFLICT', text('payment.givenBack', { reference: result.reference }))
    if (result.refusal !== 'decided') throw new ApiError('CONFLICT', text('payment.notUsed'))
    const reason = text('payment.decision', { decision: payment.decision ?? '' })
    throw errorAt('CONFLICT', 'decision', reason, text('payment.decided'))
  })
  deps.signalOutbox()
  return decided
}
