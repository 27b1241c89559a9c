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
