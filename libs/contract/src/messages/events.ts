import { z } from 'zod'
import { refundCauseSchema } from '../admin/refunds.ts'
import {
  attendanceSchema,
  bookingPaymentMethodSchema,
  bookingPaymentStatusSchema,
  bookingStatusSchema,
  rentalSnapshotSchema,
  stayContentSchema,
  zoneSnapshotSchema,
} from '../booking/schemas.ts'
import { orderPaymentMethodSchema, orderPaymentStatusSchema, orderStatusSchema, trackingFields } from '../orders.ts'
import { returnDestinationSchema, returnedFields } from '../returns.ts'
import { dateSchema, moneySchema, objectOf, objectsOf, targetOf, timestampSchema } from '../schemas.ts'
import { refundedReasonSchema } from './payments.ts'

/** Topic exchange of all events; the routing key is the event type (docs/contract/messages.md#events). */
export const eventsExchange = 'campstore.events'
export const cloudEventContentType = 'application/cloudevents+json'

/** Why something was cancelled: by its member, because its hold ended unpaid, or by staff (docs/contract/messages.md#events). */
const cancelReasonSchema = z
  .enum(['member', 'expired', 'staff'])
  .describe('How it ended: by its member, its deadline or staff')
export type CancelReason = z.infer<typeof cancelReasonSchema>

const bookingEventData = z.strictObject({
  bookingId: z.string().describe('Booking id'),
  customerId: z.string().describe('Customer who booked'),
  customer: objectOf('Customer, as of creation', {
    emailVerified: z.boolean().describe('Whether the e-mail was verified when the booking was made'),
  }),
  campgroundId: z.string().describe('Campground id'),
  campgroundName: z.string().describe('Name of the campground, as of creation'),
  status: bookingStatusSchema,
  paymentStatus: bookingPaymentStatusSchema,
  paymentMethod: bookingPaymentMethodSchema,
  checkIn: dateSchema.describe('Date of check-in'),
  checkOut: dateSchema.describe('Date of check-out'),
  finalAmount: moneySchema.describe('Price of the stay'),
  checkoutExpiresAt: timestampSchema.describe('Deadline of the hold'),
})
export type BookingEventData = z.infer<typeof bookingEventData>

/** A stay as the event of its change has it. */
const stayOfEvent = z.strictObject({
  ...stayContentSchema.pick({ checkIn: true, checkOut: true, guestCount: true, arrivalTime: true }).shape,
  finalAmount: moneySchema.describe('Price of the stay'),
  zones: z.array(zoneSnapshotSchema.pick({ zoneId: true, quantity: true })).describe('Zones of the stay'),
  rentals: z
    .array(rentalSnapshotSchema.pick({ rentalListingId: true, rentalSkuVariantId: true, quantity: true }))
    .describe('Rental equipment of the stay'),
})

const orderEventData = z.strictObject({
  orderId: z.string().describe('Order id'),
  customerId: z.string().describe('Customer who placed the order'),
  buyerEmailVerified: z.boolean().describe('Whether the e-mail was verified when the order was placed'),
  status: orderStatusSchema,
  paymentStatus: orderPaymentStatusSchema,
  paymentMethod: orderPaymentMethodSchema.nullable().describe('How the order is paid; null until it is given'),
  total: moneySchema.describe('Price of the order'),
  checkoutExpiresAt: timestampSchema.nullable().describe('Deadline of the hold; null when it can no longer expire'),
})
export type OrderEventData = z.infer<typeof orderEventData>

const returnedItems = objectsOf('Pieces of the return', {
  ...returnedFields,
  variantId: z.string().describe('Variant id'),
  sku: z.string().describe('SKU code, as of creation of the order'),
  to: returnDestinationSchema,
})
export type ReturnedItems = z.infer<typeof returnedItems>

const paidAt = timestampSchema.describe('When it was paid')
const paid = { paidAt, paymentEventId: z.string().describe('`eventId` of the notification that paid it') }

/** A refund that is due, or no longer. */
const refundOfEvent = z.strictObject({
  refundId: z.string().describe('Refund id, as the administration lists it'),
  eventId: z.string().describe('`eventId` of the payment notification: `refundOf` of `payment.refunded`'),
  cause: refundCauseSchema.describe('Why it has to be given back'),
  target: targetOf('The paid booking or order', 'Booking or order id'),
  amount: moneySchema.describe('Amount to give back; may be less than the amount paid'),
  currency: z.string().describe('Currency of the amount'),
  providerTradeNo: z.string().describe("The payment provider's number of the payment"),
})

