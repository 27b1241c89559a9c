import { holdingTopology } from '@campstore/holds/topology'
import { bookingId, orderId } from '../examples/shared.ts'
import type { Json } from '../json-schema.ts'
import { operationBinding, queueChannel } from './bindings.ts'

const kinds = ['booking', 'order'] as const
const holdSeconds = 900
const topologyOf = (kind: (typeof kinds)[number]) => holdingTopology(kind, holdSeconds)

const noHeaders: Json = { type: 'object', description: 'None of its own' }

/** Messages that campstore sends to itself. */
export const holdMessages: Json = {
  holdTimer: {
    name: 'holdTimer',
    title: 'Hold timer',
    summary: 'Comes back when the hold of a booking or an order is over.',
    description: 'A reminder: whether the hold ends is decided under the lock of the booking or order.',
    contentType: 'application/json',
    headers: noHeaders,
    payload: {
      type: 'object',
      properties: { subject: { type: 'string', description: 'Id of the booking or order' } },
      required: ['subject'],
    },
    examples: [
      { name: 'booking', summary: 'The timer of a booking', payload: { subject: bookingId } },
      { name: 'order', summary: 'The timer of an order', payload: { subject: orderId } },
    ],
  },
  settlementCheck: {
    name: 'settlementCheck',
    title: 'Settlement check',
    summary: 'Finds out up to which instant the payments of a queue are settled.',
    description:
      'Its AMQP property `type` is `campstore.settlement-check`. It has no body, and is answered when everything before it is settled.',
    contentType: 'application/octet-stream',
    headers: noHeaders,
    payload: { type: 'null', description: 'No body' },
    examples: [{ name: 'check', summary: 'A check', payload: null }],
  },
  parkedMessage: {
    name: 'parkedMessage',
    title: 'Parked message',
    summary: 'A message that campstore has given up on, with the reason and where it came from.',
    contentType: 'application/json',
    headers: {
      type: 'object',
      description: 'The headers of the message, and further ones unless the broker parked it by itself',
      properties: {
        'x-parked-reason': { type: 'string', description: 'Why it was parked' },
        'x-source-exchange': {
          type: 'string',
          description: 'Exchange that it was published to; empty for the default one',
        },
        'x-source-routing-key': { type: 'string', description: 'Routing key that it was published with' },
      },
    },
    payload: { description: 'The body as it came' },
    examples: [
      {
        name: 'timer',
        summary: 'A message that is not a hold timer',
        headers: {
          'x-parked-reason': 'not a hold timer',
          'x-source-exchange': 'campstore.holds',
          'x-source-routing-key': 'booking.hold-expired',
        },
        payload: {},
      },
    ],
  },
}

const channelsOf = (kind: (typeof kinds)[number]): Json => ({
  [`${kind}HoldDelay`]: queueChannel(topologyOf(kind), `${kind}.hold.${holdSeconds}s`, {
    description: `Timers wait here until the hold of a ${kind} is over. The number in its name is CHECKOUT_HOLD_SECONDS.`,
    messages: ['holdTimer'],
    internal: true,
  }),
  [`${kind}HoldExpired`]: queueChannel(topologyOf(kind), `${kind}.hold-expired`, {
    description: `Timers of ${kind}s whose time is over: the broker moves them here through \`campstore.holds\`.`,
    messages: ['holdTimer'],
    internal: true,
  }),
  ...Object.fromEntries(
    (['payments', 'hold-expired'] as const).map(queue => [
      `${kind}${queue === 'payments' ? 'Payments' : 'HoldExpired'}Parked`,
      queueChannel(topologyOf(kind), `${kind}.${queue}.parked`, {
        description: `Messages of \`${kind}.${queue}\` that failed because of themselves, several times. Nothing reads them but people.`,
        messages: ['parkedMessage'],
        internal: true,
      }),
    ]),
  ),
})

/** Queues of hold timers and of parked messages. */
export const holdChannels: Json = { ...channelsOf('booking'), ...channelsOf('order') }

const operation = (
  action: 'send' | 'receive',
  channel: string,
  message: string,
  title: string,
  summary: string,
): Json => ({
  action,
  'x-internal': true,
  channel: { $ref: `#/channels/${channel}` },
  title,
  summary,
  description: 'For campstore alone; described so that operators know what they see in the broker.',
  bindings: operationBinding({ mandatory: true }),
  messages: [{ $ref: `#/channels/${channel}/messages/${message}` }],
})

/** What campstore does with its own messages. */
export const holdOperations: Json = Object.fromEntries(
  kinds.flatMap(kind => [
    [
      `${kind}TimerStart`,
      operation('send', `${kind}HoldDelay`, 'holdTimer', `Starts the timer of a ${kind}`, 'With each new hold.'),
    ],
    [
      `${kind}HoldEnd`,
      operation('receive', `${kind}HoldExpired`, 'holdTimer', `Ends the hold of a ${kind}`, 'If it is still unpaid.'),
    ],
    [
      `${kind}SettlementCheck`,
      operation(
        'send',
        `${kind}PaymentsQueue`,
        'settlementCheck',
        `Checks which payments of ${kind}s are settled`,
        'Before holds are ended.',
      ),
    ],
    [
      `${kind}PaymentParking`,
      operation(
        'send',
        `${kind}PaymentsParked`,
        'parkedMessage',
        `Parks a payment of a ${kind}`,
        'After several failures.',
      ),
    ],
    [
      `${kind}TimerParking`,
      operation(
        'send',
        `${kind}HoldExpiredParked`,
        'parkedMessage',
        `Parks a timer of a ${kind}`,
        'After several failures.',
      ),
    ],
  ]),
)
