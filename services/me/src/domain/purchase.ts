import { type EventType, eventDataSchemas } from '@campstore/contract/messages/events'
import { z } from 'zod'

/** A booking or an order that is said to be paid. */
export type PurchaseHint = { kind: 'booking' | 'order'; subjectId: string }

/** Events that may tell of a purchase: cash on delivery is paid when its order is completed (interface.md, States, Order). */
export const purchaseEvents = ['booking.paid', 'order.paid', 'order.completed'] as const satisfies EventType[]

// Only what it is about. Who paid how much is asked of its owner: whoever may publish to the broker could say anything.
const purchaseEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('booking.paid'),
    data: z.object({ bookingId: eventDataSchemas['booking.paid'].shape.bookingId }),
  }),
  z.object({
    type: z.literal(['order.paid', 'order.completed']),
    data: z.object({ orderId: eventDataSchemas['order.completed'].shape.orderId }),
  }),
])

/**
 * What an event says may have been paid.
 *
 * @param content body of a message: the event as JSON
 * @returns `malformed`, with what is wrong, when it cannot be read
 */
export function readPurchaseHint(content: Buffer): { hint: PurchaseHint } | { malformed: string } {
  const parsed = purchaseEvent.safeParse(jsonOf(content))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { malformed: `malformed: ${issue?.path.map(String).join('.')} ${issue?.message}` }
  }
  const { type, data } = parsed.data
  const hint: PurchaseHint =
    type === 'booking.paid'
      ? { kind: 'booking', subjectId: data.bookingId }
      : { kind: 'order', subjectId: data.orderId }
  // No such id exists, and the database would refuse the question.
  if (hint.subjectId.includes('\0') || !hint.subjectId.isWellFormed()) return { malformed: 'malformed: not an id' }
  return { hint }
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
