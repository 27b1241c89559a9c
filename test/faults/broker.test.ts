import { paymentRoutingKey, paymentsExchange } from '@campstore/contract/messages/payments'
import type { HoldKind } from '@campstore/holds/hold-definition'
import { paymentsQueue } from '@campstore/holds/topology'
import { managementClient } from '@campstore/local-servers/management'
import { restartableRabbitmq } from '@campstore/testing/restartable-servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBroker } from '../../tools/broker/on-broker.ts'
import { keepUnroutedPayments } from '../../tools/broker/policies.ts'
import { audit } from '../system/audit.ts'
import { endsBySigterm, startCheckouts, storedIds } from '../system/checkouts.ts'
import { type MemberClient, tally } from '../system/client.ts'
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
import { createSampleRequests, heldId, type SampleRequests } from '../system/sample-requests.ts'
import { type System, startSystem } from '../system/system.ts'
import { allEnded, forSeconds, mismatchesOfExpired } from '../system/waiting.ts'

// docs/decisions.md, 55: a payment that the broker has confirmed before a hold's deadline is applied even if its consumer was
// stopped at the deadline. PostgreSQL away and a process that is cut off from it are in clocks-and-cuts.test.ts.
const kinds: readonly HoldKind[] = ['booking', 'order']
const count = 6
const all = count * kinds.length

let rabbitmq: Awaited<ReturnType<typeof restartableRabbitmq>>
let rabbitmqUrl: string
let system: System
let member: MemberClient
let samples: SampleRequests
beforeAll(async () => {
  rabbitmq = await restartableRabbitmq()
  rabbitmqUrl = rabbitmq.url
  system = await startSystem({
    services: ['booking', 'checkout'],
    rabbitmqUrl,
    holdSeconds: 16,
    sweepSeconds: 2,
    variablesOf: () => ({ RABBITMQ_URL: rabbitmqUrl }),
  })
  member = await system.member()
  samples = await createSampleRequests(system.owner)
})
afterAll(async () => {
  await system?.stop()
  await rabbitmq.kill()
})

async function killAll(): Promise<void> {
  const running = system.processes()
  for (const process of running) process.kill('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
}
const restart = (...instances: number[]) =>
  Promise.all(kinds.flatMap(kind => instances.map(instance => system.restart(serviceOf[kind], instance))))

test('the process that is given payments frozen over the deadline: the other one gets them, and applies them', async () => {
  const frozen = (await Promise.all(kinds.map(kind => activeFirst(system, kind)))).map(([active]) => active)
  const held = await holdBoth(system, count)
  await untilBefore(held, 6)
  for (const process of frozen) process.kill('SIGSTOP')
  await payAll(system, held)
  await untilAfter(held, 3)
  expect((await outcomesOf(system, held)).cancelled).toBeUndefined()
  await allDecided(system, held)
  for (const process of frozen) process.kill('SIGCONT')
  expect(await outcomesOf(system, held)).toEqual({ paid: all })
})

test('bindings of the payments lost: payments come by the alternate exchange, and unpaid holds end verified', async () => {
  const manage = managementClient(rabbitmq.managementUrl)
  await keepUnroutedPayments(manage, '%2F')
  const unpaid = await holdBoth(system, count)
  await onBroker(rabbitmq.url, async connection => {
    const channel = await connection.createChannel()
    for (const kind of kinds) await channel.unbindQueue(paymentsQueue(kind), paymentsExchange, paymentRoutingKey(kind))
  })
  const held = await holdBoth(system, count)
  await payAll(system, held)
  await allDecided(system, [...held, ...unpaid])
  expect(await outcomesOf(system, held)).toEqual({ paid: all })
  expect(await outcomesOf(system, unpaid)).toEqual({ cancelled: all })
  // Checks took the same route, so that the services have noticed and declared the bindings again.
  const bindings = await manage('GET', `exchanges/%2F/${paymentsExchange}/bindings/source`)
  expect(bindings).toHaveLength(kinds.length)
})

test('RabbitMQ and all processes killed over the deadline: payments that only the broker has are applied, and events and timers that it has not got go out, each once', async () => {
  const paid = await holdBoth(system, count)
  await killAll()
  await payAll(system, paid)
  await rabbitmq.kill()
  // With such a long heartbeat no connection is given up before the frozen processes of the next test would be killed.
  rabbitmqUrl = `${rabbitmq.url}?heartbeat=60`
  await restart(0)
  const before = await storedIds(system)
  await untilAfter(paid, 4)
  expect((await outcomesOf(system, paid)).cancelled).toBeUndefined()
  const responses = await Promise.all(Array.from({ length: all }, (_, number) => samples.request(member, number)()))
  const held = responses.map(heldId)
  // Between commit and publish.
  await killAll()
  const unsent = (await unsentSubjects()).filter(id => !before.has(id))
  expect(unsent).toEqual(held.toSorted())

  await rabbitmq.start()
  await restart(0, 1)
  await allDecided(system, paid)
  expect(await outcomesOf(system, paid)).toEqual({ paid: all })
  const holds = (await allEnded(system)).filter(({ id }) => !before.has(id))
  expect(await mismatchesOfExpired(system, holds)).toEqual([])
  await expect.poll(() => system.subscriber.endedHolds(), { interval: 500 }).toEqual(expect.arrayContaining(held))
  expect(await audit(system.owner)).toEqual([])
})

/** The bookings and orders whose creation has not been published, by id. */
async function unsentSubjects(): Promise<string[]> {
  const { rows } = await system.owner.query<{ subject: string }>(`
    select subject from booking.outbox where routing_key = 'booking.created'
    union all
    select subject from checkout.outbox where routing_key = 'order.created'`)
  return rows.map(({ subject }) => subject).toSorted()
}

test('SIGTERM while RabbitMQ is frozen: every service ends gracefully, by itself', async () => {
  const load = startCheckouts({ clients: 2, pauseMs: 1_000, maxRequests: 2000 }, [member], samples)
  await forSeconds(1)
  await rabbitmq.freeze()
  // Queues are counted every 15 s: one such look is waiting for its response by then.
  await forSeconds(16)
  expect(tally(load.responses)).toEqual({ '200': load.responses.length })
  const ends = await endsBySigterm(system)
  await load.stop()
  await rabbitmq.resume()
  expect(ends).toEqual(ends.map(() => 'exit code 0'))
})
