import { productSchema } from '@campstore/contract/products/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { audit } from '../system/audit.ts'
import { type Answer, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { type PrivateServer, privateRedis } from '../system/private-servers.ts'
import { createSampleRequests } from '../system/sample-requests.ts'
import { endOf, type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

let redis: PrivateServer
let system: System
beforeAll(async () => {
  redis = await privateRedis()
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

test('Redis away while requests are counted and answers are cached: nothing changes but speed, and what is available is true', async () => {
  const [member] = await system.members(1)
  if (!member) throw new Error('no member')
  const plenty = await createSampleRequests(system.owner)
  const running = startLoad({ places: 6, pauseMs: 40, most: 1000 }, number =>
    number % 3 === 0 ? system.visitor.get('/api/products') : plenty.wish(member, number)(),
  )
  const phase = async (): Promise<Answer[]> => {
    const from = Date.now()
    await forSeconds(1.5)
    return running.answers.filter(({ sentAt }) => sentAt >= from)
  }
  const before = await phase()
  await redis.stop()
  const away = await phase()
  await redis.start()
  const back = await phase()
  const answers = await running.stop()

  expect(tally(answers)).toEqual({ '200': answers.length })
  for (const some of [before, away, back]) expect(some.length).toBeGreaterThan(10)
  expect(Math.max(...away.map(({ tookMs }) => tookMs))).toBeLessThan(2_000)
  for (const process of [system.gateway, ...system.processes()]) expect(await endOf(process)).toBe('still runs')
  expect(await availableInList()).toEqual(await freeInStore())
  expect(await audit(system.owner)).toEqual([])
})

/** What customers are told is available, by variant. */
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
