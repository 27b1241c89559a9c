import { localPaymentSecret } from '@campstore/core/config/local-defaults'
import { signingSecrets } from '@campstore/payments/signature'
import { brokerUserOf, withLogin } from './broker/users.ts'
import { requiredAddress, runCommand, secretOrLocalDefault } from './command.ts'
import { findPayable, notificationFor, type PaymentRequest, paymentRequestFrom } from './pay/notification.ts'
import { publishAndWait } from './pay/outcome.ts'
import { publishPayment } from './pay/publish-payment.ts'
import { outcomeOfRefund, type RefundRequest, refundNotificationFor, refundRequestFrom } from './pay/refund.ts'

/** Where notifications are published, with the payment service's login where its password is given, and the secret that signs them. */
function publishingFrom(environment: NodeJS.ProcessEnv) {
  const rabbitmqUrl = requiredAddress(environment, 'RABBITMQ_URL')
  const password = environment.PAYMENT_BROKER_PASSWORD
  const secrets = secretOrLocalDefault(environment, 'PAYMENT_SIGNING_SECRET', localPaymentSecret)
  return {
    paymentUrl: password ? withLogin(rabbitmqUrl, { username: brokerUserOf('payment'), password }) : rabbitmqUrl,
    secret: signingSecrets(secrets)[0],
  }
}

/** Acts as the payment service that has given a payment back. @throws {CliError} when it cannot be published */
async function refund(request: RefundRequest, environment: NodeJS.ProcessEnv): Promise<string> {
  const adminUrl = requiredAddress(environment, 'DATABASE_ADMIN_URL')
  const at = new Date()
  const notification = await refundNotificationFor(request, adminUrl, at)
  const { paymentUrl, secret } = publishingFrom(environment)
  await publishPayment(notification, { rabbitmqUrl: paymentUrl, secret, at })
  const { refundOf, reference, eventId } = notification
  const sent = `Sent payment.refunded of ${refundOf} with the reference ${reference} (event ${eventId})`
  return `${sent}\n${await outcomeOfRefund(notification, adminUrl)}`
}

/**
 * Acts as the payment service: publishes one signed notification and waits for its outcome.
 *
 * @throws {CliError} in one line, when it cannot be published
 */
export async function pay(request: PaymentRequest, environment: NodeJS.ProcessEnv): Promise<string> {
  const { kind, id } = request
  const found =
    request.amount === undefined
      ? await findPayable(requiredAddress(environment, 'DATABASE_ADMIN_URL'), kind, id)
      : undefined
  const at = new Date()
  const notification = notificationFor(request, found, at)
  const { paymentUrl, secret } = publishingFrom(environment)
  const publish = () => publishPayment(notification, { rabbitmqUrl: paymentUrl, secret, at })
  const adminUrl = environment.DATABASE_ADMIN_URL
  const { type, amount, currency, eventId } = notification
  const sent = `Sent ${type} of ${amount} ${currency} for ${kind} ${id} (event ${eventId})`
  if (adminUrl) return `${sent}\n${await publishAndWait(notification, publish, adminUrl)}`
  await publish()
  return `${sent}\nThe outcome is not known here, because DATABASE_ADMIN_URL is not set`
}

/** Runs the command with its arguments: a payment, or `refund`. @throws {CliError} as {@link pay} and {@link refund} */
export const runPay = (args: string[], environment: NodeJS.ProcessEnv): Promise<string> =>
  args[0] === 'refund' ? refund(refundRequestFrom(args), environment) : pay(paymentRequestFrom(args), environment)

if (import.meta.main) await runCommand(runPay)
