import { describeFirstIssue, safeParse } from '@campstore/contract/issue-text'
import {
  type PaymentNotification,
  paymentNotificationSchema,
  paymentRoutingKey,
  paymentsExchange,
  type RefundFailure,
  type RefundNotification,
  refundFailureSchema,
  refundNotificationSchema,
  signatureHeader,
} from '@campstore/contract/messages/payments'
import { maxMessageBytes, parseMessage, tooLarge } from '@campstore/core/parse-json'
import { z } from 'zod'
import { signPayment, verifyPayment } from './signature.ts'

/** How the origin of a notification is proven: the accepted secrets, and the greatest age of a signature. */
type SignatureCheck = { secrets: readonly string[]; toleranceSeconds: number }

/** Why a message is rejected, the id that it names, and whether the payment service has signed it. */
type Rejection = { rejected: string; eventId?: string | undefined; isAuthentic: boolean }

/** What the payment service says: about a payment, that one was given back, or that this failed. */
type ParsedNotification =
  | { notification: PaymentNotification }
  | { refund: RefundNotification }
  | { failure: RefundFailure }

/**
 * Verifies the signature of a notification of the payment service and parses its body
 * (docs/contract/messages.md#payment-notifications).
 *
 * @param options.kind of the target that the receiver is responsible for
 * @returns the notification, or why it is rejected: the value of the header `x-rejected-reason`
 */
export function parseSignedNotification(
  message: { content: Buffer; headers: Readonly<Record<string, unknown>> },
  options: SignatureCheck & { kind: PaymentNotification['target']['kind']; now: Date },
): ParsedNotification | Rejection {
  const { secrets, toleranceSeconds, kind, now } = options
  // Before the signature, which is computed over all of it.
  if (message.content.length > maxMessageBytes) return { rejected: `malformed: ${tooLarge}`, isAuthentic: false }
  const verdict = verifyPayment(message.headers[signatureHeader], message.content, secrets, toleranceSeconds, now)
  const isAuthentic = verdict.ok || verdict.isAuthentic
  const json = parseMessage(message.content)
  const eventId = 'body' in json ? safeParse(identified, json.body).data?.eventId : undefined
  const reject = (rejected: string): Rejection => ({ rejected, eventId, isAuthentic })
  if (!verdict.ok) return reject(verdict.reason)
  if ('malformed' in json) return reject(`malformed: ${json.malformed}`)
  const parsed = parseBody(json.body)
  if ('rejected' in parsed) return reject(parsed.rejected)
  const { target } = 'refund' in parsed ? parsed.refund : 'failure' in parsed ? parsed.failure : parsed.notification
  return target.kind === kind ? parsed : reject(`malformed: target.kind is not ${kind}`)
}

const identified = paymentNotificationSchema.pick({ eventId: true })
const typed = z.object({
  type: z.enum([...paymentNotificationSchema.shape.type.options, 'payment.refunded', 'payment.refund-failed']),
})

function parseBody(body: unknown): ParsedNotification | { rejected: string } {
  const known = safeParse(typed, body)
  if (!known.success) return malformed(known.error, typed)
  const { type } = known.data
  if (type === 'payment.refunded') {
    const parsed = safeParse(refundNotificationSchema, body)
    return parsed.success ? { refund: parsed.data } : malformed(parsed.error, refundNotificationSchema)
  }
  if (type === 'payment.refund-failed') {
    const parsed = safeParse(refundFailureSchema, body)
    return parsed.success ? { failure: parsed.data } : malformed(parsed.error, refundFailureSchema)
  }
  const parsed = safeParse(paymentNotificationSchema, body)
  return parsed.success ? { notification: parsed.data } : malformed(parsed.error, paymentNotificationSchema)
}

const malformed = (error: z.ZodError, schema: z.ZodType): { rejected: string } => ({
  rejected: `malformed: ${describeFirstIssue(error, schema)}`,
})

/** A message as the payment service publishes it; `options` are for amqplib's `publish`. */
export type SignedMessage = {
  exchange: string
  routingKey: string
  content: Buffer
  options: { contentType: string; messageId: string; persistent: true; headers: Record<string, string> }
}

/**
 * Makes the signed message of a notification.
 *
 * @param signing.content the body that is sent and signed, default the notification as JSON; a test sends something else
 */
export function signedMessage(
  notification: Pick<PaymentNotification, 'eventId' | 'target'>,
  signing: { secret: string; at: Date; content?: Buffer | undefined },
): SignedMessage {
  const { secret, at, content = Buffer.from(JSON.stringify(notification)) } = signing
  return {
    exchange: paymentsExchange,
    routingKey: paymentRoutingKey(notification.target.kind),
    content,
    options: {
      contentType: 'application/json',
      messageId: notification.eventId,
      persistent: true,
      headers: { [signatureHeader]: signPayment(content, secret, at) },
    },
  }
}
