import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  activeFirst,
  allDecided,
  holdMany,
  outcomesOf,
  type Payable,
  payAll,
  serviceOf,
} from '../system/paid-in-time.ts'
import { privatePostgres, privateRabbitmq } from '../system/private-servers.ts'
import { type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

// docs/decisions.md, 55: a payment that the broker has confirmed before a hold's deadline is applied even if its consumer was stopped at
// the deadline. Twelve of them, every time, through two processes.
let rabbitmq: Awaited<ReturnType<typeof privateRabbitmq>>
let postgres: Awaited<ReturnType<typeof privatePostgres>>
let startTakesSeconds: number
let system: System
beforeAll(async () => {
  ;[rabbitmq, postgres] = await Promise.all([privateRabbitmq(), privatePostgres()])
  await postgres.stop()
  const began = Date.now()
  await postgres.start()
  startTakesSeconds = (Date.now() - began) / 1000
}, 120_000)
afterAll(async () => {
  await Promise.all([rabbitmq.kill(), postgres.kill()])
})
afterEach(() => system.stop())

const count = 12
const kinds: HoldKind[] = ['booking', 'order']

async function start(kind: HoldKind, options: { holdSeconds: number; graceSeconds?: number }): Promise<void> {
  system = await startSystem({
    services: [serviceOf[kind]],
    rabbitmqUrl: rabbitmq.url,
    database: postgres.database(),
    sweepSeconds: 1,
    ...options,
  })
}

async function startWith(kind: HoldKind, options: { holdSeconds: number; graceSeconds?: number }): Promise<Payable[]> {
  await start(kind, options)
  return holdMany(system, kind, count)
}

const processesOf = (kind: HoldKind) => system.processes(serviceOf[kind])
/** Until so many seconds before the first deadline, or after the last one. */
const untilBefore = (held: readonly Payable[], seconds: number) =>
  forSeconds((Math.min(...held.map(({ deadline }) => deadline)) - Date.now()) / 1000 - seconds)
const untilAfter = (held: readonly Payable[], seconds: number) =>
  forSeconds((Math.max(...held.map(({ deadline }) => deadline)) - Date.now()) / 1000 + seconds)

describe.each(kinds)('%s: paid in time', kind => {
  test.each([
    ['that is given payments', 0],
    ['that waits to be given payments', 1],
  ])('the process %s frozen over the deadline', async (_, instance) => {
    await start(kind, { holdSeconds: 9 })
    const frozen = (await activeFirst(system, kind))[instance]
    const held = await holdMany(system, kind, count)
    await untilBefore(held, 3)
    frozen?.kill('SIGSTOP')
    await payAll(system, held)
    await untilAfter(held, 3)
    expect((await outcomesOf(system, held)).cancelled).toBeUndefined()
    await allDecided(system, held, 60)
    frozen?.kill('SIGCONT')
    expect(await outcomesOf(system, held)).toEqual({ paid: count })
  })

  test('both processes killed, and started at the deadline', async () => {
    const held = await startWith(kind, { holdSeconds: 8 })
    await untilBefore(held, 3)
    for (const process of processesOf(kind)) process.kill('SIGKILL')
    await payAll(system, held)
    await untilAfter(held, 0)
    await Promise.all([0, 1].map(instance => system.restart(serviceOf[kind], instance)))
    await allDecided(system, held, 60)
    expect(await outcomesOf(system, held)).toEqual({ paid: count })
  })

  test('PostgreSQL stopped until the deadline', async () => {
    const held = await startWith(kind, { holdSeconds: 14 })
    await untilBefore(held, 10)
    await postgres.stop()
    await payAll(system, held)
    await untilBefore(held, startTakesSeconds)
    await postgres.start()
    await allDecided(system, held, 60)
    expect(await outcomesOf(system, held)).toEqual({ paid: count })
  })

  test('RabbitMQ stopped over the deadline', async () => {
    const held = await startWith(kind, { holdSeconds: 10 })
    // Killed, so that the payments are in the broker and nowhere else when it goes.
    for (const process of processesOf(kind)) process.kill('SIGKILL')
    await payAll(system, held)
    await rabbitmq.kill()
    await Promise.all([0, 1].map(instance => system.restart(serviceOf[kind], instance)))
    await untilAfter(held, 4)
    expect((await outcomesOf(system, held)).cancelled).toBeUndefined()
    await rabbitmq.start()
    await allDecided(system, held, 60)
    expect(await outcomesOf(system, held)).toEqual({ paid: count })
  })
})

test('where nothing can be known, holds end when their grace is over, and that is reported', async () => {
  const held = await startWith('booking', { holdSeconds: 4, graceSeconds: 4 })
  await rabbitmq.kill()
  await untilAfter(held, 2)
  expect(await outcomesOf(system, held)).toEqual({ undecided: count })
  await allDecided(system, held, 30)
  const { rows } = await system.owner.query(
    `select booking_id from booking.status_history where booking_id = any ($1) and reason = $2`,
    [held.map(({ id }) => id), unverifiedExpiryReason],
  )
  expect(rows).toHaveLength(count)
  await rabbitmq.start()
})
