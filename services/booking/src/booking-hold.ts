import { sameAmount } from '@campstore/core/money'
import type { HoldDefinition } from '@campstore/holds/hold-definition'
import { isOverdue } from './domain/lifecycle.ts'
import { bookingNames } from './names.ts'
import { type Booking, lockBooking, lockNextOverdueBooking } from './persistence/bookings.ts'
import { applyTransition } from './use-cases/apply-transition.ts'

/** How a booking's hold expires and is paid (docs/contract/states.md#booking, docs/contract/messages.md#how-a-payment-is-applied). */
export const bookingHold: HoldDefinition<Booking> = {
  ...bookingNames,
  openRecords: `booking.booking where status = 'pending' and payment_status = 'unpaid'`,
  heldByMember: `
    select booking.customer_id, sum(zone.quantity * (upper(zone.stay) - lower(zone.stay))) as units
    from booking.booking
    join booking.booking_zone zone on zone.booking_id = booking.id
    where booking.status = 'pending' and booking.payment_status = 'unpaid'
    group by booking.customer_id`,
  lock: lockBooking,
  lockNextOverdue: lockNextOverdueBooking,
  isOverdue,
  applyTransition,
  // Expiry locks only the booking's own rows: capacity and rental stock are counted, not stored.
  endsPerTransaction: 20,
  isDue: async (_, { finalAmount }, amount) => sameAmount(amount, finalAmount),
  refusesPayment({ status, paymentStatus }) {
    if (status === 'cancelled') return 'cancelled'
    return paymentStatus === 'paid' ? 'already_paid' : undefined
  },
}
