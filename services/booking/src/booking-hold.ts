import { text } from '@campstore/contract/texts/text'
import type { HoldDefinition } from '@campstore/holds/hold-definition'
import { type ReservationEffect, type Trigger, transition } from './domain/lifecycle.ts'
import { bookingExpired, bookingNotFound } from './domain/not-found.ts'
import { bookingNames } from './names.ts'
import { type Booking, bookingReads, writeTransition } from './persistence/bookings.ts'
import { lockNightsOfBookings } from './persistence/zones.ts'
import { toBookingEvent } from './presenters.ts'

const entries = 'booking.status_history where booking_id = $1'

/** A booking as a hold: how it is changed, expires and is paid (docs/contract/states.md#booking, docs/contract/messages.md#how-a-payment-is-applied). */
export const bookingHold: HoldDefinition<Booking, Trigger, ReservationEffect> = {
  ...bookingNames,
  ...bookingReads,
  transition,
  events: {
    'member-cancel': 'booking.cancelled',
    'member-cancel-paid': 'booking.cancelled',
    expire: 'booking.cancelled',
    pay: 'booking.paid',
    'admin-confirm': 'booking.confirmed',
    'admin-change': 'booking.changed',
    'admin-attend': 'booking.attendance',
    'admin-complete': 'booking.completed',
    'change-contact': 'booking.contact-changed',
    'admin-cancel': 'booking.cancelled',
    'admin-cancel-paid': 'booking.cancelled',
    'admin-refund': 'booking.refund-opened',
  },
  limited: {
    'admin-attend': `${entries} and reason in ('arrived', 'no-show', 'attendance withdrawn')`,
    // The present one is already there.
    'admin-change': 'booking.stay_change where booking_id = $1 offset 1',
    'admin-refund': "booking.refund where target_id = $1 and cause = 'goodwill'",
    'change-contact': `${entries} and reason like 'contact changed, %'`,
  },
  toEvent: toBookingEvent,
  write: writeTransition,
  // The error is the same for a missing and a foreign booking, so that it does not reveal which ids exist.
  refusals: {
    notFound: bookingNotFound,
    foreign: bookingNotFound,
    expired: bookingExpired,
    notCancellable: ({ paymentStatus }) =>
      text(paymentStatus === 'paid' ? 'booking.onlyStaffCancels' : 'booking.notCancellable'),
  },
  heldByMember: `
    select booking.customer_id, sum(zone.quantity * (upper(zone.stay) - lower(zone.stay))) as units
    from booking.booking
    join booking.booking_zone zone on zone.booking_id = booking.id
    where booking.status = 'pending' and booking.payment_status = 'unpaid'
    group by booking.customer_id`,
  endsPerTransaction: 20,
  lockShared: lockNightsOfBookings,
  takenAt: ({ createdAt }) => createdAt,
  costOf: ({ finalAmount }) => finalAmount,
}
