import { changeQuoteSchema } from '@campstore/contract/admin/stay-changes'
import type { Queryable } from '@campstore/database/database'
import { inDays, type OpenCampground, openCampground } from '@campstore/testing/campground'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import type { ApiResponse } from '@campstore/testing/send'
import { expect, test } from 'vitest'
import { makeOverdue, stayAt } from '../system/campground.ts'
import { kindOf, sessionOf, tally } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { inBatches, race, testEach, untilProcessed, whileSessionsEnd } from './outcomes.ts'
import { consistent, memberOf, members, system } from './system.ts'

// Changes of paid stays against holds, their ends, payments and other changes (docs/contract/admin.md#change-a-stay). The audit
// compares the nights with the stays, and the changes with the content.

const one = (zoneId: string) => ({ zoneId, quantity: 1 })

/** A campground whose nights have one price, so that a stay of as many nights costs the same. */
async function campgroundOf(zones: readonly number[]): Promise<OpenCampground> {
  const campground = await openCampground(system.owner, { zones })
  await system.owner.query('update booking.zone set price_holiday = price_weekday where campground_id = $1', [
    campground.id,
  ])
  return campground
}

type Stay = Parameters<typeof stayAt>[1]

/** A booking of two nights, at 800.00 each. */
async function book(campground: OpenCampground, stay: Stay, member = memberOf(0)) {
  const { bookingId: id, pricing } = sessionOf(await member.checkout(stayAt(campground, stay)))
  const pay = () => system.payments.pay({ kind: 'booking', id }, pricing.finalAmount)
  return { id, member, pay }
}
type Booked = Awaited<ReturnType<typeof book>>

async function paidStay(campground: OpenCampground, stay: Stay = {}, member = memberOf(0)): Promise<Booked> {
  const booked = await book(campground, stay, member)
  await booked.pay()
  await untilProcessed(system.owner, [booked.id])
  return booked
}

/** Changes a stay for what was paid, two nights' price. */
const change = ({ id }: Booked, wanted: object, expectedAmount = '1600.00') =>
  actByStaff(system, 'booking', id, 'change', { ...wanted, price: 'kept', expectedAmount, reason: 'asked' })

/** A confirmed stay that is over. */
async function stayThatIsOver(campground: OpenCampground, stay: Stay, member = memberOf(0)): Promise<Booked> {
  const booked = await paidStay(campground, stay, member)
  await actByStaff(system, 'booking', booked.id, 'confirm')
  const past = [booked.id, inDays(-3), inDays(-1)]
  await system.owner.query('update booking.booking set check_in = $2, check_out = $3 where id = $1', past)
  await system.owner.query('update booking.booking_zone set stay = daterange($2, $3) where booking_id = $1', past)
  return booked
}

const later = { checkIn: inDays(11), checkOut: inDays(13) }
const changes = {
  'another stay': (booked: Booked) => change(booked, later),
  'other guests': (booked: Booked) => change(booked, { guestCount: 4 }),
  /** One night less: half of the payment comes back. */
  'a shorter stay': ({ id }: Booked) =>
    actByStaff(system, 'booking', id, 'change', {
      checkOut: inDays(11),
      price: 'new',
      expectedAmount: '800.00',
      reason: 'asked',
    }),
}
const others: Record<string, (booked: Booked) => Promise<ApiResponse | string>> = {
  confirm: ({ id }) => actByStaff(system, 'booking', id, 'confirm'),
  'cancel-paid': ({ id }) => actByStaff(system, 'booking', id, 'cancel-paid', { reason: 'closed' }),
  'the same change': booked => change(booked, later),
  'another change': booked => change(booked, { guestCount: 5 }),
  'a payment': async ({ pay }) => pay().then(() => 'published'),
  complete: ({ id }) => actByStaff(system, 'booking', id, 'complete'),
  'a refund of more than half': ({ id }) =>
    actByStaff(system, 'booking', id, 'refunds', { amount: '1000.00', reason: 'no hot water' }),
  /** By the tiers, for half of what is left, which the member saw before. */
  'cancel by the member': ({ id, member }) =>
    member.post(`/api/booking/bookings/${id}/cancel`, { refundAmount: '800.00' }),
}
const startOf = { unpaid: book, paid: paidStay, over: stayThatIsOver }

