import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Refund } from '@campstore/contract/admin/refunds'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { type PaymentService, paymentFor, refundFor } from '@campstore/testing/payments'
import type { Payable } from '../system/paid-in-time.ts'
import type { PaymentDefect, PaymentRecord } from './history.ts'

/** A refund that is due, as `GET /api/admin/refunds` lists it. */
type DueRefund = Pick<Refund, 'id' | 'target'> & { payment: Pick<Refund['payment'], 'eventId'> }

/** How a notification is published: with something wrong, or once more although it was confirmed. */
type PaymentOptions = { defect?: PaymentDefect | undefined; repeatAfterMs?: number | undefined }

/** The payment service of a run. */
export type RecordingPayments = ReturnType<typeof recordingPayments>

/** Records the messages that a payment service publishes. */
export function recordingPayments(service: PaymentService, payments: PaymentRecord[]) {
  const inProgress = new Set<Promise<void>>()
  const published = new Map<PaymentRecord, Parameters<PaymentService['publish']>>()
  let closing = false
  const publish = async (record: PaymentRecord, ...message: Parameters<PaymentService['publish']>): Promise<void> => {
    published.set(record, message)
    while (!closing) {
      try {
        await service.publish(...message)
        record.confirmedAt ??= Date.now()
        return
      } catch {
        await delay(300)
      }
    }
  }
  const pay = async (payable: Payable, { defect, repeatAfterMs }: PaymentOptions): Promise<void> => {
    const { message, ...known } = notificationFor(payable, defect)
    const record: PaymentRecord = { ...known, defect: defect ?? 'none', deadline: payable.deadline, sentAt: Date.now() }
    payments.push(record)
    await publish(record, ...message)
    if (repeatAfterMs === undefined) return
    await delay(repeatAfterMs)
    await publish(record, ...message)
  }
  return {
    /** Publishes a notification, again and again until the broker confirms it, as the real service does. */
    pay: (payable: Payable, options: PaymentOptions = {}): Promise<void> => {
      const paying = pay(payable, options).finally(() => inProgress.delete(paying))
      inProgress.add(paying)
      return paying
    },
    /**
     * Publishes again the messages lost from an emptied queue: confirmed by the broker by then, and not recorded by any process. It counts
     * as confirmed from then on.
     */
    publishAgain: async (kind: HoldKind, emptiedAt: number, recorded: ReadonlySet<string>): Promise<void> => {
      const lost = [...published].filter(
        ([{ eventId, confirmedAt = Infinity }, [{ target }]]) =>
          target.kind === kind && confirmedAt <= emptiedAt && !recorded.has(eventId),
      )
      const again = lost.map(([record, message]) => {
        record.confirmedAt = undefined
        return publish(record, ...message)
      })
      await Promise.all(again)
    },
    /**
     * Reports that a refund was made, with the same id and reference each time. If the message is lost, the refund stays due, as when a
     * service reports nothing.
     */
    giveBack: async ({ id: refundId, target, payment }: DueRefund): Promise<void> => {
      const refund = refundFor({ ...payment, target }, new Date())
      const same = { eventId: `refund-${refundId}`, reference: `R-${refundId}` }
      await service.publish({ ...refund, ...same, refundId }).catch(() => {})
    },
    /** Waits up to 20 s for notifications that are not confirmed yet. */
    close: async (): Promise<void> => {
      await Promise.race([Promise.allSettled(inProgress), delay(20_000)])
      closing = true
      await Promise.allSettled(inProgress)
      await service.close()
    },
  }
}

/** The signed notification, with a defect if there is one. */
function notificationFor({ kind, id, amount }: Payable, defect: PaymentDefect | undefined) {
  const target = defect === 'unknown-target' ? `unknown-${randomUUID()}` : id
  const paid = defect === 'wrong-amount' ? (Number(amount) + 7).toFixed(2) : amount
  const notification: PaymentNotification = {
    ...paymentFor({ kind, id: target }, paid, new Date()),
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
