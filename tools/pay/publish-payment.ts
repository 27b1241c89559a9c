import { setTimeout as delay } from 'node:timers/promises'
import {
  type PaymentNotification,
  paymentsExchange,
  type RefundNotification,
} from '@campstore/contract/messages/payments'
import { CliError } from '@campstore/local-servers/cli-error'
import { type SignedMessage, signedMessage } from '@campstore/payments/notification'
import type { ChannelModel } from 'amqplib'
import { onBroker } from '../broker/on-broker.ts'

const confirmTimeoutMs = 10_000

/** Signs a payment notification, publishes it and waits for the broker's confirm. @throws as {@link publishSigned} */
export const publishPayment = (
  notification: PaymentNotification | RefundNotification,
  { rabbitmqUrl, ...signing }: { rabbitmqUrl: string; secret: string; at: Date },
): Promise<void> => publishSigned(signedMessage(notification, signing), rabbitmqUrl)

/**
 * Publishes a signed message and waits for the broker's confirm.
 *
 * @throws {CliError} when the broker cannot be reached or does not confirm, or no service consumes such payments
 */
export async function publishSigned(message: SignedMessage, rabbitmqUrl: string): Promise<void> {
  const { exchange, routingKey, content, options } = message
  const publish = async (connection: ChannelModel): Promise<void> => {
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
      const kind = routingKey.slice(routingKey.lastIndexOf('.') + 1)
      throw new CliError(`No service consumes payments of a ${kind}. Start the services first.`)
    }
  }
  await onBroker(rabbitmqUrl, publish, 'RABBITMQ_URL')
}

/** A broker whose memory or disk runs low accepts connections and confirms nothing. */
async function timeout(): Promise<never> {
  await delay(confirmTimeoutMs, undefined, { ref: false })
  throw new CliError(`RabbitMQ has not confirmed the notification within ${confirmTimeoutMs / 1_000} s`)
}
