import type { AdminBookingDetail, CheckoutStep } from '@campstore/contract/booking/schemas'
import {
  type CommonTrigger,
  isOverdue,
  type Moment,
  nextState,
  type StaffAction,
  type Transition,
} from '@campstore/holds/lifecycle'
import { agreedTier } from './cancellation.ts'

export type Trigger =
  | CommonTrigger
  | 'member-cancel-paid'
  | 'admin-confirm'
  | 'admin-change'
  | 'admin-attend'
  | 'admin-complete'
  | 'change-contact'

/** The data that a transition depends on. Times are instants; dates are `YYYY-MM-DD`. */
export type BookingState = Pick<
  AdminBookingDetail,
  'status' | 'paymentStatus' | 'checkIn' | 'checkOut' | 'attendance' | 'cancellationTiers'
> & { checkoutExpiresAt: Date }

/** The effect on the active rental reservations. */
export type ReservationEffect = 'none' | 'release' | 'fulfil'

const pastDeadline = (booking: BookingState, { now }: Moment): boolean => booking.checkoutExpiresAt <= now

const toCome = ['pending', 'confirmed'] as const

/**
 * The state machine of a booking (docs/contract/states.md#booking). A transition without a row is refused. Until a booking is
 * expired under its lock, a payment wins and staff may cancel, also past the deadline.
 */
const lifecycle: readonly Transition<BookingState, Trigger, ReservationEffect>[] = [
  {
    trigger: 'member-cancel',
    from: ['pending', 'unpaid'],
    when: (booking, moment) => !pastDeadline(booking, moment),
    to: { status: 'cancelled' },
    effects: 'release',
  },
  {
    trigger: 'expire',
    from: ['pending', 'unpaid'],
    when: pastDeadline,
    to: { status: 'cancelled' },
    effects: 'release',
  },
  { trigger: 'pay', from: ['pending', 'unpaid'], to: { paymentStatus: 'paid' }, effects: 'none' },
  { trigger: 'admin-confirm', from: ['pending', 'paid'], to: { status: 'confirmed' }, effects: 'none' },
  { trigger: 'admin-change', from: [toCome, 'paid'], effects: 'none' },
  {
    trigger: 'admin-attend',
    from: ['confirmed', 'paid'],
    when: (booking, { today }) => today !== undefined && today >= booking.checkIn,
    effects: 'none',
  },
  {
    trigger: 'admin-complete',
    from: ['confirmed', 'paid'],
    when: (booking, { today }) => today !== undefined && today >= booking.checkOut,
    to: { status: 'completed' },
    effects: 'fulfil',
  },
  {
    trigger: 'change-contact',
    from: [toCome, 'paid'],
    when: (booking, { today }) => today !== undefined && today <= booking.checkOut,
    effects: 'none',
  },
  { trigger: 'admin-cancel', from: ['pending', 'unpaid'], to: { status: 'cancelled' }, effects: 'release' },
  { trigger: 'admin-cancel-paid', from: [toCome, 'paid'], to: { status: 'cancelled' }, effects: 'release' },
  {
    trigger: 'member-cancel-paid',
    from: [toCome, 'paid'],
    when: (booking, { now }) => agreedTier(booking, now) !== undefined,
    to: { status: 'cancelled' },
    effects: 'release',
  },
  { trigger: 'admin-refund', from: [[...toCome, 'completed', 'cancelled'], 'paid'], effects: 'none' },
]

/** The effect of a trigger on a booking at a moment; undefined when it is refused. */
export const transition = (booking: BookingState, trigger: Trigger, moment: Moment) =>
  nextState(lifecycle, booking, trigger, moment)

/** The actions of staff on a booking, with the message of the refusal (docs/contract/admin.md#bookings). */
export const staffActions = {
  confirm: { trigger: 'admin-confirm', refusal: 'booking.notConfirmable' },
  /** Of dates, guests, zones or rentals (docs/contract/admin.md#change-a-stay). */
  change: { trigger: 'admin-change', refusal: 'booking.notChangeable' },
  attend: { trigger: 'admin-attend', refusal: 'booking.noAttendance' },
  /** By staff or the member (docs/contract/booking.md#correct-the-contact). */
  changeContact: { trigger: 'change-contact', refusal: 'booking.contactUnchangeable' },
  complete: { trigger: 'admin-complete', refusal: 'booking.notCompletable' },
  cancel: { trigger: 'admin-cancel', refusal: 'booking.notCancellable' },
  /** With a refund (docs/contract/admin.md#cancel-with-a-refund). */
  cancelPaid: { trigger: 'admin-cancel-paid', refusal: 'booking.notRefundable' },
  /** Of a part of what was paid (docs/contract/admin.md#refunds). */
  refund: { trigger: 'admin-refund', refusal: 'booking.notPaid' },
} as const satisfies Record<string, StaffAction<Trigger>>

/** The state of a new booking. */
export const initialState = { status: 'pending', paymentStatus: 'unpaid' } as const

/**
 * Whether the hold ended unpaid at its deadline, even if the booking is not cancelled yet (docs/contract/booking.md#checkout,
 * rule 10). A booking cancelled earlier does not change.
 */
export const hasExpired = (booking: BookingState & { updatedAt: Date }, now: Date): boolean =>
  isOverdue({ transition }, booking, now) ||
  (booking.status === 'cancelled' &&
    booking.paymentStatus === 'unpaid' &&
    booking.updatedAt >= booking.checkoutExpiresAt)

/** The step of the checkout, derived from the state (docs/contract/states.md#booking-checkout-step). */
export function checkoutStep(booking: Pick<BookingState, 'status' | 'paymentStatus'>): CheckoutStep {
  if (booking.status === 'cancelled') return 'closed'
  return booking.paymentStatus === 'paid' ? 'completed' : 'ready_to_pay'
}
