import { join } from 'node:path'
import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { findFaketime, type MovedClock, movedClock } from '@campstore/testing/moved-clock'
import { restartableRabbitmq } from '@campstore/testing/restartable-servers'
import { type StoredHold, storedHolds } from '@campstore/testing/stored-holds'
import { proxyBefore, type TcpProxy } from '@campstore/testing/tcp-proxy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  activeFirst,
  allDecided,
  firstDeadline,
  holdBoth,
  outcomesOf,
  type Payable,
  payAll,
  serviceOf,
  untilAfter,
  untilBefore,
} from '../system/paid-in-time.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { createSampleRequests } from '../system/sample-requests.ts'
import { type ServiceName, type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

// docs/decisions.md, 55, 144 and 145: no clock but the database's decides, a payment that the broker has confirmed before a hold's
// deadline is applied, and an unknown outcome is waited for. Several of each kind, through two processes of each.
const kinds: readonly HoldKind[] = ['booking', 'order']
const count = 6
const all = count * kinds.length
let graceSeconds = 30 // A slow machine may take half of that to answer a check.
let wayToBroker: TcpProxy
const faketime = await findFaketime()

let rabbitmq: Awaited<ReturnType<typeof restartableRabbitmq>>
let postgres: Awaited<ReturnType<typeof privatePostgres>>
let system: System
/** Of the first process of each service. */
let clocks: Record<string, MovedClock>
/** By service, of its first and its second process. */
let waysToDatabase: Record<string, Awaited<ReturnType<typeof proxyBefore>>[]>
beforeAll(async () => {
  ;[rabbitmq, postgres] = await Promise.all([restartableRabbitmq(), privatePostgres()])
  const way = await proxyBefore(rabbitmq.url)
  wayToBroker = way
  const database = postgres.database()
  const home = temporaryServerHome()
  const services = kinds.map(kind => serviceOf[kind])
  clocks = {}
  waysToDatabase = {}
  for (const service of services) {
    if (faketime) clocks[service] = movedClock(faketime, join(home, `${service}.clock`))
    waysToDatabase[service] = await Promise.all([0, 1].map(() => proxyBefore(database.urlFor(service))))
  }
  system = await startSystem({
    services,
    rabbitmqUrl: rabbitmq.url,
    database,
    holdSeconds: 24,
    sweepSeconds: 2,
    variablesOf: (name: ServiceName, instance) => ({
      PAYMENT_GRACE_SECONDS: String(graceSeconds),
      ...(instance === 0 && clocks[name]?.environment),
      DATABASE_URL: waysToDatabase[name]?.[instance]?.url ?? '',
      // The broker gives the payments of a frozen process to another one only after the last test.
      RABBITMQ_URL: `${way.url}?heartbeat=60`,
    }),
  })
})
afterAll(async () => {
  await system?.stop()
  await Promise.all([rabbitmq.kill(), postgres.kill()])
})

/** Those of them that ended without anybody knowing whether they were paid. */
async function unverified(held: readonly Payable[]): Promise<StoredHold[]> {
  const ids = new Set(held.map(({ id }) => id))
  const holds = (await storedHolds(system.owner)).filter(({ id }) => ids.has(id))
  return holds.filter(({ transitions }) => transitions.at(-1)?.reason === unverifiedExpiryReason)
}

test('the clock of one process of each jumps by ten minutes, and then the broker takes no messages until the grace would be over: no hold ends early, or without being known to be unpaid', async () => {
  let held: Payable[]
  let outcomes: Record<string, number>
  // Once more where a slow machine has looked only after the deadline.
  do {
    held = await holdBoth(system, count)
    for (const clock of Object.values(clocks)) clock.move(600)
    await forSeconds(4)
    for (const clock of Object.values(clocks)) clock.move(0)
    await untilBefore(held, 4)
    outcomes = await outcomesOf(system, held)
  } while (Date.now() >= firstDeadline(held))
  expect(outcomes).toEqual({ undecided: all })
  await rabbitmq.setAlarm(true)
  await untilAfter(held, graceSeconds + 3)
  await rabbitmq.setAlarm(false)
  await allDecided(system, held)
  expect(await unverified(held)).toEqual([])
})

test('the process that is given payments is cut off from the database for longer than the grace: another one does all its work', async () => {
  const ways = await Promise.all(
    kinds.map(async kind => {
      const [active] = await activeFirst(system, kind)
      const service = serviceOf[kind]
      return waysToDatabase[service]?.[system.processes(service).indexOf(active)] ?? expect.fail('It has no way')
    }),
  )
  const [held, unpaid] = [await holdBoth(system, count), await holdBoth(system, count)]
  const member = await system.member()
  const { stay } = await createSampleRequests(system.owner)
  const statuses: number[] = []
  await untilBefore(held, 7)
  for (const way of ways) way.cut()
  try {
    await payAll(system, held)
    // Until the gateway knows, every second request meets the process.
    await expect
      .poll(async () => {
        statuses.push((await stay(member)()).status)
        return statuses.slice(-6)
      })
      .toEqual(Array(6).fill(200))
    await allDecided(system, [...held, ...unpaid])
  } finally {
    for (const way of ways) way.heal()
  }
  expect(await outcomesOf(system, held)).toEqual({ paid: all })
  expect(await outcomesOf(system, unpaid)).toEqual({ cancelled: all })
})

test('PostgreSQL is down from before the deadline until the grace would be over', async () => {
  const held = await holdBoth(system, count)
  await untilBefore(held, 7)
  await postgres.stop()
  await payAll(system, held)
  await untilAfter(held, graceSeconds + 2)
  await postgres.start()
  await allDecided(system, held)
  expect(await outcomesOf(system, held)).toEqual({ paid: all })
})

test('the broker is 600 ms away, each way, and PostgreSQL down for eight seconds: consumers come back', async () => {
  wayToBroker.slowBy(600)
  try {
    const held = await holdBoth(system, count)
    await untilBefore(held, 11)
    await postgres.stop()
    await untilBefore(held, 6)
    await payAll(system, held)
    await untilBefore(held, 3)
    await postgres.start()
    await allDecided(system, held)
    expect(await outcomesOf(system, held)).toEqual({ paid: all })
  } finally {
    wayToBroker.slowBy(0)
  }
})

test('25 bookings and as many orders that somebody has locked: their payments come late and in time, others do not wait', async () => {
  const locked = await holdBoth(system, 25)
  const [others, unpaid] = [await holdBoth(system, count), await holdBoth(system, count)]
  const session = await system.owner.connect()
  try {
    // In a database that was migrated, a forgotten transaction ends by itself.
    await session.query('set idle_in_transaction_session_timeout = 0')
    await session.query('begin')
    const ids = locked.map(({ id }) => id)
    await session.query('select from booking.booking where id = any ($1) for update', [ids])
    await session.query('select from checkout.store_order where id = any ($1) for update', [ids])
    await payAll(system, locked)
    await payAll(system, others)
    await allDecided(system, [...others, ...unpaid])
    expect(await outcomesOf(system, others)).toEqual({ paid: others.length })
    expect(await outcomesOf(system, unpaid)).toEqual({ cancelled: unpaid.length })
    await untilAfter(locked, graceSeconds + 3)
  } finally {
    await session.query('rollback')
    session.release()
  }
  await allDecided(system, locked)
  expect(await outcomesOf(system, locked)).toEqual({ paid: locked.length })
  expect(await unverified(unpaid)).toEqual([])
})

test('a hold of which it stays unknown whether it was paid ends when its grace is over, and that is reported', async () => {
  graceSeconds = 4
  const frozen = await Promise.all(
    kinds.map(async kind => {
      const [active, other] = await activeFirst(system, kind)
      await other.stop()
      await system.restart(serviceOf[kind], system.processes(serviceOf[kind]).indexOf(other))
      return active
    }),
  )
  const held = await holdBoth(system, count)
  await untilBefore(held, 2)
  for (const process of frozen) process.kill('SIGSTOP')
  await allDecided(system, held)
  for (const process of frozen) process.kill('SIGCONT')
  const ended = await unverified(held)
  expect(ended).toHaveLength(all)
  for (const { deadline, transitions } of ended)
    expect(transitions.at(-1)?.at).toBeGreaterThanOrEqual(deadline + graceSeconds * 1000)
})
