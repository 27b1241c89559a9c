import {
  type PaymentNotification,
  paymentRoutingKey,
  paymentsExchange,
  signatureHeader,
} from '@campstore/contract/messages/payments'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { signPayment } from '@campstore/payments/signature'
import { connect } from 'amqplib'

const timeoutMs = 5_000

/**
 * Publishes a signed payment notification and waits for the broker's confirm (docs/contract/messages.md#payment-notifications).
 *
 * @throws {CliError} when the broker cannot be reached, or no service consumes such payments
 */
export async function publishPayment(
  notification: PaymentNotification,
  options: { rabbitmqUrl: string; secret: string; at: Date },
): Promise<void> {
  const body = Buffer.from(JSON.stringify(notification))
  const connection = await connected(options.rabbitmqUrl)
  const failed = new Promise<never>((_, reject) => connection.on('error', reject))
  try {
    await Promise.race([publishOn(await connection.createConfirmChannel(), notification, body, options), failed])
  } finally {
    await connection.close().catch(() => {})
  }
}

type Channel = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createConfirmChannel']>>

async function publishOn(
  channel: Channel,
  notification: PaymentNotification,
  body: Buffer,
  { secret, at }: { secret: string; at: Date },
): Promise<void> {
  const { kind } = notification.target
  let returned = false
  // The call that it interrupts fails with the same error; without a listener it would crash the process.
  channel.on('error', () => {})
  channel.on('return', () => {
    returned = true
  })
  await channel.checkExchange(paymentsExchange).catch(() => {
    throw new CliError(`RabbitMQ has no exchange "${paymentsExchange}". Start the services first.`)
  })
  channel.publish(paymentsExchange, paymentRoutingKey(kind), body, {
    contentType: 'application/json',
    messageId: notification.eventId,
    headers: { [signatureHeader]: signPayment(body, secret, at) },
    persistent: true,
    mandatory: true,
  })
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
