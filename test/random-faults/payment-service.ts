import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { type PaymentService, paymentFor } from '@campstore/testing/payments'
import type { PaymentDefect, PaymentRecord, Recorder } from './history.ts'

/** What is paid, as its member knows it. */
export type Payable = { kind: HoldKind; id: string; amount: string; deadline: number }

/** The payment service of a run. */
export type RecordingPayments = {
  /**
   * Publishes a notification, again and again until the broker confirms it, as the real service does.
   *
   * @param options.repeatAfterMs publish it once more, although it was confirmed
   */
  pay(payable: Payable, options?: { defect?: PaymentDefect; repeatAfterMs?: number | undefined }): Promise<void>
  /** Waits up to 20 s for notifications that are not confirmed yet. */
  close(): Promise<void>
}

/** Records what a payment service publishes. */
export function recordingPayments(service: PaymentService, recorder: Recorder): RecordingPayments {
  const inProgress = new Set<Promise<void>>()
  let closing = false

  const publish = async (record: PaymentRecord, ...message: Parameters<PaymentService['publish']>): Promise<void> => {
    while (!closing) {
      try {
        record.attempts += 1
        await service.publish(...message)
        record.confirmedAt ??= Date.now()
        return
      } catch {
        await delay(300)
      }
    }
  }
  const pay: RecordingPayments['pay'] = async (payable, { defect, repeatAfterMs } = {}) => {
    const { kind, deadline } = payable
    const { message, eventId, target, amount } = notificationFor(payable, defect)
    const known = defect === 'unknown-target' ? undefined : deadline
    const record: PaymentRecord = {
      eventId,
      kind,
      target: target.id,
      amount,
      defect: defect ?? 'none',
      deadline: known,
      sentAt: Date.now(),
      attempts: 0,
    }
    recorder.payment(record)
    await publish(record, ...message)
    if (repeatAfterMs === undefined) return
    await delay(repeatAfterMs)
    await publish(record, ...message)
  }
  return {
    pay: (payable, options) => {
      const paying = pay(payable, options).finally(() => inProgress.delete(paying))
      inProgress.add(paying)
      return paying
    },
    close: async () => {
      await Promise.race([Promise.allSettled(inProgress), delay(20_000)])
      closing = true
      await Promise.allSettled(inProgress)
      await service.close()
    },
  }
}

/** The signed notification, with a defect if there is one. */
function notificationFor({ kind, id, amount }: Payable, defect: PaymentDefect | undefined) {
  const target = { kind, id: defect === 'unknown-target' ? `unknown-${randomUUID()}` : id }
  const paid = defect === 'wrong-amount' ? (Number(amount) + 7).toFixed(2) : amount
  const notification: PaymentNotification = {
    ...paymentFor(target, paid, new Date()),
    ...(defect === 'wrong-currency' ? { currency: 'USD' } : {}),
    ...(defect === 'failed' ? { type: 'payment.failed' as const } : {}),
  }
  const { eventId } = notification
  const signing = {
    ...(defect === 'wrong-signature' ? { secret: 'another-secret' } : {}),
    ...(defect === 'malformed' ? { content: Buffer.from(`{"eventId": "${eventId}", "target"`) } : {}),
  }
  return { message: [notification, signing] as const, eventId, target, amount: paid }
}
