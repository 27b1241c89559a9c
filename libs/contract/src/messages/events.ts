import { z } from 'zod'
import { bookingPaymentStatusSchema, bookingStatusSchema } from '../booking/schemas.ts'
import { orderPaymentMethodSchema, orderPaymentStatusSchema, orderStatusSchema } from '../orders.ts'
import { dateSchema, moneySchema, timestampSchema } from '../schemas.ts'
import { unappliedReasonSchema } from './payments.ts'

/** Topic exchange of everything this system tells the world; routing key = event type (decisions.md, 10). */
export const eventsExchange = 'campstore.events'
export const cloudEventContentType = 'application/cloudevents+json'

/** Why something was cancelled: by its member, because its hold ended unpaid, or by staff (decisions.md, 10 and 13). */
const cancelReasonSchema = z.enum(['member', 'expired', 'staff'])
export type CancelReason = z.infer<typeof cancelReasonSchema>

const bookingFacts = z.strictObject({
  bookingId: z.string(),
  customerId: z.string(),
  campgroundId: z.string(),
  status: bookingStatusSchema,
  paymentStatus: bookingPaymentStatusSchema,
  checkIn: dateSchema,
  checkOut: dateSchema,
  finalAmount: moneySchema,
  checkoutExpiresAt: timestampSchema,
})
export type BookingFacts = z.infer<typeof bookingFacts>

const orderFacts = z.strictObject({
  orderId: z.string(),
  customerId: z.string(),
  status: orderStatusSchema,
  paymentStatus: orderPaymentStatusSchema,
  paymentMethod: orderPaymentMethodSchema.nullable(),
  total: moneySchema,
  /** Null when the order can no longer expire. */
  checkoutExpiresAt: timestampSchema.nullable(),
})
export type OrderFacts = z.infer<typeof orderFacts>

/** Data of every event type, by type. */
export const eventDataSchemas = {
  'booking.created': bookingFacts,
  'booking.paid': bookingFacts.extend({ paidAt: timestampSchema }),
  'booking.confirmed': bookingFacts,
  'booking.completed': bookingFacts,
  'booking.cancelled': bookingFacts.extend({ reason: cancelReasonSchema }),
  'order.created': orderFacts,
  'order.updated': orderFacts,
  'order.cod-confirmed': orderFacts,
  'order.paid': orderFacts.extend({ paidAt: timestampSchema }),
  'order.shipped': orderFacts,
  'order.completed': orderFacts.extend({ paidAt: timestampSchema }),
  'order.cancelled': orderFacts.extend({ reason: cancelReasonSchema }),
  'payment.unapplied': z.strictObject({
    eventId: z.string(),
    target: z.strictObject({ kind: z.enum(['booking', 'order']), id: z.string() }),
    amount: moneySchema,
    currency: z.string(),
    providerTradeNo: z.string(),
    reason: unappliedReasonSchema,
  }),
} as const

export type EventType = keyof typeof eventDataSchemas
export type EventData<T extends EventType> = z.infer<(typeof eventDataSchemas)[T]>

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

/**
 * Makes an event.
 *
 * @param id unique id of the event; consumers recognise a repeated delivery by it
 * @param source the service, `/campstore/booking`
 * @param subject id of the aggregate it is about
 */
export function cloudEvent<T extends EventType>(
  type: T,
  event: { id: string; source: string; subject: string; time: Date; data: EventData<T> },
): CloudEvent<T> {
  return {
    specversion: '1.0',
    id: event.id,
    source: event.source,
    type,
    subject: event.subject,
    time: event.time.toISOString(),
    datacontenttype: 'application/json',
    data: event.data,
  }
}
