import type { BookingPaymentStatus, BookingStatus, CheckoutStep } from '@campstore/contract/booking/schemas'

/** What can happen to a booking. */
export type Trigger = 'member-cancel' | 'expire' | 'pay' | 'admin-confirm' | 'admin-complete' | 'admin-cancel'

/** What a decision looks at. Times are instants; dates are `YYYY-MM-DD`. */
export type BookingState = {
  status: BookingStatus
  paymentStatus: BookingPaymentStatus
  checkoutExpiresAt: Date
  checkOut: string
}

/** The moment of a decision: the instant and, where a date decides, the business date of the policy's time zone. */
export type Moment = { now: Date; today?: string }

type Row = {
  from: readonly [BookingStatus, BookingPaymentStatus]
  trigger: Trigger
  /** Holds besides the state; absent means always. */
  when?: (booking: BookingState, moment: Moment) => boolean
  to: readonly [BookingStatus, BookingPaymentStatus]
  /** What becomes of the active rental reservations. */
  reservations: 'kept' | 'released' | 'fulfilled'
}

const pastDeadline = (booking: BookingState, { now }: Moment): boolean => booking.checkoutExpiresAt <= now

/**
 * The state machine of a booking (interface.md, States, Booking; decisions.md, 5, 10 and 13). What no row allows is refused.
 * A payment past the deadline wins while the booking is not yet expired under its lock; staff may cancel as long as well.
 */
export const lifecycle: readonly Row[] = [
  {
    from: ['pending', 'unpaid'],
    trigger: 'member-cancel',
    when: (booking, moment) => !pastDeadline(booking, moment),
    to: ['cancelled', 'unpaid'],
    reservations: 'released',
  },
  {
    from: ['pending', 'unpaid'],
    trigger: 'expire',
    when: pastDeadline,
    to: ['cancelled', 'unpaid'],
    reservations: 'released',
  },
  { from: ['pending', 'unpaid'], trigger: 'pay', to: ['pending', 'paid'], reservations: 'kept' },
  { from: ['pending', 'paid'], trigger: 'admin-confirm', to: ['confirmed', 'paid'], reservations: 'kept' },
  {
    from: ['confirmed', 'paid'],
    trigger: 'admin-complete',
    when: (booking, { today }) => today !== undefined && today >= booking.checkOut,
    to: ['completed', 'paid'],
    reservations: 'fulfilled',
  },
  { from: ['pending', 'unpaid'], trigger: 'admin-cancel', to: ['cancelled', 'unpaid'], reservations: 'released' },
]

/** Where a trigger takes a booking at a moment, or undefined when the state machine has no such way. */
export function transition(
  booking: BookingState,
  trigger: Trigger,
  moment: Moment,
): { status: BookingStatus; paymentStatus: BookingPaymentStatus; reservations: Row['reservations'] } | undefined {
  const row = lifecycle.find(
    candidate =>
      candidate.trigger === trigger &&
      candidate.from[0] === booking.status &&
      candidate.from[1] === booking.paymentStatus &&
      (candidate.when?.(booking, moment) ?? true),
  )
  return row && { status: row.to[0], paymentStatus: row.to[1], reservations: row.reservations }
}

/** The state of a booking that has just been made. */
export const initialState = { status: 'pending', paymentStatus: 'unpaid' } as const

/** Whether a hold is over but not yet expired: operations on it are refused (booking checkout, rule 10). */
export const isOverdue = (booking: BookingState, now: Date): boolean =>
  booking.status === 'pending' && booking.paymentStatus === 'unpaid' && booking.checkoutExpiresAt <= now

/** Where the checkout stands: pending awaiting payment, paid, or cancelled (interface.md, States, Booking, rules). */
export function checkoutStep(booking: Pick<BookingState, 'status' | 'paymentStatus'>): CheckoutStep {
  if (booking.status === 'cancelled') return 'closed'
  return booking.paymentStatus === 'paid' ? 'completed' : 'ready_to_pay'
}
