import { storedHolds } from '@campstore/testing/stored-holds'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { kindOf, type MemberClient, orderOf, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { privateRabbitmq } from '../system/private-servers.ts'
import { createSampleRequests, heldId, type SampleRequests } from '../system/sample-requests.ts'
import { changeOrderStatus, openStore, orderFor } from '../system/store.ts'
import { endOf, type ServiceName, type System, startSystem } from '../system/system.ts'
import {
  allEnded,
  forSeconds,
  longestOverrun,
  mismatchesOfExpired,
  publishedEvents,
  untilAuditPasses,
} from '../system/waiting.ts'

let rabbitmq: Awaited<ReturnType<typeof privateRabbitmq>>
let system: System
let member: MemberClient
let samples: SampleRequests
beforeAll(async () => {
  rabbitmq = await privateRabbitmq()
})
afterAll(() => rabbitmq.kill())

/** Starts the system; with an hour between sweeps only their messages end holds. */
async function startWith(options: {
  services: readonly ServiceName[]
  holdSeconds: number
  sweepSeconds: number
  graceSeconds?: number
  rabbitmqUrl?: string
}): Promise<void> {
  system = await startSystem({ rabbitmqUrl: rabbitmq.url, ...options })
  const [someone] = await system.members(1)
  if (!someone) throw new Error('no member')
  member = someone
  samples = await createSampleRequests(system.owner)
}
afterEach(() => system.stop())

test('RabbitMQ stopped, then frozen and killed, during load and started again: no request fails, no hold is lost, each ends within 30 s of its deadline or of the return', async () => {
  // What a restarted broker hands back late is the sweeper's to end.
  await startWith({ services: ['booking', 'checkout'], holdSeconds: 3, sweepSeconds: 10 })
  const load = startLoad({ clients: 6, pauseMs: 80, maxRequests: 2000 }, number => samples.request(member, number)())
  await forSeconds(2)
  await rabbitmq.stop()
  await forSeconds(3)
  await rabbitmq.start()
  await forSeconds(2)
  await rabbitmq.freeze()
  await forSeconds(1)
  await rabbitmq.kill()
  await rabbitmq.start()
  const backAt = Date.now()
  await forSeconds(2)
  const responses = await load.stop()

  expect(tally(responses)).toEqual({ '200': responses.length })
  const holds = await allEnded(system, 40)
  expect(holds.map(({ id }) => id).toSorted()).toEqual(responses.map(heldId).toSorted())
  expect(longestOverrun(holds, backAt)).toBeLessThan(30)
  expect(await mismatchesOfExpired(system, holds)).toEqual([])
  expect(await audit(system.owner)).toEqual([])
  for (const process of system.processes()) {
    expect(await endOf(process)).toBe('still runs')
    await expect
      .poll(async () => (await fetch(`${process.url}/health/ready`)).json(), { timeout: 15_000 })
      .toMatchObject({ data: { broker: 'up' } })
  }
})

test('SIGTERM while RabbitMQ is frozen: every service ends gracefully before it would be killed', async () => {
  // With so long a heartbeat no connection is given up before the processes would be killed.
  const rabbitmqUrl = `${rabbitmq.url}?heartbeat=60`
  await startWith({ services: ['booking', 'checkout', 'me'], holdSeconds: 60, sweepSeconds: 10, rabbitmqUrl })
  const load = startLoad({ clients: 4, pauseMs: 50, maxRequests: 2000 }, number => samples.request(member, number)())
  await forSeconds(1)
  await rabbitmq.freeze()
  // Queues are counted every 15 s: one such look is waiting for its response by then.
  await forSeconds(16)
  for (const process of system.processes()) process.kill('SIGTERM')
  const killing = setTimeout(() => {
    for (const process of system.processes()) process.kill('SIGKILL')
  }, 25_000)
  const ends = await Promise.all(system.processes().map(({ exited }) => exited))
  clearTimeout(killing)
  await load.stop()
  await rabbitmq.kill()
  await rabbitmq.start()
  expect(ends).toEqual(ends.map(() => 'exit code 0'))
})

test('all processes of booking and checkout killed with -9 between commit and publish: their events and holds still go out, each created once, and what was paid is counted', async () => {
  await startWith({ services: ['booking', 'checkout', 'me'], holdSeconds: 2, sweepSeconds: 1, graceSeconds: 1 })
  await rabbitmq.stop()
  const first = await holdSome()
  await expect
    .poll(openHolds, {
      timeout: 15_000,
      message: 'the sweeper ends holds while the broker is stopped, after their grace period',
    })
    .toBe(0)
  const second = await holdSome()
  const delivered = await payOnDelivery()
  const killed = [...system.processes('booking'), ...system.processes('checkout')]
  for (const process of killed) process.kill('SIGKILL')
  await Promise.all(killed.map(({ exited }) => exited))
  expect(await unsentSubjects()).toEqual([...first, ...second, delivered].toSorted())

  await rabbitmq.start()
  await Promise.all(
    [0, 1].flatMap(instance => [system.restart('booking', instance), system.restart('checkout', instance)]),
  )
  const holds = await allEnded(system, 30)
  expect(
    await mismatchesOfExpired(
      system,
      holds.filter(({ id }) => id !== delivered),
    ),
  ).toEqual([])
  expect((await publishedEvents(system)).get(delivered)).toEqual([
    'order.cod-confirmed',
    'order.completed',
    'order.created',
    'order.shipped',
  ])
  await expect
    .poll(() => system.subscriber.endedHolds(), { timeout: 15_000 })
    .toEqual(expect.arrayContaining([...first, ...second]))
  await untilAuditPasses(system, 40)
})

const holdSome = async (): Promise<string[]> => {
  const responses = await Promise.all(Array.from({ length: 12 }, (_, number) => samples.request(member, number)()))
  return responses.map(heldId)
}

/** An order that is confirmed for cash on delivery, shipped and completed; its id. */
async function payOnDelivery(): Promise<string> {
  const { variantIds } = await openStore(system.owner, [1])
  const { orderId } = orderOf(await member.order(orderFor(variantIds, { paymentMethod: 'cod' })))
  const responses = [
    await member.confirmCod(orderId),
    await changeOrderStatus(system, orderId, 'ship'),
    await changeOrderStatus(system, orderId, 'complete'),
  ]
  expect(responses.map(kindOf)).toEqual(['200', '200', '200'])
  return orderId
}

const openHolds = async (): Promise<number> =>
  (await storedHolds(system.owner)).filter(({ status }) => status !== 'cancelled').length

/** The bookings and orders whose creation has not been published, by id. */
async function unsentSubjects(): Promise<string[]> {
  const { rows } = await system.owner.query<{ subject: string }>(`
    select subject from booking.outbox where routing_key = 'booking.created'
    union all
    select subject from checkout.outbox where routing_key = 'order.created'`)
  return rows.map(({ subject }) => subject).toSorted()
}
