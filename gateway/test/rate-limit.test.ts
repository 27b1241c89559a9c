import { bookingRoutes } from '@campstore/contract/booking/routes'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { connectRedis } from '@campstore/core/redis'
import { createLogger } from '@campstore/core/telemetry/log'
import { restartableRedis } from '@campstore/testing/restartable-servers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRateLimiter } from '../src/rate-limit.ts'
import { envelope, startFakeService } from '../src/testing/fake-service.ts'
import { policyPath, startGateway, startShop } from '../src/testing/gateway-fixture.ts'

const startLimited = async (perMinute: number, variables: Record<string, string> = {}) =>
  (await startShop(undefined, { RATE_LIMIT_PER_MINUTE: String(perMinute), ...variables })).gateway

/** A Redis of one test, which may freeze or kill it. */
async function startRedis() {
  const redis = await restartableRedis()
  onTestFinished(() => redis.kill())
  const keys = async () => Number((await redis.ask('DBSIZE'))?.slice(1))
  return { ...redis, keys }
}

const statusOf = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + policyPath, { headers })
  await answer.arrayBuffer()
  return answer.status
}

describe('the limit of requests per client', () => {
  test('clients of one IPv6 /48 have ten times as many together; those of another one have their own', async () => {
    const gateway = await startLimited(2, { TRUSTED_PROXY: '127.0.0.1' })
    const from = (address: string) => statusOf(gateway.url, { 'x-forwarded-for': address })
    for (let network = 1; network <= 20; network += 1) expect(await from(`2001:db8:1:${network}::1`)).toBe(200)
    expect([await from('2001:db8:1:99::1'), await from('2001:db8:2:99::1')]).toEqual([429, 200])
  })

  test('stands in every response that is counted, refused ones too, and in no other', async () => {
    const gateway = await startLimited(2)
    const standing = async (path: string, method = 'GET') => {
      const { status, headers } = await fetch(gateway.url + path, { method })
      return [status, headers.get('ratelimit-policy'), headers.get('ratelimit')?.replace(/;t=([1-9]|[1-5]\d|60)$/, '')]
    }
    const policy = '"default";q=2;w=60'
    expect(await standing('/health')).toEqual([200, null, undefined])
    expect(await standing(policyPath)).toEqual([200, policy, '"default";r=1'])
    expect(await standing('/api/me/orders')).toEqual([503, policy, '"default";r=0'])
    expect(await standing(policyPath, 'HEAD')).toEqual([429, policy, '"default";r=0'])
    expect(await standing(policyPath)).toEqual([429, policy, '"default";r=0'])
  })
})

describe('the limit with Redis', () => {
  const behindProxy = { TRUSTED_PROXY: '127.0.0.1' }

  test.each(['killed', 'frozen', 'full'])('is counted by each gateway itself while Redis is %s', async fault => {
    const redis = await startRedis()
    const gateway = await startLimited(3, { REDIS_URL: redis.url, ...behindProxy })
    // It serves while it still connects to Redis.
    const counted = () => statusOf(gateway.url, { 'x-forwarded-for': '203.0.113.99' }).then(redis.keys)
    await expect.poll(counted).toBe(1)
    if (fault === 'killed') await redis.kill()
    else if (fault === 'frozen') redis.freeze()
    else await redis.ask('CONFIG SET maxmemory 1')
    const statuses: number[] = []
    for (let round = 0; round < 30; round += 1) statuses.push(await statusOf(gateway.url))
    expect(statuses).toEqual([200, 200, 200, ...Array(27).fill(429)])
  })

  test('a Redis that does not answer is used once, not by every request, until its cooldown is over', async () => {
    const redis = await startRedis()
    let now = 0
    const log = createLogger('gateway', 'silent')
    const limiter = createRateLimiter({ perMinute: 100, holds: 0 }, redis.url, log, () => now)
    onTestFinished(() => limiter.close())
    /** Keys in Redis, one for each client that was counted there, after another request of this one. */
    const clientsCounted = async (address: string) => {
      now += 1_000
      await limiter.consume(address)
      return redis.keys()
    }
    await expect.poll(() => clientsCounted('203.0.113.1')).toBe(1)
    redis.freeze()
    for (let client = 1; client <= 30; client += 1) await limiter.consume(`198.51.100.${client}`)
    redis.resume()
    // Redis first runs the commands that it got while it was frozen: one client was counted, unless its connection was given up.
    await expect.poll(() => clientsCounted('203.0.113.2')).toBeGreaterThanOrEqual(2)
    expect(await redis.keys()).toBeLessThanOrEqual(3)
  })

  test('a Redis that is full is down until it has room, also while no request uses it', async () => {
    const redis = await startRedis()
    const log = createLogger('gateway', 'silent')
    const connection = connectRedis(redis.url, { commandTimeoutMs: 10_000, fallback: '', log })
    onTestFinished(connection.close)
    await expect.poll(connection.outage).toBeUndefined()
    await redis.ask('CONFIG SET maxmemory 1')
    connection.reportFailure(await connection.redis.incr('count').catch((error: unknown) => error))
    for (let reading = 0; reading < 3; reading += 1) expect(await connection.outage()).toBe('memory full')
    await redis.ask('CONFIG SET maxmemory 0')
    expect(await connection.outage()).toBeUndefined()
  })

  test('is shared again when Redis is available again', async () => {
    const redis = await startRedis()
    const variables = { REDIS_URL: redis.url, ...behindProxy }
    const [a, b] = [await startLimited(10, variables), await startLimited(10, variables)]
    redis.freeze()
    await Promise.all([statusOf(a.url), statusOf(b.url)])
    redis.resume()
    await expect.poll(() => together(a.url, b.url), { interval: 300 }).toBe(10)
  })
})

let nextClient = 0

/** How many of 24 requests of a new client, to two gateways in turn, are let through. */
async function together(a: string, b: string): Promise<number> {
  nextClient += 1
  const headers = { 'x-forwarded-for': `198.51.100.${nextClient}` }
  let passed = 0
  for (let turn = 0; turn < 24; turn += 1) {
    // One after the other: many at once could wait longer for Redis than a gateway does.
    if ((await statusOf(turn % 2 === 0 ? a : b, headers)) === 200) passed += 1
  }
  return passed
}

const start = (url: string, path: string) => fetch(url + path, { method: 'POST' })
const sessions = [bookingRoutes.startCheckout.path, storeCheckoutRoutes.startStoreCheckout.path] as const

test('the limit of checkouts per client counts both kinds together, is a 429 that says when to try again, and leaves everything else alone', async () => {
  const { url } = await startFakeService()
  const gateway = await startGateway({
    BOOKING_URLS: url,
    CHECKOUT_URLS: url,
    HOLD_LIMIT_PER_ADDRESS: '2',
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  for (const path of sessions) expect((await start(gateway.url, path)).status).not.toBe(429)
  for (const path of [...sessions, `${sessions[0]}?x=1`]) {
    const refused = await start(gateway.url, path)
    expect([refused.status, envelope.parse(await refused.json()).error?.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  }
  expect(await statusOf(gateway.url)).toBe(200)
  expect((await start(gateway.url, `${sessions[1]}/order-1/cancel`)).status).not.toBe(429)
})
