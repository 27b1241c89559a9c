import type { BookingCheckoutSession } from '@campstore/contract/booking/schemas'
import type { Client } from '@campstore/testing/client'
import { eventually } from '@campstore/testing/waiting'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// docs/contract/states.md#booking: every state with every trigger, through the service.
const start = '2026-11-20T08:00:00.000Z'
const pastDeadline = '2026-11-20T08:15:00.000Z'
const checkOutDay = '2026-12-08T08:00:00.000Z'

let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set(start))

type Booked = { session: BookingCheckoutSession; client: Client }
type State = keyof typeof states
type Trigger = keyof typeof triggers

const decide = (action: 'confirm' | 'complete', { session }: Booked) =>
  fixture.administrator().post(`/internal/booking/bookings/${session.bookingId}/${action}`)
const cancelByStaff = ({ session }: Booked) =>
  fixture.administrator().post(`/internal/booking/bookings/${session.bookingId}/cancel`, { reason: '客人來電取消' })
const cancel = ({ session, client }: Booked) => client.post(`${sessionsPath}/${session.bookingId}/cancel`)

async function pay({ session }: Booked): Promise<string> {
  const { eventId } = await fixture.pay(session)
  return eventually(async () => {
    const { rows } = await fixture.owner.query('select * from booking.payment_notification where event_id = $1', [
      eventId,
    ])
    if (rows.length === 0) throw new Error('the payment has not been handled')
    return rows[0].reason ?? rows[0].outcome
  }, 20)
}

/** How a booking gets into a state. */
const states = {
  'pending, unpaid': async () => {},
  'pending, unpaid, past the deadline': async () => fixture.clock.set(pastDeadline),
  cancelled: async (booked: Booked) => void (await cancel(booked)),
  'pending, paid': async (booked: Booked) => void (await pay(booked)),
  confirmed: async (booked: Booked) => {
    await pay(booked)
    await decide('confirm', booked)
  },
  'confirmed, checked out': async (booked: Booked) => {
    await pay(booked)
    await decide('confirm', booked)
    fixture.clock.set(checkOutDay)
  },
  completed: async (booked: Booked) => {
    await pay(booked)
    await decide('confirm', booked)
    fixture.clock.set(checkOutDay)
    await decide('complete', booked)
  },
}

/** What happens then, and what comes of it: a status or code, an outcome, or a reason. */
const triggers = {
  'member cancels': async (booked: Booked) => answerOf(await cancel(booked)),
  'scheduled expiry': ({ session }: Booked) => fixture.expire(session.bookingId),
  payment: pay,
  'admin confirm': async (booked: Booked) => answerOf(await decide('confirm', booked)),
  'admin complete': async (booked: Booked) => answerOf(await decide('complete', booked)),
  'admin cancel': async (booked: Booked) => answerOf(await cancelByStaff(booked)),
}
const answerOf = ({ status, code }: { status: number; code?: string | undefined }) => code ?? status

async function booked(): Promise<Booked> {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground)
  const { rentalListingId, rentalSkuVariantId } = await fixture.scenario.listing(campground)
  const member = await fixture.member()
  const rentals = [{ rentalListingId, rentalSkuVariantId, quantity: 1 }]
  return { session: await fixture.hold(member, checkoutOf(zone, { rentals })), client: member.client }
}

/** Status, payment, reservation and number of history entries, without those of unapplied payments. */
async function factsOf({ session }: Booked) {
  const { rows } = await fixture.owner.query(
    `select booking.status, payment_status, reservation.status as reservation, zone.status as zone,
      (reservation.released_at is not null) as released,
      (
        select count(*)::integer
        from booking.status_history history
        where history.booking_id = booking.id and (reason is null or reason not like 'payment unapplied: %')
      ) as entries
    from booking.booking
    join booking.rental_reservation reservation on reservation.booking_id = booking.id
    join booking.booking_zone zone on zone.booking_id = booking.id
    where booking.id = $1`,
    [session.bookingId],
  )
  return rows[0]
}

const becomes = {
  cancelled: { status: 'cancelled', payment_status: 'unpaid', reservation: 'released', released: true },
  paid: { status: 'pending', payment_status: 'paid', reservation: 'active', released: false },
  confirmed: { status: 'confirmed', payment_status: 'paid', reservation: 'active', released: false },
  completed: { status: 'completed', payment_status: 'paid', reservation: 'fulfilled', released: false },
}
type Result = [outcome: string | number, to: keyof typeof becomes | 'as it was']
const refused = (outcome: string | number): Result => [outcome, 'as it was']

const table: Record<State, Record<Trigger, Result>> = {
  'pending, unpaid': {
    'member cancels': [200, 'cancelled'],
    'scheduled expiry': refused('early'),
    payment: ['applied', 'paid'],
    'admin confirm': refused('CONFLICT'),
    'admin complete': refused('CONFLICT'),
    'admin cancel': [200, 'cancelled'],
  },
  'pending, unpaid, past the deadline': {
    'member cancels': refused('BOOKING_EXPIRED'),
    'scheduled expiry': ['expired', 'cancelled'],
    payment: ['applied', 'paid'],
    'admin confirm': refused('CONFLICT'),
    'admin complete': refused('CONFLICT'),
    'admin cancel': [200, 'cancelled'],
  },
  cancelled: {
    'member cancels': refused(200),
    'scheduled expiry': refused('unchanged'),
    payment: refused('cancelled'),
    'admin confirm': refused('CONFLICT'),
    'admin complete': refused('CONFLICT'),
    'admin cancel': refused(200),
  },
  'pending, paid': {
    'member cancels': refused('CONFLICT'),
    'scheduled expiry': refused('unchanged'),
    payment: refused('already_paid'),
    'admin confirm': [200, 'confirmed'],
    'admin complete': refused('CONFLICT'),
    'admin cancel': refused('CONFLICT'),
  },
  confirmed: {
    'member cancels': refused('CONFLICT'),
    'scheduled expiry': refused('unchanged'),
    payment: refused('already_paid'),
    'admin confirm': refused('CONFLICT'),
    'admin complete': refused('CONFLICT'),
    'admin cancel': refused('CONFLICT'),
  },
  'confirmed, checked out': {
    'member cancels': refused('CONFLICT'),
    'scheduled expiry': refused('unchanged'),
    payment: refused('already_paid'),
    'admin confirm': refused('CONFLICT'),
    'admin complete': [200, 'completed'],
    'admin cancel': refused('CONFLICT'),
  },
  completed: {
    'member cancels': refused('CONFLICT'),
    'scheduled expiry': refused('unchanged'),
    payment: refused('already_paid'),
    'admin confirm': refused('CONFLICT'),
    'admin complete': refused('CONFLICT'),
    'admin cancel': refused('CONFLICT'),
  },
}

const entriesOf = <Key extends string, Value>(record: Record<Key, Value>) => Object.entries(record) as [Key, Value][]
const rows = entriesOf(table).flatMap(([state, byTrigger]) =>
  entriesOf(byTrigger).map(([trigger, [outcome, to]]) => ({ state, trigger, outcome, to })),
)

describe('lifecycle', () => {
  test.each(rows)('$state + $trigger -> $to ($outcome)', async ({ state, trigger, outcome, to }) => {
    const subject = await booked()
    await states[state](subject)
    const before = await factsOf(subject)
    expect(await triggers[trigger](subject)).toBe(outcome)
    const expected =
      to === 'as it was' ? before : { ...becomes[to], zone: becomes[to].status, entries: before.entries + 1 }
    expect(await factsOf(subject)).toEqual(expected)
  })
})
