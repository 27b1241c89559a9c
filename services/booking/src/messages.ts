import { cloudEvent, type EventData, type EventType } from '@campstore/contract/messages/events'
import type { NewId } from '@campstore/ids/new-id'
import { type HoldQueues, holdMessage, holdQueues } from '@campstore/messaging/holds'
import { eventMessage, type OutboxMessage } from '@campstore/messaging/outbox'

/** The queues through which a booking's hold comes back when it ends. */
export const bookingHolds = (holdSeconds: number): HoldQueues => holdQueues({ name: 'booking.hold', holdSeconds })

/** The outbox row of an event about a booking, or about a payment for one. */
export function eventAbout<T extends EventType>(
  subject: string,
  type: T,
  data: EventData<T>,
  context: { now: Date; newId: NewId },
): OutboxMessage {
  return eventMessage(
    cloudEvent(type, { id: context.newId(), source: '/campstore/booking', subject, time: context.now, data }),
  )
}

/** The outbox row of the message that comes back when a booking's hold ends. */
export const holdOf = (bookingId: string, holdSeconds: number, newId: NewId): OutboxMessage =>
  holdMessage(bookingHolds(holdSeconds), { messageId: newId(), subject: bookingId })
