import { type EventType, eventDataSchemas } from '@campstore/contract/messages/events'
import type { Money } from '@campstore/money/money'
import { z } from 'zod'

/** What a customer has paid for: a booking or an order. The amount is TWD. */
export type Purchase = {
  kind: 'booking' | 'order'
  subjectId: string
  customerId: string
  amount: Money
  paidAt: Date
}

/** Events that may tell of a purchase: cash on delivery is paid when its order is completed (interface.md, States, Order). */
export const purchaseEvents = ['booking.paid', 'order.paid', 'order.completed'] as const satisfies EventType[]

const booking = eventDataSchemas['booking.paid'].shape
const order = eventDataSchemas['order.completed'].shape

// Only what a purchase consists of, so that an event may come to say more than it does today.
const purchaseEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('booking.paid'),
    data: z.object({
      ...{ bookingId: booking.bookingId, customerId: booking.customerId },
      ...{ finalAmount: booking.finalAmount, paidAt: booking.paidAt },
    }),
  }),
  z.object({
    type: z.literal(['order.paid', 'order.completed']),
    data: z.object({
      ...{ orderId: order.orderId, customerId: order.customerId, paymentStatus: order.paymentStatus },
      ...{ total: order.total, paidAt: order.paidAt },
    }),
  }),
])

/**
 * The purchase that an event tells of, undefined where it tells of none: an order that is not paid.
 *
 * @param content body of a message: the event as JSON
 * @returns `malformed`, with what is wrong, when it cannot be read
 */
export function readPurchase(content: Buffer): { purchase: Purchase | undefined } | { malformed: string } {
  const parsed = purchaseEvent.safeParse(jsonOf(content))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { malformed: `malformed: ${issue?.path.map(String).join('.')} ${issue?.message}` }
  }
  return { purchase: purchaseOf(parsed.data) }
}

function purchaseOf({ type, data }: z.output<typeof purchaseEvent>): Purchase | undefined {
  const { customerId } = data
  const paidAt = new Date(data.paidAt)
  if (type === 'booking.paid') {
    return { kind: 'booking', subjectId: data.bookingId, customerId, amount: data.finalAmount, paidAt }
  }
  if (data.paymentStatus !== 'paid') return undefined
  return { kind: 'order', subjectId: data.orderId, customerId, amount: data.total, paidAt }
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
