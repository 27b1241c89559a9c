import { type PaymentNotification, paymentsExchange } from '@campstore/contract/messages/payments'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { type SignedMessage, signedMessage } from '@campstore/payments/notification'
import { connect } from 'amqplib'

const timeoutMs = 5_000

/**
 * Publishes a signed payment notification and waits for the broker's confirm.
 *
 * @throws {CliError} when the broker cannot be reached, or no service consumes such payments
 */
export async function publishPayment(
  notification: PaymentNotification,
  options: { rabbitmqUrl: string; secret: string; at: Date },
): Promise<void> {
  const { kind } = notification.target
  const connection = await connected(options.rabbitmqUrl)
  const failed = new Promise<never>((_, reject) => connection.on('error', reject))
  try {
    await Promise.race([
      publishOn(await connection.createConfirmChannel(), signedMessage(notification, options), kind),
      failed,
    ])
  } finally {
    await connection.close().catch(() => {})
  }
}

type Channel = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createConfirmChannel']>>

async function publishOn(
  channel: Channel,
  { exchange, routingKey, content, options }: SignedMessage,
  kind: string,
): Promise<void> {
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
  await channel.waitForConfirms()
  if (returned) throw new CliError(`No service consumes payments of a ${kind}. Start the services first.`)
}

async function connected(url: string) {
  try {
    return await connect(url, { timeout: timeoutMs })
  } catch (error) {
    const cause = error instanceof AggregateError ? error.errors[0] : error
    throw new CliError(`Cannot reach RabbitMQ at ${new URL(url).host} (is RABBITMQ_URL right?): ${messageOf(cause)}`)
  }
}
