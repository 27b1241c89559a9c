import {
  cloudEvent,
  cloudEventContentType,
  type EventData,
  type EventType,
  eventDataSchemas,
  eventSchema,
  eventsExchange,
} from '@campstore/contract/messages/events'
import { complete } from '../examples/complete.ts'
import { bookingId, moments, orderId, stay } from '../examples/story.ts'
import { inlineSchema, type Json, mapped } from '../json-schema.ts'
import { operation, routingKeyChannel } from './bindings.ts'

const pending = { paymentStatus: 'unpaid' }
const paidOrder = { checkoutExpiresAt: null }
const paymentEventId = 'ecpay-2412021530230001'
const refund = { refundId: '0199a0c4-5d1e-7c3b-9d2f-6a7b8c9d0e1f', cause: 'cancelled' }

/** What examples of `data` have beyond the story, by event type. */
const dataExamples: Partial<Record<EventType, object>> = {
  'booking.created': pending,
  'booking.paid': { paymentEventId },
  'booking.confirmed': { status: 'confirmed' },
  'booking.completed': { status: 'completed' },
  'booking.cancelled': { ...pending, status: 'cancelled', reason: 'expired' },
  'booking.changed': { status: 'confirmed', before: { checkIn: '2026-12-13', checkOut: '2026-12-15' }, after: stay },
  'booking.contact-changed': { status: 'confirmed' },
  'booking.attendance': { status: 'confirmed', attendance: 'arrived' },
  'booking.refund-opened': { status: 'confirmed' },
  'order.created': { ...pending, paymentMethod: null },
  'order.updated': pending,
  'order.cod-confirmed': { ...pending, paymentMethod: 'cod', checkoutExpiresAt: null },
  'order.paid': { ...paidOrder, paymentEventId },
  'order.shipped': { ...paidOrder, status: 'shipped' },
  'order.shipment-changed': { ...paidOrder, status: 'shipped', carrier: 'Post', trackingNumber: 'EE123456789TW' },
  'order.recipient-changed': paidOrder,
  'order.unshipped': paidOrder,
  'order.completed': { ...paidOrder, status: 'completed' },
  'order.cancelled': { ...pending, status: 'cancelled', reason: 'member' },
  'order.returned': { ...paidOrder, status: 'returned', items: [{ to: 'stock' }] },
  'order.return-undone': { ...paidOrder, status: 'shipped', items: [{ to: 'stock' }] },
  'order.refund-opened': { ...paidOrder, status: 'completed' },
  'order.refunded': { ...paidOrder, status: 'completed', paymentStatus: 'refunded' },
  'payment.unapplied': { reason: 'already_paid' },
  'payment.refund-due': refund,
  'payment.refund-done': { ...refund, reference: '2611211003270001' },
  'payment.refund-withdrawn': { ...refund, cause: 'goodwill', amount: '1000.00' },
}

function exampleOf(type: EventType): Json {
  const isOrder = type.startsWith('order.')
  const data = complete(eventDataSchemas[type], dataExamples[type]) as EventData<EventType>
  return cloudEvent(type, {
    id: '01998f3e-9d40-7b6a-a1c2-0e5f7d3b9a21',
    source: isOrder ? '/campstore/checkout' : '/campstore/booking',
    subject: isOrder ? orderId : bookingId,
    time: new Date(moments.paid),
    data,
  })
}

/** Name of an event's message and channel: `bookingCreated` for `booking.created`. */
export const eventName = (type: string): string =>
  type.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase())

const types = Object.keys(eventDataSchemas) as EventType[]
const byName = (make: (type: EventType) => Json): Json =>
  Object.fromEntries(types.map(type => [eventName(type), make(type)]))

/** The message of every event type. */
export const eventMessages: Json = byName(type => ({
  name: type,
  title: type,
  summary: `${eventDataSchemas[type].description ?? ''}.`,
  contentType: cloudEventContentType,
  headers: {
    type: 'object',
    description: 'No headers of its own: the body identifies the event; the property `message-id` is its `id`',
  },
  payload: inlineSchema(eventSchema(type), 'output'),
  examples: [
    { name: eventName(type), summary: `${eventDataSchemas[type].description ?? ''}.`, payload: exampleOf(type) },
  ],
}))

/** A channel for every event type: its routing key in the exchange of events. */
export const eventChannels: Json = byName(type =>
  routingKeyChannel(eventsExchange, type, {
    description: `Events of the type \`${type}\`. A subscriber binds its own queue to \`${eventsExchange}\` with this routing key, with \`booking.*\` or \`order.*\`, or with \`#\` for all.`,
    messages: [eventName(type)],
  }),
)

/** What campstore does: it publishes. */
export const eventOperations: Json = mapped(eventMessages as Record<string, Json>, (message, name) =>
  operation('send', name, name, {
    title: `Publishes ${String(message.name)}`,
    summary: String(message.summary),
    description:
      'At least once: a subscriber recognises a repeated delivery by the `id` of the event. Events of one booking or order are in order if one relay publishes them; a subscriber that needs the current state reads it from the API.',
    mandatory: false,
  }),
)
