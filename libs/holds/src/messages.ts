import {
  cloudEvent,
  cloudEventContentType,
  type EventData,
  type EventType,
  eventDataSchemas,
  eventsExchange,
} from '@campstore/contract/messages/events'
import { type Presentable, present } from '@campstore/contract/present'
import type { NewId } from '@campstore/core/new-id'
import { parseMessage } from '@campstore/core/parse-json'
import { activeSpan } from '@campstore/core/telemetry/spans'
import { PermanentError } from '@campstore/messaging/failure'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import { z } from 'zod'
import type { HoldKind } from './hold-definition.ts'
import { holdQueuesOf } from './topology.ts'

/**
 * The outbox row of an event about a booking or an order, or about a payment for one: routing key = type, structured mode
 * (docs/contract/messages.md#events).
 *
 * @param fields the data, from which the schema of the type picks its fields
 */
export function createEvent<T extends EventType>(
  source: string,
  subject: string,
  type: T,
  fields: Presentable<EventData<T>>,
  context: { now: Date; newId: NewId },
): OutboxMessage {
  // The compiler does not connect the schema of a type with its data.
  const schema: z.ZodObject = eventDataSchemas[type]
  const data = present(schema, fields) as EventData<T>
  const event = cloudEvent(type, { id: context.newId(), source, subject, time: context.now, data })
  return {
    messageId: event.id,
    exchange: eventsExchange,
    routingKey: type,
    contentType: cloudEventContentType,
    mandatory: false,
    subject,
    body: event,
    traceparent: activeSpan()?.traceparent,
  }
}

/**
 * The outbox row of the hold timer of bookings or orders that are held together. The timer starts when it is published, after the holds,
 * so it never expires early. `take_holds` adds their ids.
 */
export const holdTimerMessage = (kind: HoldKind, holdSeconds: number, newId: NewId): OutboxMessage => ({
  messageId: newId(),
  exchange: '',
  routingKey: holdQueuesOf(kind, holdSeconds).delayQueue,
  contentType: 'application/json',
  mandatory: true,
  subject: '',
  body: {},
  traceparent: activeSpan()?.traceparent,
})

/** Version 1.1 sends and reads one id. */
const timer = z.object({ subject: z.string(), subjects: z.array(z.string()).optional() })

/**
 * Parses an expired hold timer. Throws PermanentError when it is not a message of {@link holdTimerMessage}. Returns the ids of
 * the bookings or orders.
 */
export function parseHoldTimer(content: Buffer): string[] {
  const json = parseMessage(content)
  const parsed = timer.safeParse('body' in json ? json.body : undefined)
  if (!parsed.success) throw new PermanentError('not a hold timer')
  const { subject, subjects = [subject] } = parsed.data
  return subjects
}
