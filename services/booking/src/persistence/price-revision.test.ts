import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '@campstore/database/database'
import { useFixture } from '@campstore/testing/use-fixture'
import type { PoolClient } from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createBookingActions, stayOf } from '../testing/booking-actions.ts'
import type { TestZone } from '../testing/scenario.ts'
import { createCheckoutInputs, readInputsWithPast } from './checkout.ts'

// A process composes checkouts from what it has read before, and a hold compares the revision (docs/architecture/caches.md).
const actions = useFixture(createBookingActions)

let zone: TestZone
beforeEach(async () => {
  await actions.owner.query('delete from booking.holiday')
  await actions.scenario.policy()
  zone = await actions.scenario.zone(await actions.scenario.campground(), { total_sites: 99 })
})

/** A checkout of a weekday night. */
const aNight = () => ({
  campgroundId: zone.campgroundId,
  zones: [{ zoneId: zone.id, quantity: 1 }],
  rentals: [],
  nights: { first: 1, end: 2 },
})

type Process = ReturnType<typeof actions.startProcess>

/** A process that knows the campground. */
async function startKnowing(): Promise<Process> {
  const process = actions.startProcess()
  expect(await process.hold(aNight())).toMatchObject(withPrice('1000.00'))
  return process
}

const withPrice = (finalAmount: string) => ({ done: { pricing: { finalAmount } } })
const changeZone = (changes: object) => actions.scenario.change('booking.zone', zone.id, { ...changes })

async function tokenOf(): Promise<string> {
  const { rows } = await actions.owner.query<{ token: string }>('select token from booking.price_revision')
  return rows[0]?.token ?? ''
}

async function transactionOf(...statements: string[]): Promise<PoolClient> {
  const client = await actions.owner.connect()
  onTestFinished(() => client.release(true)) // with its transaction, which a failed test leaves open
  for (const statement of ['begin', ...statements]) await client.query(statement)
  return client
}

test('a stay that is changed or imported is priced with the holidays of the past', async () => {
  await actions.scenario.holiday('2020-01-01')
  const { campgroundId } = zone
  const { calendar } = await readInputsWithPast(actions.owner, { campgroundId, rentalListingIds: [] })
  expect(calendar).toEqual({ '2020-01-01': 'holiday' })
})

describe('a checkout that begins after a change never has the values from before', () => {
  test.each([
    ['a price', () => changeZone({ price_weekday: '1200.00' }), withPrice('1200.00')],
    [
      'a campground that is no longer active',
      () => actions.scenario.change('booking.campground', zone.campgroundId, { active: false }),
      { refused: 'NOT_FOUND' },
    ],
    ['a holiday', () => actions.scenario.holiday(stayOf({ first: 1, end: 2 }).checkIn), withPrice('1500.00')],
    [
      'a shorter booking window',
      () => actions.scenario.policy({ booking_window_days: 3 }),
      { refused: 'BOOKING_WINDOW_EXCEEDED' },
    ],
    [
      'a closure',
      () =>
        actions.scenario.closure(
          { id: zone.campgroundId },
          { closure_type: 'date_range', start_date: '2026-12-01', end_date: '2026-12-31' },
        ),
      { refused: 'ZONE_UNAVAILABLE' },
    ],
  ])('%s, in two processes that have read', async (_, change, expected) => {
    const processes = [await startKnowing(), await startKnowing()]
    await change()
    for (const process of processes) expect(await process.hold(aNight())).toMatchObject(expected)
  })

  test('a holiday that is removed, in any way', async () => {
    const remove = ['delete from booking.holiday', 'truncate booking.holiday']
    for (const statement of remove) {
      await actions.scenario.holiday(stayOf({ first: 1, end: 2 }).checkIn)
      const process = actions.startProcess()
      expect(await process.hold(aNight())).toMatchObject(withPrice('1500.00'))
      await actions.owner.query(statement)
      expect(await process.hold(aNight())).toMatchObject(withPrice('1000.00'))
    }
  })

  test('a change that commits between the read and the hold', async () => {
    let changes = 0
    const afterRead = async () => {
      changes += 1
      if (changes === 1) await changeZone({ price_weekday: '1300.00' })
    }
    expect(await actions.startProcess({ afterRead }).hold(aNight())).toMatchObject(withPrice('1300.00'))
    expect(changes).toBe(2)
  })
})

