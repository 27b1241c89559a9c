import {
  type PaymentNotification,
  paymentNotificationSchema,
  paymentsRejectedQueue,
  rejectedReasonHeader,
  signatureHeader,
} from '@campstore/contract/messages/payments'
import { isDatabaseUnavailable } from '@campstore/database/errors'
import type { Broker } from '@campstore/messaging/broker'
import { type Consumer, type Delivery, done, forward, startConsumer, type Verdict } from '@campstore/messaging/consumer'
import { subjectOfHold } from '@campstore/messaging/holds'
import { verifyPayment } from '@campstore/messaging/signature'
import type { Dependencies } from './dependencies.ts'
import { bookingHolds } from './messages.ts'
import { paymentsQueue, retryDelays } from './topology.ts'
import { applyPayment } from './use-cases/apply-payment.ts'
import { expireBooking } from './use-cases/expire-booking.ts'

/** How payment notifications prove where they come from. */
export type PaymentSigning = { secret: string; toleranceSeconds: number }

const prefetch = 20

/** Ends holds when their messages come back. */
export function consumeEndedHolds(broker: Broker, dependencies: Dependencies): Consumer {
  const expire = expireBooking(dependencies)
  return startConsumer({
    broker,
    queue: bookingHolds(dependencies.holdSeconds).expiredQueue,
    prefetch,
    retryDelays,
    isTransient: isDatabaseUnavailable,
    log: dependencies.log,
    handle: async ({ content }) => {
      const bookingId = subjectOfHold(content)
      const outcome = await expire(bookingId)
      if (outcome === 'expired') dependencies.log.info({ bookingId }, 'hold ended')
      return done
    },
  })
}

/** Applies payment notifications; what is malformed or wrongly signed goes to the queue of rejected ones, unchanged. */
export function consumePayments(broker: Broker, dependencies: Dependencies, signing: PaymentSigning): Consumer {
  const apply = applyPayment(dependencies)
  return startConsumer({
    broker,
    queue: paymentsQueue,
    prefetch,
    retryDelays,
    isTransient: isDatabaseUnavailable,
    log: dependencies.log,
    handle: async delivery => {
      const read = readNotification(delivery, signing, dependencies.clock())
      if ('rejected' in read) return reject(read.rejected, delivery, dependencies)
      const outcome = await apply(read.notification)
      const { eventId, target } = read.notification
      dependencies.log.info({ eventId, bookingId: target.id, outcome }, 'payment notification')
      return done
    },
  })
}

function reject(reason: string, delivery: Delivery, { log }: Dependencies): Verdict {
  log.warn({ messageId: delivery.messageId, reason }, 'payment notification rejected')
  return forward(paymentsRejectedQueue, { [rejectedReasonHeader]: reason })
}

function readNotification(
  { content, headers }: Delivery,
  { secret, toleranceSeconds }: PaymentSigning,
  now: Date,
): { rejected: string } | { notification: PaymentNotification } {
  const verdict = verifyPayment(headers[signatureHeader], content, secret, toleranceSeconds, now)
  if (!verdict.ok) return { rejected: verdict.reason }
  const parsed = paymentNotificationSchema.safeParse(jsonOf(content))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { rejected: `malformed: ${issue?.path.map(String).join('.')} ${issue?.message}`.trim() }
  }
  if (parsed.data.target.kind !== 'booking') return { rejected: 'malformed: target.kind is not booking' }
  return { notification: parsed.data }
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
