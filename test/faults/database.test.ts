import type { ApiResponse } from '@campstore/testing/send'
import { storedHold, storedHolds } from '@campstore/testing/stored-holds'
import { until } from '@campstore/testing/waiting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endsBySigterm, expectAllExpired, repeatAll, startCheckouts } from '../system/checkouts.ts'
import { type MemberClient, orderOf, sessionOf, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { createSampleRequests, type SampleRequests } from '../system/sample-requests.ts'
import { endOf, type System, startSystem } from '../system/system.ts'
import { forSeconds, publishedEvents, untilAuditPasses } from '../system/waiting.ts'

let postgres: Awaited<ReturnType<typeof privatePostgres>>
let system: System
let members: MemberClient[]
let samples: SampleRequests
beforeAll(async () => {
  postgres = await privatePostgres()
  system = await startSystem({
    services: ['booking', 'checkout', 'me'],
    database: postgres.database(),
    holdSeconds: 10,
  })
  members = await system.members(load.clients)
  samples = await createSampleRequests(system.owner)
})
afterAll(async () => {
  await system?.stop()
  await postgres.kill()
})

function memberAt(number: number): MemberClient {
  const member = members[number % members.length]
  if (!member) throw new Error('no member')
  return member
}

const load = { clients: 6, pauseMs: 120, maxRequests: 5000 }
const outages = [
  { fault: 'PostgreSQL restarted', end: () => postgres.stop() },
  { fault: 'PostgreSQL killed and started', end: () => postgres.kill() },
]

test.each(outages)(
  '$fault under load: requests fail with 503 only, no successful response is lost, and all recovers by itself',
  async ({ end }) => {
    const before = new Set((await storedHolds(system.owner)).map(({ id }) => id))
    const { requests, ...running } = startCheckouts(load, members, samples)
    const readers = startLoad({ ...load, clients: 1 }, number => memberAt(number).get('/api/booking/campgrounds'))
    await forSeconds(1.5)
    await end()
    await forSeconds(2)
    await until(() => running.responses.some(({ status }) => status === 503))
    await postgres.start()
    await forSeconds(3)
    // Each process notices by itself that its connections are gone, and a process that stands still does so later.
    const last = () => running.responses.slice(-4 * load.clients)
    await until(() => last().every(({ status }) => status === 200))
    const responses = [...(await running.stop()), ...(await readers.stop())]

    expect(Object.keys(tally(responses)).toSorted()).toEqual(['200', '503 SERVICE_UNAVAILABLE'])
    for (const process of system.processes()) expect(await endOf(process)).toBe('still runs')

    // A member whose request failed sends it again, and gets what the first one may have made.
    await expectAllExpired(system, await repeatAll(requests), before)
  },
)

test('PostgreSQL stopped while payments arrive: they wait, relays and consumers continue when it is back, and each counts once in the spending of customers', async () => {
  const early = await holdBoth(memberAt(0))
  const paymentsOf = (held: Payable[]) =>
    Promise.all(held.map(async ({ id }) => (await storedHold(system.owner, id)).paymentStatus))
  const pay = (held: Payable[]) =>
    Promise.all(held.map(({ kind, id, amount }) => system.payments.pay({ kind, id }, amount)))

  await postgres.stop()
  await pay(early)
  await forSeconds(1)
  await postgres.start()

  const relays = [...system.processes('booking'), ...system.processes('checkout')].length
  await expect.poll(listeners, { message: 'relays that listen' }).toBe(relays)
  const late = await holdBoth(memberAt(1))
  await pay(late)
  const paid = ['paid', 'paid']
  await expect.poll(() => paymentsOf(late), { message: 'the payments that came after' }).toEqual(paid)
  await expect.poll(() => paymentsOf(early), { message: 'the payments that waited' }).toEqual(paid)
  for (const { id, kind } of [...early, ...late]) {
    await expect
      .poll(async () => (await publishedEvents(system)).get(id), { interval: 500 })
      .toEqual([`${kind}.created`, `${kind}.paid`])
  }
  await untilAuditPasses(system)
})

test('a replay waits for the synchronous standby, as the first response did', async () => {
  const requests = [samples.stay(memberAt(2)), samples.order(memberAt(2))]
  const first = await Promise.all(requests.map(request => request()))
  const isWaiting = "wait_event = 'SyncRep' and query like '%pg_logical_emit_message%'"
  const replays: Promise<ApiResponse>[][] = requests.map(() => [])
  const repeat = () => {
    for (const [line, request] of requests.entries()) replays[line]?.push(request())
  }
  await setStandbys("set synchronous_standby_names = 'stopped'")
  try {
    // Sessions notice the setting one after the other; until then they do not wait.
    await expect
      .poll(
        async () => {
          repeat()
          const waiting = `select distinct usename from pg_stat_activity where ${isWaiting}`
          return (await system.owner.query(waiting)).rowCount
        },
        { interval: 500 },
      )
      .toBe(requests.length)
  } finally {
    await setStandbys('reset synchronous_standby_names')
  }
  for (const [line, again] of replays.entries())
    for (const replay of await Promise.all(again)) expect(replay.text).toBe(first[line]?.text)
})

/** Changes which standbys commits wait for. */
async function setStandbys(change: string): Promise<void> {
  await system.owner.query(`alter system ${change}`)
  await system.owner.query('select pg_reload_conf()')
}

test('SIGTERM while PostgreSQL is frozen: every service ends gracefully, by itself', async () => {
  const running = startCheckouts(load, members, samples)
  await forSeconds(2)
  postgres.freeze()
  await forSeconds(1)
  const ends = await endsBySigterm(system)
  postgres.resume()
  await running.stop()
  expect(ends).toEqual(ends.map(() => 'exit code 0'))
})

type Payable = { kind: 'booking' | 'order'; id: string; amount: string }

/** A booking and an order of a member's. */
async function holdBoth(member: MemberClient): Promise<Payable[]> {
  const { bookingId, ...stay } = sessionOf(await samples.stay(member)())
  const { orderId, ...order } = orderOf(await samples.order(member)())
  return [
    { kind: 'booking', id: bookingId, amount: stay.pricing.finalAmount },
    { kind: 'order', id: orderId, amount: order.pricing.total },
  ]
}

/** How many connections listen for what the outboxes have. */
async function listeners(): Promise<number> {
  const { rowCount } = await system.owner.query(
    "select from pg_stat_activity where query in ('listen booking_outbox', 'listen checkout_outbox')",
  )
  return rowCount ?? 0
}