test('a change is not known before its commit, and keeps no checkout waiting', async () => {
  const process = await startKnowing()
  const change = await transactionOf(`update booking.zone set price_weekday = 1100 where id = '${zone.id}'`)
  await change.query('set constraints all immediate')
  expect(await process.hold(aNight())).toMatchObject(withPrice('1000.00'))
  expect(process.reads).toBe(1)
  await change.query('commit')
  expect(await process.hold(aNight())).toMatchObject(withPrice('1100.00'))
})

test('changes after each read do not keep a checkout from its hold', async () => {
  const process = actions.startProcess({ afterRead: () => changeZone({ images: [randomUUID()] }) })
  expect(await process.hold(aNight())).toMatchObject(withPrice('1000.00'))
  expect(process.reads).toBe(3)
})

test('two transactions that commit in the opposite order of their changes: each state has its token', async () => {
  const other = await actions.scenario.zone({ id: zone.campgroundId })
  const first = await transactionOf(`update booking.zone set price_weekday = 1 where id = '${zone.id}'`)
  const second = await transactionOf(`update booking.zone set price_weekday = 2 where id = '${other.id}'`)
  const before = await tokenOf()
  await second.query('commit')
  const between = await tokenOf()
  await first.query('commit')
  expect(new Set([before, between, await tokenOf()]).size).toBe(3)
})

test('transactions that change the same tables in opposite orders do not deadlock', async () => {
  const changes = [
    `update booking.zone set images = '{a}'`,
    `insert into booking.holiday values ('2030-01-01', 'holiday', 'A')`,
  ]
  const [zones = '', holidays = ''] = changes
  const first = await transactionOf(`${zones} where id = '${zone.id}'`)
  const second = await transactionOf(holidays)
  await first.query(holidays.replace('01-01', '01-02'))
  await second.query(`${zones} where id <> '${zone.id}'`)
  await Promise.all([first.query('commit'), second.query('commit')])
})

test('a zone that appeared after the read can be booked: what is known refuses nothing', async () => {
  const process = await startKnowing()
  const added = await actions.scenario.zone({ id: zone.campgroundId })
  const request = { ...aNight(), zones: [{ zoneId: added.id, quantity: 1 }] }
  expect(await process.hold(request)).toMatchObject(withPrice('1000.00'))
  expect(process.reads).toBe(2)
})

test.each([
  ['a process that stood still', -6_000],
  ['a process that has read a minute ago', 61_000],
])('%s reads again, and has the clock of the database', async (_, passed) => {
  let time = 100_000
  const process = actions.startProcess({ monotonic: () => time })
  await process.hold(aNight())
  time += passed
  expect(await process.hold(aNight())).toMatchObject(withPrice('1000.00'))
  expect(process.reads).toBe(2)
})

test('a known time is never behind the clock of the database, however late the answer to the read came', async () => {
  const { requests } = actions.database
  const late: Queryable = {
    query: async statement => {
      const result = await requests.query<never>(statement)
      await pause(5)
      return result
    },
  }
  const clock = { monotonic: () => performance.now(), now: actions.clock.now, maxReadMs: Number.POSITIVE_INFINITY }
  for (let repetition = 0; repetition < 100; repetition++) {
    const { readCheckoutInputs, knownCheckoutInputs } = createCheckoutInputs(late, clock)
    await readCheckoutInputs({ campgroundId: zone.campgroundId, rentalListingIds: [] })
    const { rows } = await requests.query<{ now: string }>('select clock_timestamp() as now')
    const known = knownCheckoutInputs(zone.campgroundId)?.now ?? ''
    expect(Date.parse(known)).toBeGreaterThanOrEqual(Date.parse(rows[0]?.now ?? ''))
  }
})
