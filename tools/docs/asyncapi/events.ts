import {
  cloudEvent,
  cloudEventContentType,
  type EventData,
  type EventType,
  eventDataSchemas,
  eventSchema,
  eventsExchange,
} from '@campstore/contract/messages/events'
import { z } from 'zod'
import { bookingDetail } from '../examples/booking.ts'
import { bookingId, customerId, moments, orderId } from '../examples/shared.ts'
import { orderListItem } from '../examples/store.ts'
import { inlineSchema, type Json, mapped } from '../json-schema.ts'
import { operationBinding, routingKeyChannel } from './bindings.ts'

const bookingData = { ...bookingDetail, customerId, customer: { emailVerified: true } }
const orderData = { ...orderListItem, orderId, paymentStatus: 'unpaid', checkoutExpiresAt: moments.deadline }
const paid = { paymentStatus: 'paid', paidAt: moments.paid, paymentEventId: 'ecpay-2412021530230001' }
const paidOrder = { ...orderData, paymentStatus: 'paid', checkoutExpiresAt: null }
const returnedItems = [
  { orderItemId: 7001, quantity: 1, variantId: 'ridgeline-tent-4p-sand', sku: 'RDG-T4-SAND', to: 'stock' },
]

const { finalAmount, guestCount } = bookingDetail
const zones = bookingDetail.zones.map(({ zoneId, quantity }) => ({ zoneId, quantity }))
const stay = { guestCount, finalAmount, zones, rentals: [], arrivalTime: null }
const changed = {
  before: { ...stay, checkIn: '2026-12-13', checkOut: '2026-12-15' },
  after: { ...stay, checkIn: '2026-12-06', checkOut: '2026-12-08' },
}

/** Examples of `data` by event type. */
const dataExamples: Record<EventType, unknown> = {
  'booking.created': bookingData,
  'booking.paid': { ...bookingData, ...paid },
  'booking.confirmed': { ...bookingData, status: 'confirmed', paymentStatus: 'paid' },
  'booking.completed': { ...bookingData, status: 'completed', paymentStatus: 'paid' },
  'booking.cancelled': { ...bookingData, status: 'cancelled', reason: 'expired' },
  'booking.changed': { ...bookingData, status: 'confirmed', paymentStatus: 'paid', ...changed },
  'booking.contact-changed': { ...bookingData, status: 'confirmed', paymentStatus: 'paid' },
  'booking.attendance': { ...bookingData, status: 'confirmed', paymentStatus: 'paid', attendance: 'arrived' },
  'booking.refund-opened': { ...bookingData, status: 'confirmed', paymentStatus: 'paid' },
  'order.created': { ...orderData, paymentMethod: null },
  'order.updated': orderData,
  'order.cod-confirmed': { ...orderData, paymentMethod: 'cod', checkoutExpiresAt: null },
  'order.paid': { ...paidOrder, ...paid },
  'order.shipped': { ...paidOrder, status: 'shipped', carrier: 'Black Cat', trackingNumber: '9081-7263-5544' },
  'order.shipment-changed': { ...paidOrder, status: 'shipped', carrier: 'Post', trackingNumber: 'EE123456789TW' },
  'order.recipient-changed': paidOrder,
  'order.unshipped': paidOrder,
  'order.completed': { ...paidOrder, ...paid, status: 'completed' },
  'order.cancelled': { ...orderData, status: 'cancelled', reason: 'member' },
  'order.returned': { ...paidOrder, status: 'returned', items: returnedItems },
  'order.return-undone': { ...paidOrder, status: 'shipped', items: returnedItems },
  'order.refund-opened': { ...paidOrder, status: 'completed' },
  'order.refunded': { ...paidOrder, status: 'completed', paymentStatus: 'refunded' },
  'payment.unapplied': {
    eventId: 'pay-20261120-0001',
    target: { kind: 'booking', id: bookingId },
    amount: '2495.00',
    currency: 'TWD',
    providerTradeNo: '2611201604100001',
    reason: 'already_paid',
  },
  'payment.refund-due': {
    refundId: '0199a0c4-5d1e-7c3b-9d2f-6a7b8c9d0e1f',
    cause: 'cancelled',
    eventId: 'pay-20261120-0001',
    target: { kind: 'booking', id: bookingId },
    amount: '2495.00',
    currency: 'TWD',
    providerTradeNo: '2611201604100001',
  },
  'payment.refund-done': {
    refundId: '0199a0c4-5d1e-7c3b-9d2f-6a7b8c9d0e1f',
    cause: 'cancelled',
    eventId: 'pay-20261120-0001',
    target: { kind: 'booking', id: bookingId },
    amount: '2495.00',
    currency: 'TWD',
    providerTradeNo: '2611201604100001',
    reference: '2611211003270001',
  },
  'payment.refund-withdrawn': {
    refundId: '0199a0c4-5d1e-7c3b-9d2f-6a7b8c9d0e1f',
    cause: 'goodwill',
    eventId: 'pay-20261120-0001',
    target: { kind: 'booking', id: bookingId },
    amount: '1000.00',
    currency: 'TWD',
    providerTradeNo: '2611201604100001',
  },
}

function exampleOf(type: EventType): Json {
  const isOrder = type.startsWith('order.')
  // Without the fields that only the answers have, from which the examples are.
  const shape: z.ZodRawShape = eventDataSchemas[type].shape
  const data = z.object(shape).parse(dataExamples[type]) as EventData<EventType>
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
export const eventOperations: Json = mapped(eventMessages as Record<string, Json>, (message, name) => ({
  action: 'send',
  channel: { $ref: `#/channels/${name}` },
  title: `Publishes ${String(message.name)}`,
  summary: String(message.summary),
  description:
    'At least once: a subscriber recognises a repeated delivery by the `id` of the event. Events of one booking or order are in order if one relay publishes them; a subscriber that needs the current state reads it from the API.',
  bindings: operationBinding({ mandatory: false }),
  messages: [{ $ref: `#/channels/${name}/messages/${name}` }],
}))
