import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { openCampground, stayAt } from '../system/campground.ts'
import { type Answer, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { type PrivateServer, privateRedis } from '../system/private-servers.ts'
import { endOf, type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

let redis: PrivateServer
let system: System
beforeAll(async () => {
  redis = await privateRedis()
  system = await startSystem({ gateway: { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '100000' } })
})
afterAll(async () => {
  await system.stop()
  await redis.kill()
})

test('Redis away while requests are counted: nothing changes but speed', async () => {
  const [member] = await system.members(1)
  if (!member) throw new Error('no member')
  const campground = await openCampground(system.owner, { zones: [5000] })
  const running = startLoad({ places: 6, pauseMs: 40, most: 1000 }, () => member.checkout(stayAt(campground)))
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
  expect(await endOf(system.gateway)).toBe('still runs')
  expect(await audit(system.owner)).toEqual([])
})
