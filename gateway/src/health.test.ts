import { createPool } from '@campstore/http/upstream/pool'
import { expect, test } from 'vitest'
import { createHealth } from './health.ts'
import { answerAs, startUpstream } from './testing/upstream.ts'

const poolsWith = (url: string) => {
  const absent = createPool([])
  return { booking: createPool([url]), products: absent, checkout: absent, me: absent, admin: absent }
}

test('a service that does not say that it is ready in time is down', async () => {
  const { url, server } = await startUpstream()
  server.removeAllListeners('request')
  expect((await createHealth(poolsWith(url), 30)()).booking).toBe('down')
})

test('whoever asks within a second shares one answer', async () => {
  const time = { now: 0 }
  const { url, server } = await startUpstream()
  let asked = 0
  server.removeAllListeners('request').on('request', (request, response) => {
    asked += 1
    answerAs('ready')(request, response)
  })
  const health = createHealth(poolsWith(url), 2_000, () => time.now)
  await Promise.all([health(), health()])
  time.now = 1_000
  await health()
  expect(asked).toBe(1)
  time.now = 1_001
  await health()
  expect(asked).toBe(2)
})
