import { inDays, type OpenCampground, openCampground } from '@campstore/testing/campground'
import type { ApiResponse } from '@campstore/testing/send'
import { storedHold } from '@campstore/testing/stored-holds'
import { expect, test } from 'vitest'
import { stayAt } from '../system/campground.ts'
import { sessionOf } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { inBatches, race, untilProcessed } from './outcomes.ts'
import { memberOf, system } from './system.ts'

// Changes and cancellations of something paid, against what else happens to it (docs/contract/admin.md#change-a-stay,
// #cancel-with-a-refund, #refunds, docs/contract/booking.md#cancel-a-paid-stay).

type Stay = Parameters<typeof stayAt>[1]

/** A campground whose nights have one price, so that a stay of as many nights costs the same. */
export async function campgroundOf(zones: readonly number[], rentals: readonly number[] = []): Promise<OpenCampground> {
  const campground = await openCampground(system.owner, { zones, rentals })
  await system.owner.query('update booking.zone set price_holiday = price_weekday where campground_id = $1', [
    campground.id,
  ])
  return campground
}

/** A booking of two nights, at 800.00 each. */
export async function book(campground: OpenCampground, stay: Stay, member = memberOf(0)) {
  const request = stayAt(campground, stay)
  const { bookingId: id, pricing } = sessionOf(await member.checkout(request))
  const target = { kind: 'booking', id } as const
  const pay = () => system.payments.pay(target, pricing.finalAmount)
  return { id, member, request, target, amount: pricing.finalAmount, pay }
}
type Booked = Awaited<ReturnType<typeof book>>

export async function paidStay(campground: OpenCampground, stay: Stay = {}, member = memberOf(0)) {
  const booked = await book(campground, stay, member)
  const eventId = await booked.pay()
  await untilProcessed(system.owner, [booked.id])
  return { ...booked, eventId }
}

/** A paid booking of its own campground, with all available rentals. */
export async function paidBooking(member = memberOf(0)) {
  const campground = await campgroundOf([1], [1])
  return paidStay(campground, { rentals: campground.rentals.map(rental => ({ ...rental, quantity: 1 })) }, member)
}

const act = (action: string, body?: object) => (booked: Pick<Booked, 'id'>) =>
  actByStaff(system, 'booking', booked.id, action, body)

/** What a booking may be before a race. */
const startOf = {
  unpaid: async (member: Booked['member']) => book(await campgroundOf([1]), {}, member),
  paid: async (member: Booked['member']) => paidStay(await campgroundOf([1]), {}, member),
  'with rentals': paidBooking,
  confirmed: async (member: Booked['member']) => {
    const booked = await paidBooking(member)
    await act('confirm')(booked)
    return booked
  },
  /** A confirmed stay that is over. */
  over: async (member: Booked['member']) => {
    const booked = await startOf.paid(member)
    await act('confirm')(booked)
    const past = [booked.id, inDays(-3), inDays(-1)]
    await system.owner.query('update booking.booking set check_in = $2, check_out = $3 where id = $1', past)
    await system.owner.query('update booking.booking_zone set stay = daterange($2, $3) where booking_id = $1', past)
    return booked
  },
}

/** Changes a stay for what was paid, two nights' price. */
export const change = (booked: Booked, wanted: object, expectedAmount = '1600.00') =>
  act('change', { ...wanted, price: 'kept', expectedAmount, reason: 'asked' })(booked)

export const later = { checkIn: inDays(11), checkOut: inDays(13) }
export const cancelPaid = act('cancel-paid', { reason: 'closed' })
/** By the tiers, half of the price. */
const halfOf = ({ amount }: Booked) => Math.ceil(Number(amount) / 2).toFixed(2)

const operations = {
  'another stay': (booked: Booked) => change(booked, later),
  'other guests': (booked: Booked) => change(booked, { guestCount: 4 }),
  'yet other guests': (booked: Booked) => change(booked, { guestCount: 5 }),
  /** One night less: half of the payment comes back. */
  'a shorter stay': act('change', { checkOut: inDays(11), price: 'new', expectedAmount: '800.00', reason: 'asked' }),
  confirm: act('confirm'),
  complete: act('complete'),
  'cancel-paid': cancelPaid,
  /** For half of what is left, which the member saw before. */
  'cancel by the member': (booked: Booked) =>
    booked.member.post(`/api/booking/bookings/${booked.id}/cancel`, { refundAmount: halfOf(booked) }),
  'cancel as unpaid': act('cancel', { reason: 'not paid' }),
  'refund more than half': act('refunds', { amount: '1000.00', reason: 'no hot water' }),
  pay: ({ pay }: Booked) => pay().then(() => 'published'),
} satisfies Record<string, (booked: Booked) => Promise<ApiResponse | string>>
type Operation = keyof typeof operations

