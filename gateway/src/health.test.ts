import { createPool } from '@campstore/upstream/pool'
import { expect, test } from 'vitest'
import { createHealth } from './health.ts'
import { respondWith, startFakeService } from './testing/fake-service.ts'

const poolsWith = (url: string) => {
  const absent = createPool([])
  return { booking: createPool([url]), products: absent, checkout: absent, me: absent, admin: absent }
}

test('a service that does not respond in time is down', async () => {
  const { url, server } = await startFakeService()
  server.removeAllListeners('request')
  expect((await createHealth(poolsWith(url), 30)()).booking).toBe('down')
})

test('callers within a second share one result', async () => {
  const time = { now: 0 }
  const { url, server } = await startFakeService()
  let probes = 0
  server.removeAllListeners('request').on('request', (request, response) => {
    probes += 1
    respondWith('ready')(request, response)
  })
  const health = createHealth(poolsWith(url), 60_000, () => time.now)
  await Promise.all([health(), health()])
  time.now = 1_000
  await health()
  expect(probes).toBe(1)
  time.now = 1_001
  await health()
  expect(probes).toBe(2)
})
