import type { Moment } from '@campstore/holds/lifecycle'
import { testLifecycle } from '@campstore/holds/testing/lifecycle-matrix'
import { type BookingState, type ReservationEffect, type Trigger, transition } from './lifecycle.ts'

const deadline = new Date('2026-11-20T08:15:00.000Z')
const moments = {
  'before the deadline': { now: new Date(deadline.getTime() - 1), today: '2026-11-20' },
  'at the deadline': { now: deadline, today: '2026-11-20' },
  'past the deadline': { now: new Date(deadline.getTime() + 1), today: '2026-11-20' },
  'on the last day of the tiers': { now: new Date('2026-12-04T15:59:59.999Z'), today: '2026-12-04' },
  'the day after the tiers': { now: new Date('2026-12-04T16:00:00Z'), today: '2026-12-05' },
  'the day before check-out': { now: new Date('2026-12-08T08:00:00Z'), today: '2026-12-08' },
  'on the check-out day': { now: new Date('2026-12-09T08:00:00Z'), today: '2026-12-09' },
  'after the check-out day': { now: new Date('2026-12-10T08:00:00Z'), today: '2026-12-10' },
} satisfies Record<string, Moment>
type When = keyof typeof moments

const triggers: readonly Trigger[] = [
  'member-cancel',
  'member-cancel-paid',
  'expire',
  'pay',
  'admin-confirm',
  'admin-change',
  'admin-attend',
  'admin-complete',
  'admin-cancel',
  'admin-cancel-paid',
  'change-contact',
]

const bookingIn = (status: BookingState['status'], paymentStatus: BookingState['paymentStatus']): BookingState => ({
  status,
  paymentStatus,
  checkoutExpiresAt: deadline,
  checkIn: '2026-12-08',
  checkOut: '2026-12-09',
  attendance: null,
  cancellationTiers: [
    { daysBefore: 7, refundPercent: 100 },
    { daysBefore: 4, refundPercent: 50 },
  ],
})
const states = {
  'pending, unpaid': bookingIn('pending', 'unpaid'),
  'pending, paid': bookingIn('pending', 'paid'),
  'confirmed, paid': bookingIn('confirmed', 'paid'),
  'completed, paid': bookingIn('completed', 'paid'),
  'cancelled, unpaid': bookingIn('cancelled', 'unpaid'),
  'cancelled, paid': bookingIn('cancelled', 'paid'),
  'confirmed, unpaid': bookingIn('confirmed', 'unpaid'),
  'completed, unpaid': bookingIn('completed', 'unpaid'),
}
type State = keyof typeof states

const always: readonly When[] = Object.keys(moments) as When[]
const sinceCheckOut: readonly When[] = ['on the check-out day', 'after the check-out day']
const sinceCheckIn: readonly When[] = ['the day before check-out', ...sinceCheckOut]
const untilCheckOut: readonly When[] = always.filter(when => when !== 'after the check-out day')
const whileTiersApply: readonly When[] = always.slice(0, 4)
const pastIt: readonly When[] = always.filter(when => when !== 'before the deadline')

/** The table of docs/contract/states.md#booking, written independently: from, trigger, when, to, reservations. */
type Reached = [BookingState['status'], BookingState['paymentStatus']]
const rows: [State, Trigger, readonly When[], Reached, ReservationEffect][] = [
  ['pending, unpaid', 'member-cancel', ['before the deadline'], ['cancelled', 'unpaid'], 'release'],
  ['pending, unpaid', 'expire', pastIt, ['cancelled', 'unpaid'], 'release'],
  ['pending, unpaid', 'pay', always, ['pending', 'paid'], 'none'],
  ['pending, unpaid', 'admin-cancel', always, ['cancelled', 'unpaid'], 'release'],
  ['pending, paid', 'admin-change', always, ['pending', 'paid'], 'none'],
  ['confirmed, paid', 'admin-change', always, ['confirmed', 'paid'], 'none'],
  ['pending, paid', 'change-contact', untilCheckOut, ['pending', 'paid'], 'none'],
  ['confirmed, paid', 'change-contact', untilCheckOut, ['confirmed', 'paid'], 'none'],
  ['confirmed, paid', 'admin-attend', sinceCheckIn, ['confirmed', 'paid'], 'none'],
  ['pending, paid', 'admin-cancel-paid', always, ['cancelled', 'paid'], 'release'],
  ['confirmed, paid', 'admin-cancel-paid', always, ['cancelled', 'paid'], 'release'],
  ['pending, paid', 'member-cancel-paid', whileTiersApply, ['cancelled', 'paid'], 'release'],
  ['confirmed, paid', 'member-cancel-paid', whileTiersApply, ['cancelled', 'paid'], 'release'],
  ['pending, paid', 'admin-confirm', always, ['confirmed', 'paid'], 'none'],
  ['confirmed, paid', 'admin-complete', sinceCheckOut, ['completed', 'paid'], 'fulfil'],
]
const table = rows.map(([from, trigger, when, [status, paymentStatus], effects]) => {
  return { from, trigger, when, changes: { status, paymentStatus }, effects }
})
testLifecycle({ transition, states, triggers, moments, table })
