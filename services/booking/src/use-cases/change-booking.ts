import type { StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import type { EventData, EventType } from '@campstore/contract/messages/events'
import type { NewId } from '@campstore/core/new-id'
import type { Queryable } from '@campstore/database/database'
import { createEvent } from '@campstore/holds/messages'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { Transition, Trigger } from '../domain/lifecycle.ts'
import { bookingNames } from '../names.ts'
import { type Booking, writeChange } from '../persistence/bookings.ts'
import { toBookingEvent } from '../presenters.ts'

/**
 * Carries out a transition of a locked booking in the caller's transaction: its state, reservations, history and event.
 *
 * @param cause.reason what the history says instead of the trigger's usual reason
 * @returns the changed booking
 */
export async function changeBooking(
  tx: Queryable,
  booking: Booking,
  next: Transition,
  cause: {
    trigger: Trigger
    actor: StatusHistoryEntry['actor']
    now: Date
    newId: NewId
    paidAt?: Date
    reason?: string
  },
): Promise<Booking> {
  const { now, actor } = cause
  const changed: Booking = {
    ...booking,
    status: next.status,
    paymentStatus: next.paymentStatus,
    paidAt: cause.paidAt ?? booking.paidAt,
    updatedAt: now,
  }
  await writeChange(tx, {
    bookingId: booking.id,
    from: booking.status,
    to: changed.status,
    paymentStatus: changed.paymentStatus,
    paidAt: changed.paidAt,
    reservations: next.reservations,
    at: now,
    actor,
    reason: cause.reason ?? historyReasons[cause.trigger],
    messages: [bookingEvent(cause.trigger, changed, cause)],
  })
  return changed
}

const historyReasons: Record<Trigger, string | null> = {
  'member-cancel': 'cancelled by the member',
  expire: 'the hold ended',
  pay: 'paid',
  'admin-confirm': null,
  'admin-complete': null,
  'admin-cancel': null,
}

function bookingEvent(trigger: Trigger, booking: Booking, context: { now: Date; newId: NewId }): OutboxMessage {
  const payload = toBookingEvent(booking)
  const event = <T extends EventType>(type: T, data: EventData<T>) =>
    createEvent(bookingNames.source, booking.id, type, data, context)
  switch (trigger) {
    case 'member-cancel':
      return event('booking.cancelled', { ...payload, reason: 'member' })
    case 'expire':
      return event('booking.cancelled', { ...payload, reason: 'expired' })
    case 'pay':
      return event('booking.paid', { ...payload, paidAt: (booking.paidAt ?? context.now).toISOString() })
    case 'admin-confirm':
      return event('booking.confirmed', payload)
    case 'admin-complete':
      return event('booking.completed', payload)
    case 'admin-cancel':
      return event('booking.cancelled', { ...payload, reason: 'staff' })
  }
}
