import { fileURLToPath } from 'node:url'
import { formatError } from '@campstore/local-servers/cli-error'
import { signingSecrets } from '@campstore/payments/signature'
import { notificationFor, paymentOrderFrom } from './pay/notification.ts'
import { publishPayment } from './pay/publish-payment.ts'
import { findPayable } from './pay/targets.ts'

/**
 * Plays the payment service: publishes one signed notification.
 *
 * @param args the command line after the command's name
 * @returns a line that says what was sent
 * @throws {CliError} in one line, when it cannot be sent
 */
export async function pay(args: string[], environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const order = paymentOrderFrom(args)
  const at = new Date()
  const adminUrl = environment.DATABASE_ADMIN_URL ?? 'postgres://postgres:campstore@127.0.0.1:5433/campstore'
  const payable = order.amount === undefined ? await findPayable(adminUrl, order.kind, order.id) : undefined
  const notification = notificationFor(order, payable, at)
  await publishPayment(notification, {
    rabbitmqUrl: environment.RABBITMQ_URL ?? 'amqp://campstore:campstore@127.0.0.1:5673',
    secret: signingSecrets(environment.PAYMENT_SIGNING_SECRET ?? 'local-payment-secret')[0],
    at,
  })
  const { type, amount, currency, eventId } = notification
  return `sent ${type} of ${amount} ${currency} for ${order.kind} ${order.id} (event ${eventId})`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${await pay(process.argv.slice(2))}\n`)
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`)
    process.exitCode = 1
  }
}
