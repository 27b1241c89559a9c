import {
  type PaymentNotification,
  paymentNotificationSchema,
  paymentsRejectedQueue,
  rejectedReasonHeader,
  signatureHeader,
} from '@campstore/contract/messages/payments'
import { isDatabaseUnavailable } from '@campstore/database/errors'
import { type Consumer, type Delivery, done, forward, startConsumer, type Verdict } from '@campstore/messaging/consumer'
import { subjectOfHold } from '@campstore/messaging/holds'
import { verifyPayment } from '@campstore/messaging/signature'
import type { Publishing } from '@campstore/service/dependencies'
import { applyPayment } from './apply-payment.ts'
import { expireHeld } from './expire.ts'
import type { Held, HeldKind } from './held.ts'
import { holdsOf, paymentsQueue, retryDelays } from './topology.ts'

/** How payment notifications prove where they come from. */
export type PaymentSigning = { secrets: readonly string[]; toleranceSeconds: number }

const prefetch = 20

/** Ends holds when their messages come back. */
export function consumeEndedHolds<Thing extends { id: string }>(
  held: Held<Thing>,
  running: Publishing,
  holdSeconds: number,
): Consumer {
  const { broker, log } = running
  const expire = expireHeld(held, running)
  return startConsumer({
    ...{ broker, log, prefetch, retryDelays, isTransient: isDatabaseUnavailable },
    queue: holdsOf(held.kind, holdSeconds).expiredQueue,
    handle: async ({ content }) => {
      const id = subjectOfHold(content)
      const outcome = await expire(id)
      if (outcome === 'expired') log.info({ [`${held.kind}Id`]: id }, 'hold ended')
      return done
    },
  })
}

/** Applies payment notifications; what is malformed or wrongly signed goes to the queue of rejected ones, unchanged. */
export function consumePayments<Thing extends { id: string }>(
  held: Held<Thing>,
  running: Publishing,
  signing: PaymentSigning,
): Consumer {
  const { broker, log, clock } = running
  const apply = applyPayment(held, running)
  const reject = (reason: string, { messageId }: Delivery): Verdict => {
    log.warn({ messageId, reason }, 'payment notification rejected')
    return forward(paymentsRejectedQueue, { [rejectedReasonHeader]: reason })
  }
  return startConsumer({
    ...{ broker, log, prefetch, retryDelays, isTransient: isDatabaseUnavailable },
    queue: paymentsQueue(held.kind),
    handle: async delivery => {
      const read = readNotification(delivery, { ...signing, kind: held.kind, now: clock() })
      if ('rejected' in read) return reject(read.rejected, delivery)
      const outcome = await apply(read.notification)
      const { eventId, target } = read.notification
      log.info({ eventId, [`${held.kind}Id`]: target.id, outcome }, 'payment notification')
      return done
    },
  })
}

function readNotification(
  { content, headers }: Delivery,
  { secrets, toleranceSeconds, now, kind }: PaymentSigning & { now: Date; kind: HeldKind },
): { rejected: string } | { notification: PaymentNotification } {
  const verdict = verifyPayment(headers[signatureHeader], content, secrets, toleranceSeconds, now)
  if (!verdict.ok) return { rejected: verdict.reason }
  const parsed = paymentNotificationSchema.safeParse(jsonOf(content))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { rejected: `malformed: ${issue?.path.map(String).join('.')} ${issue?.message}`.trim() }
  }
  if (parsed.data.target.kind !== kind) return { rejected: `malformed: target.kind is not ${kind}` }
  return { notification: parsed.data }
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
