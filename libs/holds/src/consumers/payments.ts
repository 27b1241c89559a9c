import { safeParse } from '@campstore/contract/issue-text'
import {
  paymentsRejectedQueue,
  type RefundNotification,
  rejectedReasonHeader,
} from '@campstore/contract/messages/payments'
import { parseJson } from '@campstore/core/parse-json'
import { type Consumer, type Delivery, done, forward, startConsumer } from '@campstore/messaging/consumer'
import { parseSignedNotification } from '@campstore/payments/notification'
import type { ConsumerContext } from '@campstore/service/dependencies'
import { z } from 'zod'
import { applyPayment } from '../apply-payment.ts'
import { applyRefund, type RefundOutcome } from '../apply-refund.ts'
import { applyRefundFailure } from '../apply-refund-failure.ts'
import type { HoldConfig } from '../config.ts'
import type { HoldDefinition, HoldKind, HoldRecord } from '../hold-definition.ts'
import { type Rejected, recordRejection } from '../rejections.ts'
import { paymentsQueue } from '../topology.ts'

/** Fewer than the service's database connections for background work, since each may wait for a lock. */
const prefetch = 8

/** Greatest age of a payment notification: a day (docs/contract/messages.md). */
const signatureToleranceSeconds = 86_400

/**
 * Consumes payment notifications and applies them, and refund notifications. A notification that is malformed or wrongly signed
 * goes to `payments.rejected`, unchanged (docs/contract/messages.md#rejected-messages).
 *
 * @param queue the payments queue of the kind, by default, or the one of the alternate exchange
 */
export function startPaymentConsumer<T extends HoldRecord>(
  deps: ConsumerContext,
  hold: HoldDefinition<T>,
  config: Pick<HoldConfig, 'PAYMENT_SIGNING_SECRET'>,
  queue = paymentsQueue(hold.kind),
): Consumer {
  const { broker, log, clock, database } = deps
  const reject = async (rejected: Rejected, { messageId }: Delivery) => {
    const { reason } = rejected
    log.warn({ reason, messageId }, 'Payment notification rejected')
    await recordRejection(database.background, hold.schema, { ...rejected, at: clock() })
    return forward(paymentsRejectedQueue, { [rejectedReasonHeader]: reason })
  }
  return startConsumer({
    broker,
    log,
    prefetch,
    outage: () => database.outage('background'),
    settlement: { subjectOf: targetOf },
    queue,
    handle: async delivery => {
      const parsed = parseSignedNotification(delivery, {
        secrets: config.PAYMENT_SIGNING_SECRET,
        toleranceSeconds: signatureToleranceSeconds,
        kind: hold.kind,
        now: clock(),
      })
      if ('rejected' in parsed) return reject({ ...parsed, reason: parsed.rejected }, delivery)
      const rejectSigned = (reason: string, eventId: string) => reject({ reason, eventId, isAuthentic: true }, delivery)
      if ('failure' in parsed) {
        const result = await applyRefundFailure(deps, hold, parsed.failure)
        if ('rejected' in result) return rejectSigned(result.rejected, parsed.failure.eventId)
        log.warn({ ...parsed.failure, ...result }, 'Refund failed at the payment provider')
        return done
      }
      if ('refund' in parsed) {
        const result = await applyRefund(deps, hold, parsed.refund)
        if ('rejected' in result) return rejectSigned(result.rejected, parsed.refund.eventId)
        logRefund(deps, hold.kind, parsed.refund, result.outcome)
        return done
      }
      const outcome = await applyPayment(deps, hold, parsed.notification)
      const { eventId, target } = parsed.notification
      if (outcome === 'contradictory') return rejectSigned('malformed: eventId was used for another payment', eventId)
      const fields = { outcome, eventId, [`${hold.kind}Id`]: target.id }
      if (outcome !== 'repeated' && outcome.outcome === 'unapplied') log.warn(fields, 'Payment unapplied')
      else log.info(fields, 'Payment notification processed')
      return done
    },
  })
}

/** A warning where the money may have been given back twice, not at all, or for something that is still paid. */
function logRefund(
  { log }: Pick<ConsumerContext, 'log'>,
  kind: HoldKind,
  { eventId, target, refundOf, reference }: RefundNotification,
  outcome: RefundOutcome,
): void {
  const fields = { outcome, eventId, refundOf, reference, [`${kind}Id`]: target.id }
  if (outcome === 'contradictory') log.warn(fields, 'Refund contradicts the record: npm run audit lists it')
  else if (outcome === 'not_due') log.warn(fields, 'Refund reported for a payment with no refund due')
  else if (outcome === 'ambiguous')
    log.warn(
      fields,
      'Refund reported without its refundId, and several of the payment are due: record which one was made',
    )
  else log.info(fields, 'Refund notification processed')
}

const named = z.object({ target: z.object({ id: z.string().max(256) }) })

/** The booking or order that a notification is about, whether or not it is valid. */
function targetOf({ content }: Delivery): string | undefined {
  const parsed = safeParse(named, parseJson(content))
  return parsed.success ? parsed.data.target.id : undefined
}
