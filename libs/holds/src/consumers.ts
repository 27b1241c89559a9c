import {
  type PaymentNotification,
  paymentNotificationSchema,
  paymentsRejectedQueue,
  rejectedReasonHeader,
  signatureHeader,
} from '@campstore/contract/messages/payments'
import { type Consumer, type Delivery, done, forward, startConsumer, type Verdict } from '@campstore/messaging/consumer'
import { NotYet } from '@campstore/messaging/fault'
import { parseHoldTimer } from '@campstore/messaging/hold-timers'
import { verifyPayment } from '@campstore/payments/signature'
import type { Publishing } from '@campstore/service/dependencies'
import { z } from 'zod'
import { applyPayment } from './apply-payment.ts'
import { type Endings, expireHeld, settlementTimeoutMs } from './expire.ts'
import type { HoldDefinition, HoldKind } from './hold-definition.ts'
import { holdQueuesOf, paymentsQueue } from './topology.ts'

/** How payment notifications prove where they come from. */
export type PaymentSigning = { secrets: readonly string[]; toleranceSeconds: number }

const prefetch = 20

/**
 * Ends holds when their messages come back, and when every payment that the broker had confirmed by then is settled. While that
 * is not known the message stays in hand.
 */
export function consumeEndedHolds<Thing extends { id: string }>(
  held: HoldDefinition<Thing>,
  running: Publishing,
  holdSeconds: number,
  endings: Endings,
): Consumer {
  const { broker, log, clock } = running
  const expire = expireHeld(held, running, endings)
  return startConsumer({
    broker,
    log,
    prefetch,
    queue: holdQueuesOf(held.kind, holdSeconds).expiredQueue,
    handle: async ({ content, headers }) => {
      const id = parseHoldTimer(content)
      await endings.reach(overBy(headers, clock()), settlementTimeoutMs)
      const outcome = await expire(id)
      if (outcome === 'unsettled') throw new NotYet('payments from before the deadline may be under way')
      if (outcome === 'expired') log.info({ [`${held.kind}Id`]: id }, 'hold ended')
      return done
    },
  })
}

const deathOfMessage = z.object({
  'x-death': z.tuple([z.object({ time: z.object({ value: z.number() }) })], z.unknown()),
})

/**
 * An instant by which a hold was over whose message has come back: when the broker took it out of the delay queue, in whole
 * seconds, so that the messages that came back together ask once. It only spares questions: the hold's deadline decides. A
 * header that somebody made up must make an instant too.
 */
export function overBy(headers: Delivery['headers'], now: Date): Date {
  const read = deathOfMessage.safeParse(headers)
  if (!read.success) return now
  const outSince = (read.data['x-death'][0].time.value + 1) * 1000
  return new Date(Math.max(0, Math.min(outSince, now.getTime())))
}

/** Applies payment notifications; what is malformed or wrongly signed goes to the queue of rejected ones, unchanged. */
export function consumePayments<Thing extends { id: string }>(
  held: HoldDefinition<Thing>,
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
    broker,
    log,
    prefetch,
    answersSettlementChecks: true,
    queue: paymentsQueue(held.kind),
    handle: async delivery => {
      const read = readNotification(delivery, { ...signing, kind: held.kind, now: clock() })
      if ('rejected' in read) return reject(read.rejected, delivery)
      const outcome = await apply(read.notification)
      if (outcome === 'contradictory') return reject('malformed: eventId has told of another payment', delivery)
      const { eventId, target } = read.notification
      log.info({ eventId, [`${held.kind}Id`]: target.id, outcome }, 'payment notification')
      return done
    },
  })
}

function readNotification(
  { content, headers }: Delivery,
  { secrets, toleranceSeconds, now, kind }: PaymentSigning & { now: Date; kind: HoldKind },
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
