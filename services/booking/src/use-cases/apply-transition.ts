import type { EventData, EventType } from '@campstore/contract/messages/events'
import type { Queryable } from '@campstore/database/database'
import { createEvent } from '@campstore/holds/messages'
import { historyReason, type TransitionCause } from '@campstore/holds/transition'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import { type Trigger, transition } from '../domain/lifecycle.ts'
import { bookingNames } from '../names.ts'
import { type Booking, writeTransition } from '../persistence/bookings.ts'
import { toBookingEvent } from '../presenters.ts'

/** What causes a transition of a booking; `today` is the business date, where the transition depends on it. */
export type Cause = TransitionCause<Trigger> & { today?: string }

/**
 * Carries out a transition of a locked booking in the caller's transaction: its state, reservations, history and event.
 *
 * @returns the changed booking; undefined where the state machine refuses the transition
 */
export async function applyTransition(tx: Queryable, booking: Booking, cause: Cause): Promise<Booking | undefined> {
  const { trigger, now, actor } = cause
  const next = transition(booking, trigger, cause)
  if (!next) return undefined
  const { reservations, ...state } = next
  const changed: Booking = { ...booking, ...state, paidAt: cause.paidAt ?? booking.paidAt, updatedAt: now }
  const messages = [transitionEvent(changed, cause)]
  await writeTransition(tx, changed, { reservations, actor, reason: historyReason(cause), messages })
  return changed
}

function transitionEvent(booking: Booking, { trigger, now, newId }: Cause): OutboxMessage {
  const data = toBookingEvent(booking)
  const event = <T extends EventType>(type: T, eventData: EventData<T>) =>
    createEvent(bookingNames.source, booking.id, type, eventData, { now, newId })
  switch (trigger) {
    case 'member-cancel':
      return event('booking.cancelled', { ...data, reason: 'member' })
    case 'expire':
      return event('booking.cancelled', { ...data, reason: 'expired' })
    case 'pay':
      return event('booking.paid', { ...data, paidAt: (booking.paidAt ?? now).toISOString() })
    case 'admin-confirm':
      return event('booking.confirmed', data)
    case 'admin-complete':
      return event('booking.completed', data)
    case 'admin-cancel':
      return event('booking.cancelled', { ...data, reason: 'staff' })
  }
}
