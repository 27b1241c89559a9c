import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { storedHolds } from '@campstore/testing/stored-holds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  activeFirst,
  allDecided,
  holdBoth,
  outcomesOf,
  payAll,
  serviceOf,
  untilAfter,
  untilBefore,
} from '../system/paid-in-time.ts'
import { privatePostgres, privateRabbitmq } from '../system/private-servers.ts'
import { type System, startSystem } from '../system/system.ts'

// docs/decisions.md, 55: a payment that the broker has confirmed before a hold's deadline is applied even if its consumer was
// stopped at the deadline. Twelve of each kind, every time, through two processes of each.
const kinds: readonly HoldKind[] = ['booking', 'order']
const count = 12
const all = count * kinds.length

let rabbitmq: Awaited<ReturnType<typeof privateRabbitmq>>
let postgres: Awaited<ReturnType<typeof privatePostgres>>
let startTakesSeconds: number
let graceSeconds = 300
let system: System
beforeAll(async () => {
  ;[rabbitmq, postgres] = await Promise.all([privateRabbitmq(), privatePostgres()])
  await postgres.stop()
  const began = Date.now()
  await postgres.start()
  startTakesSeconds = (Date.now() - began) / 1000
  system = await startSystem({
    services: kinds.map(kind => serviceOf[kind]),
    rabbitmqUrl: rabbitmq.url,
    database: postgres.database(),
    holdSeconds: 12,
    sweepSeconds: 1,
    variablesOf: () => ({ PAYMENT_GRACE_SECONDS: String(graceSeconds) }),
  })
})
afterAll(async () => {
  await system?.stop()
  await Promise.all([rabbitmq.kill(), postgres.kill()])
})

/** Twelve bookings and twelve orders. */
const hold = () => holdBoth(system, count)

async function killAll(): Promise<void> {
  const running = system.processes()
  for (const process of running) process.kill('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
}
const restartAll = () =>
  Promise.all(kinds.flatMap(kind => [0, 1].map(instance => system.restart(serviceOf[kind], instance))))

describe('bookings and orders that are paid in time', () => {
  test.each([
    ['that is given payments', 0],
    ['that waits to be given payments', 1],
  ])('the process %s frozen over the deadline', async (_, instance) => {
    const pairs = await Promise.all(kinds.map(kind => activeFirst(system, kind)))
    const frozen = pairs.map(pair => pair[instance])
    const held = await hold()
    await untilBefore(held, 6)
    for (const process of frozen) process?.kill('SIGSTOP')
    await payAll(system, held)
    await untilAfter(held, 3)
    expect((await outcomesOf(system, held)).cancelled).toBeUndefined()
    await allDecided(system, held)
    for (const process of frozen) process?.kill('SIGCONT')
    expect(await outcomesOf(system, held)).toEqual({ paid: all })
  })

  test('PostgreSQL stopped until the deadline', async () => {
    const held = await hold()
    await untilBefore(held, 9)
    await postgres.stop()
    await payAll(system, held)
    await untilBefore(held, startTakesSeconds)
    await postgres.start()
    await allDecided(system, held)
    expect(await outcomesOf(system, held)).toEqual({ paid: all })
  })

  test('both processes killed, and started at the deadline', async () => {
    const held = await hold()
    await untilBefore(held, 6)
    await killAll()
    await payAll(system, held)
    await untilAfter(held, 0)
    await restartAll()
    await allDecided(system, held)
    expect(await outcomesOf(system, held)).toEqual({ paid: all })
  })

  test('RabbitMQ stopped over the deadline', async () => {
    const held = await hold()
    // Killed, so that the payments are in the broker and nowhere else when it goes.
    await killAll()
    await payAll(system, held)
    await rabbitmq.kill()
    await restartAll()
    await untilAfter(held, 4)
    expect((await outcomesOf(system, held)).cancelled).toBeUndefined()
    await rabbitmq.start()
    await allDecided(system, held)
    expect(await outcomesOf(system, held)).toEqual({ paid: all })
  })
})

test('where nothing can be known, holds end when their grace is over, and that is reported', async () => {
  graceSeconds = 4
  await killAll()
  await restartAll()
  const held = await hold()
  await rabbitmq.kill()
  await allDecided(system, held)
  const ended = (await storedHolds(system.owner)).filter(({ id }) => held.some(hold => hold.id === id))
  expect(ended).toHaveLength(all)
  for (const { deadline, transitions } of ended) {
    const { at, reason } = transitions.at(-1) ?? expect.fail('It has no history')
    expect(reason).toBe(unverifiedExpiryReason)
    expect(at).toBeGreaterThanOrEqual(deadline + graceSeconds * 1000)
  }
})
