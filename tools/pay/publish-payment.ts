import { setTimeout as delay } from 'node:timers/promises'
import {
  type PaymentNotification,
  paymentsExchange,
  type RefundNotification,
} from '@campstore/contract/messages/payments'
import { CliError } from '@campstore/local-servers/cli-error'
import { signedMessage } from '@campstore/payments/notification'
import type { ChannelModel } from 'amqplib'
import { onBroker } from '../broker/on-broker.ts'

const confirmTimeoutMs = 10_000

/**
 * Publishes a signed payment notification and waits for the broker's confirm.
 *
 * @throws {CliError} when the broker cannot be reached or does not confirm, or no service consumes such payments
 */
export async function publishPayment(
  notification: PaymentNotification | RefundNotification,
  signing: { rabbitmqUrl: string; secret: string; at: Date },
): Promise<void> {
  const publish = async (connection: ChannelModel): Promise<void> => {
    const { exchange, routingKey, content, options } = signedMessage(notification, signing)
    const channel = await connection.createConfirmChannel()
    let returned = false
    // The call that it interrupts fails with the same error; without a listener it would crash the process.
    channel.on('error', () => {})
    channel.on('return', () => {
      returned = true
    })
    await channel.checkExchange(paymentsExchange).catch(() => {
      throw new CliError(`RabbitMQ has no exchange "${paymentsExchange}". Start the services first.`)
    })
    channel.publish(exchange, routingKey, content, { ...options, mandatory: true })
    await Promise.race([channel.waitForConfirms(), timeout()])
    if (returned) {
      throw new CliError(`No service consumes payments of a ${notification.target.kind}. Start the services first.`)
    }
  }
  await onBroker(signing.rabbitmqUrl, publish, 'RABBITMQ_URL')
}

/** A broker whose memory or disk runs low accepts connections and confirms nothing. */
async function timeout(): Promise<never> {
  await delay(confirmTimeoutMs, undefined, { ref: false })
  throw new CliError(`RabbitMQ has not confirmed the notification within ${confirmTimeoutMs / 1_000} s`)
}
