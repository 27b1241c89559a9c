import { sameAmount } from '@campstore/core/money'
import type { NewId } from '@campstore/core/new-id'
import { appendStatusHistory } from '@campstore/holds/history'
import type { HoldDefinition } from '@campstore/holds/hold-definition'
import { transition } from './domain/lifecycle.ts'
import { bookingNames } from './names.ts'
import { type Booking, lockBooking, lockNextOverdueBooking } from './persistence/bookings.ts'
import { changeBooking } from './use-cases/change-booking.ts'

/** How a booking's hold ends and how it is paid (docs/contract/states.md#booking, docs/contract/messages.md#how-a-payment-is-applied). */
export const bookingHold = ({ newId }: { newId: NewId }): HoldDefinition<Booking> => ({
  ...bookingNames,
  lock: lockBooking,
  lockNextOverdue: lockNextOverdueBooking,
  overdueSince: (booking, now) => (transition(booking, 'expire', { now }) ? booking.checkoutExpiresAt : undefined),
  // Ending a booking locks only its own rows: capacity and rental stock are counted, not stored.
  endsPerTransaction: 20,
  async expire(tx, booking, now) {
    const next = transition(booking, 'expire', { now })
    if (!next) return false
    await changeBooking(tx, booking, next, { trigger: 'expire', actor: { type: 'system', id: null }, now, newId })
    return true
  },
  isDue: async (_, { finalAmount }, amount) => sameAmount(amount, finalAmount),
  refusesPayment({ status, paymentStatus }) {
    if (status === 'cancelled') return 'cancelled'
    return paymentStatus === 'paid' ? 'already_paid' : undefined
  },
  async pay(tx, booking, { eventId, paidAt, now }) {
    const next = transition(booking, 'pay', { now })
    if (!next) throw new Error(`A booking that is ${booking.status} and ${booking.paymentStatus} cannot be paid`)
    const actor = { type: 'payment', id: eventId } as const
    await changeBooking(tx, booking, next, { trigger: 'pay', actor, now, newId, paidAt })
  },
  recordPaymentFailure: (tx, { id, status }, now) =>
    appendStatusHistory(tx, bookingNames, {
      id,
      from: status,
      to: status,
      at: now,
      reason: 'payment failed',
      actor: { type: 'payment', id: null },
    }),
})
