import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '@campstore/database/database'
import { inDays, type OpenCampground, openCampground } from '@campstore/testing/campground'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import type { ApiResponse } from '@campstore/testing/send'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit, deadlocks } from '../system/audit.ts'
import { makeOverdue, stayAt } from '../system/campground.ts'
import { kindOf, type MemberClient, repeatingRefusals, sessionOf, tally } from '../system/client.ts'
import { actByStaff } from '../system/staff.ts'
import { type System, startSystem } from '../system/system.ts'
import { raceBooking, untilProcessed } from './outcomes.ts'

// Changes of paid stays against holds, their ends, payments and other changes (docs/contract/admin.md#change-a-stay). The audit
// compares the nights with the stays, and the changes with the content.
let system: System
let members: MemberClient[]
beforeAll(async () => {
  system = await startSystem({ services: ['booking'], sweepSeconds: 1 })
  members = (await system.members(12)).map(repeatingRefusals)
  const tiers = JSON.stringify([{ daysBefore: 1, refundPercent: 50 }])
  await system.owner.query('update booking.policy set cancellation_tiers = $1', [tiers])
})
afterAll(async () => {
  await consistent()
  await system.stop()
})

/** What the races leave stays, so it is checked at the end, and where holds end meanwhile. */
async function consistent(): Promise<void> {
  expect(await deadlocks(system.owner)).toBe(0)
  expect(await audit(system.owner)).toEqual([])
}

const memberOf = (number: number): MemberClient => members[number % members.length] ?? expect.fail('no member')
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
async function stayThatIsOver(campground: OpenCampground): Promise<Booked> {
  const booked = await paidStay(campground)
  await actByStaff(system, 'booking', booked.id, 'confirm')
  const stay = [booked.id, inDays(-3), inDays(-1)]
  await system.owner.query('update booking.booking set check_in = $2, check_out = $3 where id = $1', stay)
  await system.owner.query('update booking.booking_zone set stay = daterange($2, $3) where booking_id = $1', stay)
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
const startOf = { unpaid: (campground: OpenCampground) => book(campground, {}), paid: paidStay, over: stayThatIsOver }

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

describe.each(races)('a change to %s against %s of one booking (%s)', (to, other, before, first, second) => {
  test.each([
    ['comes first', first, true],
    ['comes second', second, false],
  ])('%s: each takes effect once', async (_, expected, isFirst) => {
    const campground = await campgroundOf([1])
    const booked = await startOf[before](campground)
    const act = others[other] ?? expect.fail(other)
    const pair = [() => changes[to](booked), () => act(booked)] as const
    const results = await raceBooking(system.owner, booked.id, pair, isFirst)
    expect(results).toEqual(expected)
    await untilProcessed(system.owner, [booked.id], other === 'a payment' && before === 'paid' ? 2 : 1)
    const { rows } = await system.owner.query('select after from booking.stay_change where booking_id = $1', [
      booked.id,
    ])
    const changed = results[0] === '200' ? 1 : 0
    expect(rows).toHaveLength(other === 'another change' ? changed + 1 : changed)
  })
})

test('the last site of a night: a change and a hold want it, and one of them gets it', async () => {
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
})

test('a night on hold: refused until the hold has expired, and then held at once', async () => {
  const stays = await Promise.all(
    members.slice(0, 4).map(async (member, line) => {
      const campground = await campgroundOf([1])
      const onHold = await book(campground, { checkIn: inDays(12), checkOut: inDays(13) }, memberOf(line + 8))
      return { onHold, paid: await paidStay(campground, {}, member) }
    }),
  )
  const changed = async (paid: Booked) => kindOf(await change(paid, later))
  for (const { paid } of stays) expect(await changed(paid)).toBe('409 ZONE_UNAVAILABLE')
  await makeOverdue(
    system.owner,
    stays.map(({ onHold }) => onHold.id),
  )
  await Promise.all(stays.map(({ paid }) => expect.poll(() => changed(paid), { interval: 50 }).toBe('200')))
})

test('two stays exchange their nights in a full zone: they do not deadlock, and none gets a taken night', async () => {
  const campground = await campgroundOf([1])
  const early = await paidStay(campground, { checkIn: inDays(10), checkOut: inDays(12) })
  const late = await paidStay(campground, { checkIn: inDays(12), checkOut: inDays(14) }, memberOf(1))
  const results = await Promise.all([
    change(early, { checkIn: inDays(12), checkOut: inDays(14) }),
    change(late, { checkIn: inDays(10), checkOut: inDays(12) }),
  ])
  expect(tally(results)).toEqual({ '409 ZONE_UNAVAILABLE': 2 })
})

/** Paid stays in two zones, each changed again and again to other nights and zones, while members book, cancel and let holds expire. */
async function churn(campground: OpenCampground, times: number): Promise<string[]> {
  const [first = '', second = ''] = campground.zoneIds
  const booked = await Promise.all(members.slice(0, 6).map(member => paidStay(campground, {}, member)))
  const stayOf = (number: number) => ({ checkIn: inDays(10 + (number % 4)), checkOut: inDays(12 + (number % 4)) })
  const zonesOf = (number: number) => [[one(first)], [one(second)], [one(second), one(first)]][number % 3]
  const changes = booked.map(async (each, line) => {
    const kinds: string[] = []
    for (let turn = 0; turn < times; turn += 1) {
      const wanted = { ...stayOf(line + turn), zones: zonesOf(line * 2 + turn) }
      kinds.push(kindOf(await change(each, wanted)))
    }
    return kinds
  })
  const holds = members.slice(6).map(async (member, line) => {
    for (let turn = 0; turn < times; turn += 1) {
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

test('stays are changed while members book, cancel and let holds expire: every night has its sites, and no lock is circular', async () => {
  const kinds = await churn(await campgroundOf([7, 7]), 4)
  expect(new Set(kinds)).toContain('200')
  for (const kind of kinds) expect(['200', '409 ZONE_UNAVAILABLE']).toContain(kind)
  await consistent()
})

test('sessions that end in the middle of changes leave no night behind', async () => {
  const campground = await campgroundOf([8, 8])
  let isOver = false
  const crash = async () => {
    // Not until all is over: on a slow machine no change would come to its end.
    for (let turn = 0; turn < 20 && !isOver; turn += 1) {
      await pause(150)
      await system.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = 'campstore_booking' and state <> 'idle'
           and query ~ 'change|booking_zone|zone_night'`,
      )
    }
  }
  const crashing = crash()
  const kinds = await churn(campground, 4).finally(() => {
    isOver = true
  })
  await crashing
  expect(new Set(kinds)).toContain('200')
  await consistent()
})