/** The results of both when the first one gets the lock first, and when it is second, if that differs. */
const races: [one: Operation, other: Operation, before: keyof typeof startOf, first: string[], second?: string[]][] = [
  ['another stay', 'confirm', 'paid', ['200', '200'], ['200', '200']],
  ['another stay', 'cancel-paid', 'paid', ['200', '200'], ['409 CONFLICT', '200']],
  ['another stay', 'another stay', 'paid', ['200', '200']],
  ['another stay', 'yet other guests', 'paid', ['200', '200'], ['200', '200']],
  ['another stay', 'pay', 'paid', ['200', 'published'], ['200', 'published']],
  ['another stay', 'pay', 'unpaid', ['409 CONFLICT', 'published'], ['200', 'published']],
  ['other guests', 'complete', 'over', ['200', '200'], ['409 CONFLICT', '200']],
  ['a shorter stay', 'refund more than half', 'paid', ['200', '400 VALIDATION_ERROR'], ['200', '200']],
  ['a shorter stay', 'cancel by the member', 'paid', ['200', '409 CONFLICT'], ['409 CONFLICT', '200']],
  ...(['cancel-paid', 'cancel by the member'] as const).flatMap((by): typeof races => [
    [by, 'confirm', 'with rentals', ['200', '409 CONFLICT'], ['200', '200']],
    // The guest has not checked out.
    [by, 'complete', 'confirmed', ['200', '409 CONFLICT'], ['200', '409 CONFLICT']],
    [by, by, 'with rentals', ['200', '200']],
    [by, 'cancel as unpaid', 'with rentals', ['200', '200'], ['200', '409 CONFLICT']],
    [by, 'pay', 'with rentals', ['200', 'published'], ['200', 'published']],
  ]),
  // Staff give all of it back, so the member is told another amount.
  ['cancel by the member', 'cancel-paid', 'with rentals', ['200', '200'], ['409 CONFLICT', '200']],
]

const cases = races.flatMap(([one, other, before, first, second]) => [
  { one, other, before, sequence: 'first', expected: first },
  ...(second ? [{ one, other, before, sequence: 'second', expected: second }] : []),
])
type Case = (typeof cases)[number]

/** Races operations on a booking each. */
async function raceBookings(batch: readonly Case[]) {
  const bookings = await Promise.all(batch.map(({ before }, line) => startOf[before](memberOf(line))))
  const pairs = bookings.map((booking, line) => {
    const { one, other, sequence } = batch[line] ?? expect.fail()
    const acts = [() => operations[one](booking), () => operations[other](booking)] as const
    return { id: booking.id, acts, isFirst: sequence === 'first' }
  })
  const results = await race(system.owner, 'booking', pairs)
  const ids = bookings.map(({ id }) => id)
  const paidTwice = batch.filter(({ other, before }) => other === 'pay' && before !== 'unpaid')
  await untilProcessed(system.owner, ids, batch.length + paidTwice.length)
  return bookings.map((booking, line) => ({ booking, results: results[line] }))
}

/** A change takes effect once. */
async function expectChanged({ id }: Booked, { other, expected }: Case): Promise<void> {
  const { rowCount } = await system.owner.query('select from booking.stay_change where booking_id = $1', [id])
  expect(rowCount).toBe((expected[0] === '200' ? 1 : 0) + (other === 'yet other guests' ? 1 : 0))
}

/** Cancelled once, with one refund, and all that the booking held is free. */
async function expectCancelled(booking: Booked, { one, other, sequence }: Case): Promise<void> {
  const stored = await storedHold(system.owner, booking.id)
  expect(stored).toMatchObject({ status: 'cancelled', paymentStatus: 'paid', reservations: ['released'] })
  const isByMember = one === 'cancel by the member' && (sequence === 'first' || other !== 'cancel-paid')
  const steps = [`cancelled by ${isByMember ? 'member' : 'admin'}`]
  expect(stored.steps.filter(step => step.startsWith('cancelled'))).toEqual(steps)
  const sql = 'select cause, amount from booking.refund where target_id = $1 order by cause'
  const cancelled = { cause: 'cancelled', amount: isByMember ? halfOf(booking) : booking.amount }
  const unapplied = { cause: 'unapplied', amount: booking.amount }
  const refunds = other === 'pay' ? [cancelled, unapplied] : [cancelled]
  expect((await system.owner.query(sql, [booking.id])).rows).toEqual(refunds)
  const { request, member } = booking
  sessionOf(await member.checkout({ ...request, idempotencyKey: `${request.idempotencyKey}-again` }))
}

/** Registers the tests of two operations on one booking. */
export function bookingRaces(): void {
  const groupOf = ({ other, sequence }: Case) => (other === 'pay' ? sequence : '')
  const foundOf = inBatches(cases, { groupOf, run: raceBookings })
  test.each(cases)('$one, $sequence, against $other of one booking ($before): each takes effect once', async one => {
    const { booking, results } = await foundOf(one)
    expect(results).toEqual(one.expected)
    await (one.one.startsWith('cancel') ? expectCancelled : expectChanged)(booking, one)
  })
}
