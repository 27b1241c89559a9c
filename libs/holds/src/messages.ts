import { cloudEvent, type EventData, type EventType } from '@campstore/contract/messages/events'
import type { NewId } from '@campstore/core/new-id'
import { createHoldTimer } from '@campstore/messaging/hold-timers'
import { eventMessage, type OutboxMessage } from '@campstore/messaging/outbox'
import type { HoldKind } from './hold-definition.ts'
import { holdQueuesOf } from './topology.ts'

/** The outbox row of an event about a booking or an order, or about a payment for one. */
export function createEvent<T extends EventType>(
  source: string,
  subject: string,
  type: T,
  data: EventData<T>,
  context: { now: Date; newId: NewId },
): OutboxMessage {
  return eventMessage(cloudEvent(type, { id: context.newId(), source, subject, time: context.now, data }))
}

/** The outbox row of the hold timer of a booking or order. */
export const holdTimerMessage = (kind: HoldKind, id: string, holdSeconds: number, newId: NewId): OutboxMessage =>
  createHoldTimer(holdQueuesOf(kind, holdSeconds), { messageId: newId(), subject: id })