/** The results of both when the change comes first, and when it comes second. */
const races: [
  to: keyof typeof changes,
  other: string,
  before: keyof typeof startOf,
  first: string[],
  second: string[],
][] = [
  ['another stay', 'confirm', 'paid', ['200', '200'], ['200', '200']],
  ['another stay', 'cancel-paid', 'paid', ['200', '200'], ['409 CONFLICT', '200']],
  ['another stay', 'the same change', 'paid', ['200', '200'], ['200', '200']],
  ['another stay', 'another change', 'paid', ['200', '200'], ['200', '200']],
  ['another stay', 'a payment', 'paid', ['200', 'published'], ['200', 'published']],
  ['another stay', 'a payment', 'unpaid', ['409 CONFLICT', 'published'], ['200', 'published']],
  ['other guests', 'complete', 'over', ['200', '200'], ['409 CONFLICT', '200']],
  ['a shorter stay', 'a refund of more than half', 'paid', ['200', '400 VALIDATION_ERROR'], ['200', '200']],
  ['a shorter stay', 'cancel by the member', 'paid', ['200', '409 CONFLICT'], ['409 CONFLICT', '200']],
]

const cases = races.flatMap(([to, other, before, first, second]) => [
  { to, other, before, sequence: 'first', expected: first },
  { to, other, before, sequence: 'second', expected: second },
])
type Case = (typeof cases)[number]

/** Races changes of stays with what else happens to them; returns the results, and how many changes each stay has then. */
async function raceStays(batch: readonly Case[]) {
  const booked = await Promise.all(
    batch.map(async ({ before }, line) => startOf[before](await campgroundOf([1]), {}, memberOf(line))),
  )
  const pairs = booked.map((each, line) => {
    const { to, other, sequence } = batch[line] ?? expect.fail()
    const acts = [() => changes[to](each), () => others[other]?.(each) ?? expect.fail(other)] as const
    return { id: each.id, acts, isFirst: sequence === 'first' }
  })
  const results = await race(system.owner, 'booking', pairs)
  const ids = booked.map(({ id }) => id)
  const paidTwice = batch.filter(({ other, before }) => other === 'a payment' && before === 'paid')
  await untilProcessed(system.owner, ids, batch.length + paidTwice.length)
  const sql = 'select booking_id as id from booking.stay_change where booking_id = any ($1)'
  const { rows } = await system.owner.query<{ id: string }>(sql, [ids])
  return booked.map(({ id }, line) => ({ results: results[line], changes: rows.filter(row => row.id === id).length }))
}

/** Paid stays in two zones, each changed again and again to other nights and zones, while members book, cancel and let holds expire. */
async function churn(campground: OpenCampground): Promise<string[]> {
  const [first = '', second = ''] = campground.zoneIds
  const booked = await Promise.all(members.slice(0, 6).map(member => paidStay(campground, {}, member)))
  const stayOf = (number: number) => ({ checkIn: inDays(10 + (number % 4)), checkOut: inDays(12 + (number % 4)) })
  const zonesOf = (number: number) => [[one(first)], [one(second)], [one(second), one(first)]][number % 3]
  const changes = booked.map(async (each, line) => {
    const kinds: string[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const wanted = { ...stayOf(line + turn), zones: zonesOf(line * 2 + turn) }
      const quote = await actByStaff(system, 'booking', each.id, 'change/quotes', { ...wanted, price: 'kept' })
      const { finalAmount } = changeQuoteSchema.parse(quote.data).pricing
      kinds.push(kindOf(await change(each, wanted, finalAmount)))
    }
    return kinds
  })
  const holds = members.slice(6, 12).map(async (member, line) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const zones = zonesOf(line + turn)
      const response = await member.checkout(stayAt(campground, { ...stayOf(line + turn), ...(zones && { zones }) }))
      if (response.status !== 200) continue
      const { bookingId } = sessionOf(response)
      await (turn % 2 === 0 ? member.cancel(bookingId) : makeOverdue(system.owner, [bookingId]))
    }
  })
  const [kinds] = await Promise.all([Promise.all(changes), ...holds])
  return kinds.flat()
}

