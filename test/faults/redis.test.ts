import { productSchema } from '@campstore/contract/products/schemas'
import { restartableRedis } from '@campstore/testing/restartable-servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { audit } from '../system/audit.ts'
import { tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { createSampleRequests } from '../system/sample-requests.ts'
import { endOf, type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

let redis: Awaited<ReturnType<typeof restartableRedis>>
let system: System
beforeAll(async () => {
  redis = await restartableRedis()
  system = await startSystem({
    services: ['booking', 'checkout', 'products'],
    redisUrl: redis.url,
    gateway: { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '100000' },
  })
})
afterAll(async () => {
  await system.stop()
  await redis.kill()
})

test('Redis stopped while requests are counted and responses are cached: responses are only slower, and available quantities are right', async () => {
  const member = await system.member()
  const samples = await createSampleRequests(system.owner)
  const running = startLoad({ clients: 6, pauseMs: 40, maxRequests: 5000 }, number =>
    number % 3 === 0 ? system.visitor.get('/api/products') : samples.request(member, number)(),
  )
  const someResponses = async (): Promise<void> => {
    const from = Date.now()
    await forSeconds(1)
    const responses = () => running.responses.filter(({ sentAt }) => sentAt >= from)
    await expect.poll(() => responses().length).toBeGreaterThan(10)
  }
  await someResponses()
  await redis.stop()
  await someResponses()
  await redis.start()
  await someResponses()
  const responses = await running.stop()

  expect(tally(responses)).toEqual({ '200': responses.length })
  for (const process of [system.gateway, ...system.processes()]) expect(await endOf(process)).toBe('still runs')
  expect(await availableInList()).toEqual(await freeInStore())
  expect(await audit(system.owner)).toEqual([])
})

/** The available quantity that the list of products has, by variant. */
async function availableInList(): Promise<Map<string, number>> {
  const { data } = await system.visitor.get('/api/products')
  const variants = z
    .array(productSchema)
    .parse(data)
    .flatMap(({ variants }) => variants)
  return new Map(variants.map(({ id, availableQuantity }) => [id, availableQuantity]))
}

/** What is not reserved, by variant that is sold. */
async function freeInStore(): Promise<Map<string, number>> {
  const { rows } = await system.owner.query<{ id: string; free: number }>(`
    select variant_id as id, sum(on_hand - reserved)::integer as free
    from inventory.stock
    join catalog.sold_variant using (variant_id)
    group by variant_id`)
  return new Map(rows.map(({ id, free }) => [id, free]))
}
