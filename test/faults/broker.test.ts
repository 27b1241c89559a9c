import { restartableRabbitmq } from '@campstore/testing/restartable-servers'
import { storedHolds } from '@campstore/testing/stored-holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endsBySigterm, expectAllExpired, startCheckouts } from '../system/checkouts.ts'
import { kindOf, type MemberClient, orderOf, tally } from '../system/client.ts'
import { createSampleRequests, heldId, type SampleRequests } from '../system/sample-requests.ts'
import { changeOrderStatus, openStore, orderFor } from '../system/store.ts'
import { endOf, type ServiceName, type System, startSystem } from '../system/system.ts'
import { allEnded, forSeconds, mismatchesOfExpired, publishedEvents, untilAuditPasses } from '../system/waiting.ts'

let rabbitmq: Awaited<ReturnType<typeof restartableRabbitmq>>
let system: System
let member: MemberClient
let samples: SampleRequests
/** What a restarted broker hands back late is the sweeper's to end. */
let seconds = { CHECKOUT_HOLD_SECONDS: '3', SWEEP_INTERVAL_SECONDS: '10', PAYMENT_GRACE_SECONDS: '300' }
beforeAll(async () => {
  rabbitmq = await restartableRabbitmq()
  system = await startSystem({
    services: ['booking', 'checkout', 'me'],
    // With so long a heartbeat no connection is given up before frozen processes would be killed.
    rabbitmqUrl: `${rabbitmq.url}?heartbeat=60`,
    variablesOf: () => seconds,
  })
  member = await system.member()
  samples = await createSampleRequests(system.owner)
})
afterAll(async () => {
  await system?.stop()
  await rabbitmq.kill()
})

test('RabbitMQ stopped, then frozen and killed, during load and started again: no request fails, no hold is lost, and each ends', async () => {
  const load = startCheckouts({ clients: 6, pauseMs: 80, maxRequests: 2000 }, [member], samples)
  await forSeconds(2)
  await rabbitmq.stop()
  await forSeconds(3)
  await rabbitmq.start()
  await forSeconds(2)
  await rabbitmq.freeze()
  await forSeconds(1)
  await rabbitmq.kill()
  await rabbitmq.start()
  await forSeconds(2)
  const responses = await load.stop()

  expect(tally(responses)).toEqual({ '200': responses.length })
  await expectAllExpired(system, responses)
  for (const process of system.processes()) {
    expect(await endOf(process)).toBe('still runs')
    await expect
      .poll(async () => (await fetch(`${process.url}/health/ready`)).json())
      .toMatchObject({ data: { broker: 'up' } })
  }
})

test('SIGTERM while RabbitMQ is frozen: every service ends gracefully, by itself', async () => {
  const load = startCheckouts({ clients: 4, pauseMs: 50, maxRequests: 2000 }, [member], samples)
  await forSeconds(1)
  await rabbitmq.freeze()
  // Queues are counted every 15 s: one such look is waiting for its response by then.
  await forSeconds(16)
  const ends = await endsBySigterm(system)
  await load.stop()
  await rabbitmq.kill()
  expect(ends).toEqual(ends.map(() => 'exit code 0'))
})

test('started without RabbitMQ, all processes of booking and checkout killed with -9 between commit and publish: their events and holds still go out, each created once, and what was paid is counted', async () => {
  // Long enough that the order for cash on delivery is confirmed in time.
  seconds = { CHECKOUT_HOLD_SECONDS: '10', SWEEP_INTERVAL_SECONDS: '1', PAYMENT_GRACE_SECONDS: '1' }
  await rabbitmq.kill()
  await restartAll(['booking', 'checkout', 'me'])
  const before = new Set((await storedHolds(system.owner)).map(({ id }) => id))
  const held = await holdSome()
  const delivered = await payOnDelivery()
  const killed = [...system.processes('booking'), ...system.processes('checkout')]
  for (const process of killed) process.kill('SIGKILL')
  await Promise.all(killed.map(({ exited }) => exited))
  const unsent = (await unsentSubjects()).filter(id => !before.has(id))
  expect(unsent).toEqual([...held, delivered].toSorted())

  await rabbitmq.start()
  await restartAll(['booking', 'checkout'])
  const holds = (await allEnded(system)).filter(({ id }) => id !== delivered && !before.has(id))
  expect(await mismatchesOfExpired(system, holds)).toEqual([])
  expect((await publishedEvents(system)).get(delivered)).toEqual([
    'order.cod-confirmed',
    'order.completed',
    'order.created',
    'order.shipped',
  ])
  await expect.poll(() => system.subscriber.endedHolds(), { interval: 500 }).toEqual(expect.arrayContaining(held))
  await untilAuditPasses(system)
})

/** Starts the processes of these services again, which have ended or are stopped now. */
async function restartAll(services: readonly ServiceName[]): Promise<void> {
  const restart = async (name: ServiceName, instance: number, stop: () => Promise<void>) => {
    await stop()
    await system.restart(name, instance)
  }
  await Promise.all(
    services.flatMap(name => system.processes(name).map(({ stop }, instance) => restart(name, instance, stop))),
  )
}

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

/** The bookings and orders whose creation has not been published, by id. */
async function unsentSubjects(): Promise<string[]> {
  const { rows } = await system.owner.query<{ subject: string }>(`
    select subject from booking.outbox where routing_key = 'booking.created'
    union all
    select subject from checkout.outbox where routing_key = 'order.created'`)
  return rows.map(({ subject }) => subject).toSorted()
}