const more = {
  'the last site of a night: a change and a hold want it, and one of them gets it': async () => {
    const campground = await campgroundOf([1])
    const booked = await paidStay(campground)
    const hold = () => memberOf(1).checkout(stayAt(campground, { checkIn: inDays(12), checkOut: inDays(13) }))
    // The night has a row, so that both can wait for it.
    await memberOf(1).cancel(sessionOf(await hold()).bookingId)
    const lock = (tx: Queryable) =>
      tx.query('select from booking.zone_night where zone_id = $1 and night = $2 for update', [
        campground.zoneIds[0],
        inDays(12),
      ])
    const both = () => Promise.all([change(booked, later), hold()])
    const results = await delayRequests(system.owner, { lock, atLeast: 2 }, both)
    expect(tally(results)).toEqual({ '200': 1, '409 ZONE_UNAVAILABLE': 1 })
  },

  'a night on hold: refused until the hold has expired, and then held at once': async () => {
    const campground = await campgroundOf([1])
    const paid = await paidStay(campground)
    const onHold = await book(campground, { checkIn: inDays(12), checkOut: inDays(13) }, memberOf(1))
    const changed = async () => kindOf(await change(paid, later))
    expect(await changed()).toBe('409 ZONE_UNAVAILABLE')
    await makeOverdue(system.owner, [onHold.id])
    await expect.poll(changed).toBe('200')
  },

  'two stays exchange their nights in a full zone: they do not deadlock, and none gets a taken night': async () => {
    const campground = await campgroundOf([1])
    const early = await paidStay(campground, { checkIn: inDays(10), checkOut: inDays(12) })
    const late = await paidStay(campground, { checkIn: inDays(12), checkOut: inDays(14) }, memberOf(1))
    const results = await Promise.all([
      change(early, { checkIn: inDays(12), checkOut: inDays(14) }),
      change(late, { checkIn: inDays(10), checkOut: inDays(12) }),
    ])
    expect(tally(results)).toEqual({ '409 ZONE_UNAVAILABLE': 2 })
  },

  'stays are changed while members book, cancel and let holds expire: every night has its sites, and no lock is circular':
    async () => {
      const kinds = await churn(await campgroundOf([7, 7]))
      expect(new Set(kinds)).toContain('200')
      for (const kind of kinds) expect(['200', '409 ZONE_UNAVAILABLE']).toContain(kind)
      await consistent()
    },

  'sessions that end in the middle of changes leave no night behind': async () => {
    const kinds = await whileSessionsEnd(system.owner, churn(await campgroundOf([8, 8])))
    expect(new Set(kinds)).toContain('200')
    await consistent()
  },
}

/** Registers the tests of changes of stays. */
export function stayChanges(): void {
  const groupOf = ({ other, sequence }: Case) => (other === 'a payment' ? sequence : '')
  const foundOf = inBatches(cases, { groupOf, run: raceStays })
  test.each(cases)('a change to $to, $sequence, against $other ($before): each takes effect once', async one => {
    const changed = one.expected[0] === '200' ? 1 : 0
    const changes = one.other === 'another change' ? changed + 1 : changed
    expect(await foundOf(one)).toEqual({ results: one.expected, changes })
  })
  testEach(more)
}
