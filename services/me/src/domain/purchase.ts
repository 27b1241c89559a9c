import { describeFirstIssue, safeParse } from '@campstore/contract/issue-text'
import { type EventType, eventDataSchemas } from '@campstore/contract/messages/events'
import { isText } from '@campstore/contract/text'
import { parseMessage } from '@campstore/core/parse-json'
import { z } from 'zod'

/** A booking or an order that is paid, or of whose payment something has to be given back, according to an event. */
export type PurchaseHint = { kind: 'booking' | 'order'; subjectId: string }

/**
 * Events of purchases: cash on delivery is paid when its order is completed (docs/contract/states.md#order), and what staff refund
 * no longer counts as spent (docs/contract/admin.md#tiers-and-spending). A cancellation counts as well, because no refund becomes due if
 * the payment service has already given the money back.
 */
export const purchaseEvents = [
  'booking.paid',
  'order.paid',
  'order.completed',
  'payment.refund-due',
  'booking.cancelled',
  'order.cancelled',
] as const satisfies EventType[]

/** Events of changes of what was paid for: a stay was changed, a part is given back, pieces came back or did not after all. */
export const purchaseChangeEvents = [
  'booking.changed',
  'booking.refund-opened',
  'order.refund-opened',
  'order.returned',
  'order.return-undone',
  'payment.refund-withdrawn',
  'payment.refund-done',
] as const satisfies EventType[]

// Only the id. Customer and amount are read from the owning service, because anybody with access to the broker can publish.
const purchaseEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(['booking.paid', 'booking.changed', 'booking.refund-opened']),
    data: z.object({ bookingId: eventDataSchemas['booking.paid'].shape.bookingId }),
  }),
  z.object({
    type: z.literal(['order.paid', 'order.completed', 'order.refund-opened']),
    data: z.object({ orderId: eventDataSchemas['order.completed'].shape.orderId }),
  }),
  z.object({
    type: z.literal(['payment.refund-due', 'payment.refund-withdrawn', 'payment.refund-done']),
    data: z.object({ target: z.object(eventDataSchemas['payment.refund-due'].shape.target.shape) }),
  }),
  z.object({
    type: z.literal('booking.cancelled'),
    data: eventDataSchemas['booking.cancelled'].pick({ bookingId: true, paymentStatus: true }).strip(),
  }),
  z.object({
    type: z.literal(['order.cancelled', 'order.returned', 'order.return-undone']),
    data: eventDataSchemas['order.cancelled'].pick({ orderId: true, paymentStatus: true }).strip(),
  }),
])

function hintOf({ data }: z.output<typeof purchaseEvent>): PurchaseHint | undefined {
  if ('paymentStatus' in data && data.paymentStatus === 'unpaid') return undefined
  if ('target' in data) return { kind: data.target.kind, subjectId: data.target.id }
  return 'bookingId' in data
    ? { kind: 'booking', subjectId: data.bookingId }
    : { kind: 'order', subjectId: data.orderId }
}

/**
 * Parses the id of a paid booking or order.
 *
 * @param content body of a message: the event as JSON
 * @returns no hint for a cancellation without a payment; `malformed` with the reason when it cannot be parsed
 */
export function parsePurchaseEvent(content: Buffer): { hint: PurchaseHint | undefined } | { malformed: string } {
  const json = parseMessage(content)
  if ('malformed' in json) return { malformed: `malformed: ${json.malformed}` }
  const parsed = safeParse(purchaseEvent, json.body)
  if (!parsed.success) return { malformed: `malformed: ${describeFirstIssue(parsed.error, purchaseEvent)}` }
  const hint = hintOf(parsed.data)
  // No such id exists, and PostgreSQL would refuse the query.
  if (hint && !isText(hint.subjectId)) return { malformed: 'malformed: not an id' }
  return { hint }
}
