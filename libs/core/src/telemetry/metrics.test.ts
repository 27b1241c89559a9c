import { expect, onTestFinished, test } from 'vitest'
import { counter, gauge, histogram } from './metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

const requests = counter('test_requests_total', 'Requests.', ['route'])
const durations = histogram('test_duration_seconds', 'Durations.', ['route'], [0.1, 1])
const depth = gauge('test_depth', 'Depth.', ['queue'])
const unread = gauge('test_unread', 'Fails.', ['queue'])

const warnings: object[] = []
const log = { info: () => {}, error: () => {}, warn: (fields: object) => void warnings.push(fields) }

// One test, because metrics are registered once per process.
test('nothing is counted before metrics are served; then counters, histograms and gauges are at /metrics, and nothing else', async () => {
  requests.add({ route: 'before' })
  durations.observe({ route: 'before' }, 1)
  const remove = depth.readFrom(() => [{ labels: { queue: 'a' }, value: 1 }])
  depth.readFrom(async () => [{ labels: { queue: 'b' }, value: 2 }])
  unread.readFrom(() => Promise.reject(new Error('out of order')))

  const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, log as never)
  onTestFinished(() => server.stop())
  const scrape = async () => (await fetch(server.url)).text()
  requests.add({ route: 'a' })
  requests.add({ route: 'a' })
  durations.observe({ route: 'a' }, 0.5)

  const text = await scrape()
  expect(text).not.toContain('before')
  expect(text).toContain('test_requests_total{route="a"} 2')
  expect(text).toContain('test_duration_seconds_bucket{le="0.1",route="a"} 0')
  expect(text).toContain('test_duration_seconds_bucket{le="1",route="a"} 1')
  expect(text).toContain('test_depth{queue="a"} 1')
  expect(text).toContain('test_depth{queue="b"} 2')

  remove()
  const after = await scrape()
  expect(after).not.toContain('test_depth{queue="a"}')
  expect(after).toContain('test_depth{queue="b"} 2')
  expect(warnings).toEqual([{ reason: 'out of order', metric: 'test_unread' }])
  expect((await fetch(new URL('/', server.url))).status).toBe(404)
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(404)
})
