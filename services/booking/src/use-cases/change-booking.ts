import type { StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import type { EventData, EventType } from '@campstore/contract/messages/events'
import type { NewId } from '@campstore/core/new-id'
import type { Queryable } from '@campstore/database/database'
import { createEvent } from '@campstore/holds/messages'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { Trigger, transition } from '../domain/lifecycle.ts'
import { bookingNames } from '../names.ts'
import { type Booking, writeChange } from '../persistence/bookings.ts'
import { presentFacts } from '../presenters.ts'

/** Where the state machine takes a booking. */
export type NextState = NonNullable<ReturnType<typeof transition>>

/**
 * Carries out a transition of a booking that is locked: its state, reservations, history and event, all in the caller's
 * transaction.
 *
 * @param cause.reason what the history says, where it is not what the trigger always means
 * @returns the booking as it is now
 */
export async function changeBooking(
  tx: Queryable,
  booking: Booking,
  next: NextState,
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
    messages: [announcement(cause.trigger, changed, cause)],
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

function announcement(trigger: Trigger, booking: Booking, context: { now: Date; newId: NewId }): OutboxMessage {
  const facts = presentFacts(booking)
  const about = <T extends EventType>(type: T, data: EventData<T>) =>
    createEvent(bookingNames.source, booking.id, type, data, context)
  switch (trigger) {
    case 'member-cancel':
      return about('booking.cancelled', { ...facts, reason: 'member' })
    case 'expire':
      return about('booking.cancelled', { ...facts, reason: 'expired' })
    case 'pay':
      return about('booking.paid', { ...facts, paidAt: (booking.paidAt ?? context.now).toISOString() })
    case 'admin-confirm':
      return about('booking.confirmed', facts)
    case 'admin-complete':
      return about('booking.completed', facts)
    case 'admin-cancel':
      return about('booking.cancelled', { ...facts, reason: 'staff' })
  }
}
