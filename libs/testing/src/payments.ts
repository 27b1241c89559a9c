import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type PaymentNotification,
  paymentsExchange,
  type RefundNotification,
} from '@campstore/contract/messages/payments'
import { moneySchema } from '@campstore/contract/schemas'
import { createLogger } from '@campstore/core/telemetry/log'
import { openConnection } from '@campstore/messaging/connection'
import { createPublisher } from '@campstore/messaging/publisher'
import type { Topology } from '@campstore/messaging/topology'
import { signedMessage } from '@campstore/payments/notification'
import { paymentSecret } from './secrets.ts'

/** What is paid: a booking or an order. */
export type PaymentTarget = PaymentNotification['target']

/** The notification of a successful payment in TWD for a booking or an order. */
export const paymentFor = (target: PaymentTarget, amount: string, at: Date): PaymentNotification => ({
  eventId: randomUUID(),
  type: 'payment.succeeded',
  target,
  amount: moneySchema.parse(amount),
  currency: 'TWD',
  paymentMethod: 'gateway-credit',
  providerTradeNo: `T${randomUUID().slice(0, 8)}`,
  paidAt: at.toISOString(),
})

/** The notification that a payment was given back. */
export const refundFor = (
  { eventId: refundOf, target }: Pick<PaymentNotification, 'eventId' | 'target'>,
  at: Date,
): RefundNotification => ({
  eventId: randomUUID(),
  type: 'payment.refunded',
  target,
  refundOf,
  reference: `R${randomUUID().slice(0, 8)}`,
  refundedAt: at.toISOString(),
})

/** The payment service: publishes signed notifications over one connection, which recovers when it is lost. */
export type PaymentService = Awaited<ReturnType<typeof openPaymentService>>

const topology: Topology = { exchanges: [{ name: paymentsExchange, type: 'topic' }], queues: [], bindings: [] }

/**
 * Connects the payment service.
 *
 * @param options.confirmTimeoutMs how long the broker may take to confirm; by default as long as a slow machine may need
 */
export async function openPaymentService(
  rabbitmqUrl: string,
  { confirmTimeoutMs = 60_000 }: { confirmTimeoutMs?: number } = {},
) {
  const log = createLogger('payment-service', 'silent')
  const connection = openConnection({ url: rabbitmqUrl, name: 'payment-service', topology, log })
  const publisher = createPublisher({ connection, topology, confirmTimeoutMs })
  while (!publisher.isReady()) await delay(20)
  /**
   * Publishes a notification, signed with the secret of the service or another one, and waits for the confirm.
   *
   * @param signing.content sent instead of the notification
   * @throws {PublishError} when it is not known to have arrived
   */
  const publish = (
    notification: PaymentNotification | RefundNotification,
    { secret = paymentSecret, content }: { secret?: string; content?: Buffer | undefined } = {},
  ): Promise<void> => {
    const { options, ...message } = signedMessage(notification, { secret, at: new Date(), content })
    return publisher.publish({ ...message, mandatory: true, properties: options })
  }
  return {
    publish,
    /** Publishes that a booking or an order was paid, and waits for the confirm. Returns the notification's event id. */
    pay: async (target: PaymentTarget, amount: string): Promise<string> => {
      const notification = paymentFor(target, amount, new Date())
      await publish(notification)
      return notification.eventId
    },
    close: async () => {
      await publisher.stop()
      await connection.close()
    },
  }
}
