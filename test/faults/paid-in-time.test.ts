import { paymentRoutingKey, paymentsExchange } from '@campstore/contract/messages/payments'
import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { paymentsQueue } from '@campstore/holds/topology'
import { managementClient } from '@campstore/local-servers/management'
import { restartableRabbitmq } from '@campstore/testing/restartable-servers'
import { storedHolds } from '@campstore/testing/stored-holds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onBroker } from '../../tools/broker/on-broker.ts'
import { keepUnroutedPayments } from '../../tools/broker/unrouted-payments.ts'
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
import { privatePostgres } from '../system/private-servers.ts'
import { type System, startSystem } from '../system/system.ts'

// docs/decisions.md, 55: a payment that the broker has confirmed before a hold's deadline is applied even if its consumer was
// stopped at the deadline. Twelve of each kind, every time, through two processes of each. PostgreSQL away and a process that is cut
// off from it are in clocks-and-cuts.test.ts.
const kinds: readonly HoldKind[] = ['booking', 'order']
const count = 12
const all = count * kinds.length

let rabbitmq: Awaited<ReturnType<typeof restartableRabbitmq>>
let postgres: Awaited<ReturnType<typeof privatePostgres>>
let graceSeconds = 300
let system: System
beforeAll(async () => {
  ;[rabbitmq, postgres] = await Promise.all([restartableRabbitmq(), privatePostgres()])
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
})

test('bindings of the payments lost: payments come by the alternate exchange, and unpaid holds end verified', async () => {
  graceSeconds = 300
  await killAll()
  await restartAll()
  const manage = managementClient(rabbitmq.managementUrl)
  await keepUnroutedPayments(manage, '%2F')
  const [held, unpaid] = [await hold(), await hold()]
  await onBroker(rabbitmq.url, async connection => {
    const channel = await connection.createChannel()
    for (const kind of kinds) await channel.unbindQueue(paymentsQueue(kind), paymentsExchange, paymentRoutingKey(kind))
  })
  await payAll(system, held)
  await allDecided(system, [...held, ...unpaid])
  expect(await outcomesOf(system, held)).toEqual({ paid: all })
  expect(await outcomesOf(system, unpaid)).toEqual({ cancelled: all })
  // Checks took the same road, so that the services have noticed and declared the bindings again.
  const bindings = await manage('GET', `exchanges/%2F/${paymentsExchange}/bindings/source`)
  expect(bindings).toHaveLength(kinds.length)
})

test('a booking and an order that somebody has locked: their payments come late and in time, others do not wait', async () => {
  graceSeconds = 20
  await killAll()
  await restartAll()
  const [held, unpaid] = [await hold(), await hold()]
  const locked = kinds.map(kind => held.find(one => one.kind === kind) ?? expect.fail(`no ${kind}`))
  const session = await system.owner.connect()
  try {
    await session.query('begin')
    const ids = locked.map(({ id }) => id)
    await session.query('select from booking.booking where id = any ($1) for update', [ids])
    await session.query('select from checkout.store_order where id = any ($1) for update', [ids])
    await payAll(system, held)
    const others = held.filter(one => !locked.includes(one))
    await allDecided(system, [...others, ...unpaid])
    expect(await outcomesOf(system, others)).toEqual({ paid: others.length })
    expect(await outcomesOf(system, unpaid)).toEqual({ cancelled: unpaid.length })
    await untilAfter(held, graceSeconds + 3)
  } finally {
    await session.query('rollback')
    session.release()
  }
  await allDecided(system, locked)
  expect(await outcomesOf(system, locked)).toEqual({ paid: locked.length })
  const ended = (await storedHolds(system.owner)).filter(({ id }) => unpaid.some(hold => hold.id === id))
  for (const { transitions } of ended) expect(transitions.at(-1)?.reason).not.toBe(unverifiedExpiryReason)
})

test('where nobody says whether a hold was paid, it ends when its grace is over, and that is reported', async () => {
  graceSeconds = 4
  await killAll()
  await restartAll()
  const frozen = (await Promise.all(kinds.map(kind => activeFirst(system, kind)))).map(([active]) => active)
  const held = await hold()
  await untilBefore(held, 2)
  for (const process of frozen) process.kill('SIGSTOP')
  await allDecided(system, held)
  for (const process of frozen) process.kill('SIGCONT')
  const ended = (await storedHolds(system.owner)).filter(({ id }) => held.some(hold => hold.id === id))
  expect(ended).toHaveLength(all)
  for (const { deadline, transitions } of ended) {
    const { at, reason } = transitions.at(-1) ?? expect.fail('It has no history')
    expect(reason).toBe(unverifiedExpiryReason)
    expect(at).toBeGreaterThanOrEqual(deadline + graceSeconds * 1000)
  }
})

// The last one: it ends the connection of the payment service.
test('RabbitMQ stopped over the deadline', async () => {
  graceSeconds = 300
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
