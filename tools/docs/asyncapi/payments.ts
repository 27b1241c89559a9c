import {
  paymentNotificationSchema,
  paymentRoutingKey,
  paymentsExchange,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
  rejectedReasonHeader,
  signatureHeader,
} from '@campstore/contract/messages/payments'
import { holdingTopology } from '@campstore/holds/topology'
import { signPayment } from '@campstore/payments/signature'
import { bookingId, moments, orderId } from '../examples/story.ts'
import { inlineSchema, type Json } from '../json-schema.ts'
import { operation, queueChannel, routingKeyChannel } from './bindings.ts'

const kinds = ['booking', 'order'] as const
type Kind = (typeof kinds)[number]
const byKind = (make: (kind: Kind) => Json): Json =>
  Object.fromEntries(kinds.map(kind => [`${kind}Payments`, make(kind)]))

/** Secret of the worked example: the secret of `npm start`. */
const exampleSecret = 'local-payment-secret'
const signedAt = new Date(moments.paid)

const notification = (kind: Kind): Json => ({
  eventId: `pay-20261120-000${kind === 'booking' ? 1 : 2}`,
  type: 'payment.succeeded',
  target: { kind, id: kind === 'booking' ? bookingId : orderId },
  amount: kind === 'booking' ? '2495.00' : '12300.00',
  currency: 'TWD',
  paymentMethod: 'gateway-credit',
  providerTradeNo: `261120160410000${kind === 'booking' ? 1 : 2}`,
  paidAt: moments.paid,
})

const bodyOf = (kind: Kind): string => JSON.stringify(notification(kind))
const signatureOf = (kind: Kind): string => signPayment(Buffer.from(bodyOf(kind)), exampleSecret, signedAt)

/** The signature's rule with a worked example to check an implementation. */
const signatureExample: Json = {
  secret: exampleSecret,
  unixSeconds: Math.floor(signedAt.getTime() / 1000),
  body: bodyOf('booking'),
  signedText: `${Math.floor(signedAt.getTime() / 1000)}.${bodyOf('booking')}`,
  header: signatureOf('booking'),
}

const signatureRule = `\`t=<unix seconds>,v1=<hex>\`: \`<hex>\` is HMAC-SHA256, with the shared secret (PAYMENT_SIGNING_SECRET) as its key, over the time as it is written in \`t\`, a full stop, and the raw bytes of the body. Up to four \`v1\` are allowed, and one must match, so that a sender may sign with two secrets while it changes them. \`t\` may differ from the present time by a day (86,400 seconds). \`x-signature-example\` of the message has a worked example.`

const signatureHeaderSchema: Json = {
  type: 'string',
  maxLength: 512,
  pattern: '^t=\\d{1,12}(,v1=[0-9a-fA-F]{64}){1,4}$',
  description: signatureRule,
}

const headersOf = (more: Json, required: string[]): Json => ({
  type: 'object',
  description: 'AMQP headers',
  properties: { [signatureHeader]: signatureHeaderSchema, ...more },
  required,
})

const payload = inlineSchema(paymentNotificationSchema, 'input')
const exampleFor = (kind: Kind, more: Json = {}): Json => ({
  name: kind,
  summary: `A payment of a ${kind}`,
  headers: { [signatureHeader]: signatureOf(kind), ...more },
  payload: notification(kind),
})

/** Messages about payments besides the event `payment.unapplied`. */
export const paymentMessages: Json = {
  paymentNotification: {
    name: 'paymentNotification',
    title: 'Payment notification',
    summary: 'The payment service reports one payment.',
    description:
      'Unknown fields are ignored. The routing key and `target.kind` must agree. A repetition is recognised by `eventId`: the same notification again changes nothing, and another one under the same `eventId` is rejected.',
    contentType: 'application/json',
    headers: headersOf({}, [signatureHeader]),
    payload,
    examples: kinds.map(kind => exampleFor(kind)),
    'x-signature-example': signatureExample,
  },
  rejectedMessage: {
    name: 'rejectedMessage',
    title: 'Rejected payment notification',
    summary: 'A message that is malformed, wrongly signed or too old: unchanged, with the reason.',
    contentType: 'application/json',
    headers: headersOf(
      {
        [rejectedReasonHeader]: {
          type: 'string',
          description:
            'Why: `signature missing`, `signature malformed`, `signature mismatch`, `signature too old`, `signature in the future`, or `malformed: …`',
        },
      },
      [rejectedReasonHeader],
    ),
    payload: { description: 'The body as received, which need not be JSON' },
    examples: [exampleFor('booking', { [rejectedReasonHeader]: 'signature mismatch' })],
  },
}

const topology = holdingTopology('booking', 900)

/** Where payment notifications come in, and where they go. */
export const paymentChannels: Json = {
  ...byKind(kind =>
    routingKeyChannel(paymentsExchange, paymentRoutingKey(kind), {
      description: `Payments of ${kind}s. Their queue is \`${kind}.payments\`.`,
      messages: ['paymentNotification'],
    }),
  ),
  unappliedPayments: queueChannel(topology, paymentsUnappliedQueue, {
    description:
      'Every event `payment.unapplied`, for the service that refunds: campstore binds this durable queue, so no event is lost while it has no consumer.',
    messages: ['paymentUnapplied'],
  }),
  rejectedPayments: queueChannel(topology, paymentsRejectedQueue, {
    description: 'Messages that are not valid payment notifications, for people to examine.',
    messages: ['rejectedMessage'],
  }),
}

/** What campstore does with payment notifications. */
export const paymentOperations: Json = {
  ...byKind(kind =>
    operation('receive', `${kind}Payments`, 'paymentNotification', {
      title: `Receives payments of ${kind}s`,
      summary: `Applies a payment to its ${kind}, records it as unapplied, or rejects it.`,
      description:
        'A payment is applied when its target exists, is unpaid and not cancelled, and amount and currency are due; otherwise it is recorded and published as `payment.unapplied`. A payment that the broker confirmed before the deadline of a hold wins, even when it is processed later. The publisher waits for the confirm of the broker, and publishes again without one.',
      mandatory: true,
    }),
  ),
  unappliedPayments: operation('send', 'unappliedPayments', 'paymentUnapplied', {
    title: 'Keeps unapplied payments',
    summary: 'A copy of every event `payment.unapplied`.',
    description: 'At least once; a reader recognises a repeated delivery by the `id` of the event.',
    mandatory: false,
  }),
  rejectedPayments: operation('send', 'rejectedPayments', 'rejectedMessage', {
    title: 'Keeps rejected messages',
    summary: 'A message that is malformed or wrongly signed, unchanged, with the reason.',
    description: 'Body, properties and headers are unchanged; a header with the reason is added.',
    mandatory: true,
  }),
}
