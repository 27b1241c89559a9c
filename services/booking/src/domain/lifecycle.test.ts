import { describe, expect, test } from 'vitest'
import {
  type BookingState,
  checkoutStep,
  initialState,
  isOverdue,
  type Moment,
  type ReservationEffect,
  type Trigger,
  transition,
} from './lifecycle.ts'

const deadline = new Date('2026-11-20T08:15:00.000Z')
const moments = {
  'before the deadline': { now: new Date(deadline.getTime() - 1), today: '2026-11-20' },
  'at the deadline': { now: deadline, today: '2026-11-20' },
  'past the deadline': { now: new Date(deadline.getTime() + 1), today: '2026-11-20' },
  'the day before check-out': { now: new Date('2026-12-08T08:00:00Z'), today: '2026-12-08' },
  'on the check-out day': { now: new Date('2026-12-09T08:00:00Z'), today: '2026-12-09' },
  'after the check-out day': { now: new Date('2026-12-10T08:00:00Z'), today: '2026-12-10' },
} satisfies Record<string, Moment>
type When = keyof typeof moments

const states = [
  'pending, unpaid',
  'pending, paid',
  'confirmed, paid',
  'completed, paid',
  'cancelled, unpaid',
  'cancelled, paid',
  'confirmed, unpaid',
  'completed, unpaid',
] as const
type State = (typeof states)[number]

const triggers: readonly Trigger[] = [
  'member-cancel',
  'expire',
  'pay',
  'admin-confirm',
  'admin-complete',
  'admin-cancel',
]

function bookingIn(state: State): BookingState {
  const [status, paymentStatus] = state.split(', ') as [BookingState['status'], BookingState['paymentStatus']]
  return { status, paymentStatus, checkoutExpiresAt: deadline, checkOut: '2026-12-09' }
}

const always: readonly When[] = Object.keys(moments) as When[]
const pastIt: readonly When[] = always.filter(when => when !== 'before the deadline')

/** The table of docs/contract/states.md#booking, written independently: from, trigger, when, to, reservations. */
const table: [State, Trigger, readonly When[], State, ReservationEffect][] = [
  ['pending, unpaid', 'member-cancel', ['before the deadline'], 'cancelled, unpaid', 'release'],
  ['pending, unpaid', 'expire', pastIt, 'cancelled, unpaid', 'release'],
  ['pending, unpaid', 'pay', always, 'pending, paid', 'none'],
  ['pending, paid', 'admin-confirm', always, 'confirmed, paid', 'none'],
  [
    'confirmed, paid',
    'admin-complete',
    ['on the check-out day', 'after the check-out day'],
    'completed, paid',
    'fulfil',
  ],
  ['pending, unpaid', 'admin-cancel', always, 'cancelled, unpaid', 'release'],
]

describe('lifecycle: what the table of the contract allows', () => {
  const allowed = table.flatMap(([from, trigger, when, to, reservations]) =>
    when.map(moment => ({ from, trigger, moment, to, reservations })),
  )
  test.each(allowed)('$from + $trigger $moment -> $to, reservations $reservations', row => {
    const next = transition(bookingIn(row.from), row.trigger, moments[row.moment])
    const { status, paymentStatus } = bookingIn(row.to)
    expect(next).toEqual({ status, paymentStatus, reservations: row.reservations })
  })
})

describe('lifecycle: everything else is refused', () => {
  const refused = states.flatMap(from =>
    triggers.flatMap(trigger => {
      const row = table.find(([state, by]) => state === from && by === trigger)
      return always.filter(moment => !row?.[2].includes(moment)).map(moment => ({ from, trigger, moment }))
    }),
  )
  test.each(refused)('$from + $trigger $moment is refused', ({ from, trigger, moment }) => {
    expect(transition(bookingIn(from), trigger, moments[moment])).toBeUndefined()
  })
})

test('lifecycle: without knowing the date, nothing is completed', () => {
  const late = { now: moments['after the check-out day'].now }
  expect(transition(bookingIn('confirmed, paid'), 'admin-complete', late)).toBeUndefined()
})

test('lifecycle: a new booking is pending and unpaid', () => {
  expect(initialState).toEqual({ status: 'pending', paymentStatus: 'unpaid' })
})

describe('checkoutStep derives from the state', () => {
  test.each<[State, string]>([
    ['pending, unpaid', 'ready_to_pay'],
    ['pending, paid', 'completed'],
    ['confirmed, paid', 'completed'],
    ['completed, paid', 'completed'],
    ['cancelled, unpaid', 'closed'],
    ['cancelled, paid', 'closed'],
  ])('%s gives %s', (state, step) => {
    expect(checkoutStep(bookingIn(state))).toBe(step)
  })
})

describe('isOverdue: a hold that is over but not yet expired (booking checkout, rule 10)', () => {
  test.each<[State, When, boolean]>([
    ['pending, unpaid', 'before the deadline', false],
    ['pending, unpaid', 'at the deadline', true],
    ['pending, unpaid', 'past the deadline', true],
    ['pending, paid', 'past the deadline', false],
    ['confirmed, paid', 'past the deadline', false],
    ['cancelled, unpaid', 'past the deadline', false],
  ])('%s %s: %s', (state, when, overdue) => {
    expect(isOverdue(bookingIn(state), moments[when].now)).toBe(overdue)
  })
})
