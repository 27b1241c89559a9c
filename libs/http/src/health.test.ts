import { version } from '@campstore/core/version'
import Koa from 'koa'
import { expect, test } from 'vitest'
import { answerHealth, type HealthCheck } from './health.ts'
import { listen } from './listen.ts'

async function ready(parts: Awaited<ReturnType<HealthCheck>>) {
  const app = new Koa()
  app.use(answerHealth(async () => parts))
  const { url, stop } = await listen(app, { host: '127.0.0.1', port: 0 })
  try {
    const response = await fetch(`${url}/health/ready`)
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
  } finally {
    await stop()
  }
}

test('ready while everything that is needed is up, whatever the state of the rest', async () => {
  const answer = await ready({
    database: { outage: undefined, needed: true },
    broker: { outage: 'no answer', needed: false },
  })
  const data = { status: 'up', version, database: 'up', broker: 'down', reasons: { broker: 'no answer' } }
  expect(answer).toEqual({ status: 200, retryAfter: null, body: { success: true, data } })
})

test('not ready while something that is needed is down: 503 with Retry-After', async () => {
  const answer = await ready({
    database: { outage: 'password refused', needed: true },
    broker: { outage: undefined, needed: false },
  })
  const data = { status: 'down', version, database: 'down', broker: 'up', reasons: { database: 'password refused' } }
  expect(answer).toEqual({ status: 503, retryAfter: '2', body: { success: false, data } })
})