/** Data of every event type, by type. */
export const eventDataSchemas = {
  'booking.created': bookingEventData.describe('A member has started a checkout'),
  'booking.paid': bookingEventData.extend(paid).describe('A payment was applied'),
  'booking.confirmed': bookingEventData.describe('An administrator has confirmed the booking'),
  'booking.completed': bookingEventData.describe('An administrator has completed the booking'),
  'booking.cancelled': bookingEventData
    .extend({ reason: cancelReasonSchema })
    .describe('The booking was cancelled, or its hold has ended'),
  'booking.attendance': bookingEventData
    .extend({ attendance: attendanceSchema.nullable().describe('Whether the guests came; null if that was withdrawn') })
    .describe('An administrator has recorded whether the guests came'),
  'booking.changed': bookingEventData
    .extend({
      before: stayOfEvent.describe('The stay before the change'),
      after: stayOfEvent.describe('The stay since the change'),
    })
    .describe('An administrator has changed the paid stay'),
  'booking.contact-changed': bookingEventData.describe('The member or staff have changed the guest contact'),
  'booking.refund-opened': bookingEventData.describe('Staff have opened a refund of a part of what was paid'),
  'order.created': orderEventData.describe('A member has started a checkout'),
  'order.updated': orderEventData.describe('The member has changed recipient, payment method or coupon'),
  'order.cod-confirmed': orderEventData.describe('The member has confirmed cash on delivery'),
  'order.paid': orderEventData.extend(paid).describe('A payment was applied'),
  'order.shipped': orderEventData.extend(trackingFields).describe('An administrator has shipped the order'),
  'order.shipment-changed': orderEventData
    .extend(trackingFields)
    .describe('An administrator has changed carrier or tracking number'),
  'order.recipient-changed': orderEventData.describe('The member or staff have corrected the recipient'),
  'order.unshipped': orderEventData.describe('Staff have taken back that the order was shipped'),
  'order.completed': orderEventData.extend({ paidAt }).describe('An administrator has completed the order'),
  'order.cancelled': orderEventData
    .extend({ reason: cancelReasonSchema })
    .describe('The order was cancelled, or its hold has ended'),
  'order.returned': orderEventData
    .extend({ items: returnedItems })
    .describe('Pieces of the order came back; its status is `returned` once all have'),
  'order.return-undone': orderEventData
    .extend({ items: returnedItems })
    .describe('Staff have undone a return that was recorded by mistake'),
  'order.refund-opened': orderEventData.describe('Staff have opened a refund of a part of what was paid'),
  'order.refunded': orderEventData.describe('The payment service has given back all that was paid'),
  'payment.unapplied': objectOf('A payment was recorded but not applied', {
    eventId: z.string().describe("The payment notification's id"),
    target: targetOf('The booking or order that was to be paid', 'Booking or order id, as the notification names it'),
    amount: moneySchema.describe('Amount paid'),
    currency: z.string().describe('Currency of the amount'),
    providerTradeNo: z.string().describe("The payment provider's number"),
    reason: refundedReasonSchema,
  }),
  'payment.refund-due': refundOfEvent.describe(
    'A payment, or a part of it, has to be given back: staff say so, or a member cancels a paid stay',
  ),
  'payment.refund-done': objectOf('A refund was made, as staff or the payment service report', {
    refundId: z.string().describe('Refund id, as the administration lists it'),
    eventId: z.string().describe('`eventId` of the payment notification; empty for cash on delivery'),
    cause: refundCauseSchema,
    target: targetOf('The booking or order that the payment names', 'Booking or order id'),
    amount: moneySchema.describe('Amount that was given back'),
    currency: z.string().describe('Currency of the amount'),
    providerTradeNo: z.string().describe("The payment provider's number of the payment; empty for cash on delivery"),
    reference: z.string().describe("The provider's number of the refund"),
  }),
  'payment.refund-withdrawn': refundOfEvent
    .extend({
      eventId: z.string().describe('`eventId` of the payment notification; empty for cash on delivery'),
      providerTradeNo: z.string().describe("The payment provider's number of the payment; empty for cash on delivery"),
    })
    .describe('Staff have withdrawn a refund that was due: it is not to be made'),
} as const

export type EventType = keyof typeof eventDataSchemas

/** The events of money that was paid and is or was to be given back. */
export const refundEvents = [
  'payment.unapplied',
  'payment.refund-due',
  'payment.refund-done',
  'payment.refund-withdrawn',
] as const satisfies EventType[]

export const eventTypes = Object.keys(eventDataSchemas) as [EventType, ...EventType[]]

export type EventData<T extends EventType> = z.infer<(typeof eventDataSchemas)[T]>

/** The whole body of an event of one type (docs/contract/messages.md#events). */
export const eventSchema = (type: EventType) =>
  z.strictObject({
    specversion: z.literal('1.0').describe('Version of CloudEvents'),
    id: z.string().describe('Unique id of the event; the same for every repeated delivery'),
    source: z.enum(['/campstore/booking', '/campstore/checkout']).describe('Service that publishes it'),
    type: z.literal(type).describe('Type of the event, and routing key of its message'),
    subject: z.string().describe('Id of the booking or order; for events about a payment, the id of its target'),
    time: timestampSchema.describe('When it happened'),
    datacontenttype: z.literal('application/json').describe('Content type of `data`'),
    data: eventDataSchemas[type],
  })

/** A CloudEvents 1.0 event in structured mode. */
export type CloudEvent<T extends EventType = EventType> = {
  specversion: '1.0'
  id: string
  source: string
  type: T
  subject: string
  time: string
  datacontenttype: 'application/json'
  data: EventData<T>
}

/** Makes an event; consumers recognise a repeated delivery by its id. Its subject is the aggregate it is about. */
export function cloudEvent<T extends EventType>(
  type: T,
  event: { id: string; source: string; subject: string; time: Date; data: EventData<T> },
): CloudEvent<T> {
  const time = event.time.toISOString()
  return { specversion: '1.0', ...event, type, time, datacontenttype: 'application/json' }
}
