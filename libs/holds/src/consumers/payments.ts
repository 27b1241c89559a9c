import { safeParse } from '@campstore/contract/issue-text'
import { paymentsRejectedQueue, rejectedReasonHeader } from '@campstore/contract/messages/payments'
import { parseJson } from '@campstore/core/parse-json'
import { type Consumer, type Delivery, done, forward, startConsumer } from '@campstore/messaging/consumer'
import { parseSignedNotification } from '@campstore/payments/notification'
import type { ConsumerContext } from '@campstore/service/dependencies'
import { z } from 'zod'
import { applyNotification } from '../apply-notification.ts'
import type { HoldConfig } from '../config.ts'
import type { HoldDefinition, HoldRecord } from '../hold-definition.ts'
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
      const notification =
        'failure' in parsed ? parsed.failure : 'refund' in parsed ? parsed.refund : parsed.notification
      const result = await applyNotification(deps, hold, notification)
      if (typeof result === 'object' && 'rejected' in result) {
        const { eventId } = notification
        return reject({ reason: result.rejected, eventId, isAuthentic: true }, delivery)
      }
      return done
    },
  })
}

const named = z.object({ target: z.object({ id: z.string().max(256) }) })

/** The booking or order that a notification is about, whether or not it is valid. */
function targetOf({ content }: Delivery): string | undefined {
  const parsed = safeParse(named, parseJson(content))
  return parsed.success ? parsed.data.target.id : undefined
}
