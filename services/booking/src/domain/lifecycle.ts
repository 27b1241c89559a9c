import type { BookingPaymentStatus, BookingStatus, CheckoutStep } from '@campstore/contract/booking/schemas'

/** What can happen to a booking. */
export type Trigger = 'member-cancel' | 'expire' | 'pay' | 'admin-confirm' | 'admin-complete' | 'admin-cancel'

/** What a transition depends on. Times are instants; dates are `YYYY-MM-DD`. */
export type BookingState = {
  status: BookingStatus
  paymentStatus: BookingPaymentStatus
  checkoutExpiresAt: Date
  checkOut: string
}

/** When a transition happens: the instant and, where a date decides, the business date of the policy's time zone. */
export type Moment = { now: Date; today?: string | undefined }

/** What happens to the active rental reservations. */
export type ReservationEffect = 'none' | 'release' | 'fulfil'

/** The result of a transition. */
export type NextState = {
  status: BookingStatus
  paymentStatus: BookingPaymentStatus
  reservations: ReservationEffect
}

type Transition = {
  from: readonly [BookingStatus, BookingPaymentStatus]
  trigger: Trigger
  /** A condition besides the state; absent means none. */
  when?: (booking: BookingState, moment: Moment) => boolean
  to: readonly [BookingStatus, BookingPaymentStatus]
  reservations: ReservationEffect
}

const pastDeadline = (booking: BookingState, { now }: Moment): boolean => booking.checkoutExpiresAt <= now

/**
 * The state machine of a booking (docs/contract/states.md#booking). A transition without a row is refused. Until a booking is
 * expired under its lock, a payment wins and staff may cancel, also past the deadline.
 */
export const lifecycle: readonly Transition[] = [
  {
    from: ['pending', 'unpaid'],
    trigger: 'member-cancel',
    when: (booking, moment) => !pastDeadline(booking, moment),
    to: ['cancelled', 'unpaid'],
    reservations: 'release',
  },
  {
    from: ['pending', 'unpaid'],
    trigger: 'expire',
    when: pastDeadline,
    to: ['cancelled', 'unpaid'],
    reservations: 'release',
  },
  { from: ['pending', 'unpaid'], trigger: 'pay', to: ['pending', 'paid'], reservations: 'none' },
  { from: ['pending', 'paid'], trigger: 'admin-confirm', to: ['confirmed', 'paid'], reservations: 'none' },
  {
    from: ['confirmed', 'paid'],
    trigger: 'admin-complete',
    when: (booking, { today }) => today !== undefined && today >= booking.checkOut,
    to: ['completed', 'paid'],
    reservations: 'fulfil',
  },
  { from: ['pending', 'unpaid'], trigger: 'admin-cancel', to: ['cancelled', 'unpaid'], reservations: 'release' },
]

/** Where a trigger takes a booking at a moment, or undefined when no row of the state machine allows it. */
export function transition(booking: BookingState, trigger: Trigger, moment: Moment): NextState | undefined {
  const row = lifecycle.find(
    candidate =>
      candidate.trigger === trigger &&
      candidate.from[0] === booking.status &&
      candidate.from[1] === booking.paymentStatus &&
      (candidate.when?.(booking, moment) ?? true),
  )
  return row && { status: row.to[0], paymentStatus: row.to[1], reservations: row.reservations }
}

/** The state of a new booking. */
export const initialState = { status: 'pending', paymentStatus: 'unpaid' } as const

/** Whether a hold is over but not yet expired: operations on it are refused (docs/contract/booking.md#checkout, rule 10). */
export const isOverdue = (booking: BookingState, now: Date): boolean =>
  booking.status === 'pending' && booking.paymentStatus === 'unpaid' && pastDeadline(booking, { now })

/** The step of the checkout, derived from the state (docs/contract/states.md#booking-checkout-step). */
export function checkoutStep(booking: Pick<BookingState, 'status' | 'paymentStatus'>): CheckoutStep {
  if (booking.status === 'cancelled') return 'closed'
  return booking.paymentStatus === 'paid' ? 'completed' : 'ready_to_pay'
}
