import type { Queryable } from '@campstore/database/database'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { restartableRedis } from '@campstore/testing/restartable-servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutOf, expectAllExpired, repeatAll, startCheckouts, storedIds } from '../system/checkouts.ts'
import { type MemberClient, tally } from '../system/client.ts'
import { type Load, startLoad } from '../system/load.ts'
import { createSampleRequests, type SampleRequests } from '../system/sample-requests.ts'
import { endOf, type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

const load = { clients: 4, pauseMs: 100, maxRequests: 1500 }
const restarted = ['booking', 'checkout'] as const
let redis: Awaited<ReturnType<typeof restartableRedis>>
let system: System
let members: MemberClient[]
let samples: SampleRequests
beforeAll(async () => {
  redis = await restartableRedis()
  system = await startSystem({
    services: [...restarted, 'products', 'me'],
    holdSeconds: 15,
    redisUrl: redis.url,
    gateway: { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '100000' },
    withoutLogReader: [1],
  })
  members = await system.members(load.clients)
  samples = await createSampleRequests(system.owner)
})
afterAll(async () => {
  await system.stop()
  await redis.kill()
})

/** How long the gateway lets requests wait for a service. On a slow machine a restart takes longer, and requests are refused. */
const gatewayWaitMs = 5_000

/** Waits until this many more requests are answered. */
async function answered({ responses }: Load, more: number): Promise<void> {
  const before = responses.length
  await expect.poll(() => responses.length, { interval: 50 }).toBeGreaterThanOrEqual(before + more)
}

test('Redis stopped while requests are counted and tokens are cached: responses are only slower', async () => {
  const running = startLoad(load, number =>
    number % 3 === 0 ? system.visitor.get('/api/products') : checkoutOf(members, samples, number)(),
  )
  await answered(running, 15)
  await redis.stop()
  await answered(running, 15)
  await redis.start()
  await answered(running, 15)
  const responses = await running.stop()

  expect(tally(responses)).toEqual({ '200': responses.length })
  for (const process of [system.gateway, ...system.processes()]) expect(await endOf(process)).toBe('still runs')
})

test('both processes of booking and of checkout are restarted at once under load: requests wait, and none fails; each ends with exit code 0, also when its log has no reader', async () => {
  const before = await storedIds(system)
  const { requests, ...running } = startCheckouts(load, members, samples)
  await answered(running, 30)
  const leaving = system.processes('booking').concat(system.processes('checkout'))
  const begin = performance.now()
  for (const process of leaving) process.kill('SIGTERM')
  expect(await Promise.all(leaving.map(({ exited }) => exited))).toEqual(leaving.map(() => 'exit code 0'))
  await Promise.all([0, 1].flatMap(instance => restarted.map(name => system.restart(name, instance))))
  const isInTime = performance.now() - begin < gatewayWaitMs
  await answered(running, 30)
  const responses = await running.stop()

  const { '200': successes, ...others } = tally(responses)
  expect(successes).toBeGreaterThanOrEqual(60)
  if (isInTime) expect(others).toEqual({})
  else expect(['', '503 SERVICE_UNAVAILABLE']).toContain(Object.keys(others).join())
  await expectAllExpired(system, await repeatAll(requests), before)
})

/** Where a checkout that takes long would be: at the nights of zones, and at the stock of the store. */
const longCheckouts = 'lock table booking.zone_night, inventory.stock in exclusive mode'

test('SIGTERM to the gateway and all services: requests in progress get their responses, and all end gracefully', async () => {
  const before = await storedIds(system)
  const everything = [system.gateway, ...system.processes()]
  const stop = async () => {
    for (const process of everything) process.kill('SIGTERM')
    await forSeconds(1)
  }
  const inHand = { lock: (tx: Queryable) => tx.query(longCheckouts), atLeast: 8, meanwhile: stop }
  const responses = await delayRequests(system.owner, inHand, () =>
    Promise.all(Array.from({ length: 8 }, (_, number) => checkoutOf(members, samples, number)())),
  )
  const ends = await Promise.all(
    everything.map(({ exited }) => Promise.race([exited, forSeconds(40).then(() => 'still runs')])),
  )
  expect(tally(responses)).toEqual({ '200': 8 })
  expect(ends).toEqual(everything.map(() => 'exit code 0'))
  expect((await storedIds(system)).size).toBe(before.size + 8)
})
