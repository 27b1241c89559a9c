import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { openCampground } from '@campstore/testing/campground'
import type { ServiceProcess } from '@campstore/testing/processes'
import { startPrometheus } from '@campstore/testing/prometheus'
import { testServers } from '@campstore/testing/servers'
import { type ReceivedSpan, receiveTraces } from '@campstore/testing/trace-receiver'
import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { stayAt } from '../system/campground.ts'
import { sessionOf } from '../system/client.ts'
import { type ServiceName, startSystem } from '../system/system.ts'

// Every process serves metrics to a real Prometheus, with the configuration, rules and dashboard that operators get, and sends
// its traces to a collector: one trace from a request at the gateway to the expiry of its hold.
const services = ['booking', 'products', 'checkout', 'me', 'admin'] as const satisfies ServiceName[]

/** The folder of what operators load. */
const observability = new URL('../../observability/', import.meta.url)
const alertsFile = new URL('prometheus/alerts.yml', observability)
const dashboardFile = new URL('grafana/dashboards/campstore.json', observability)

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

/** The queries of the dashboard's panels. */
const dashboardQueries = (): string[] =>
  dashboard
    .parse(JSON.parse(readFileSync(dashboardFile, 'utf8')))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** Metrics of ours, of Node and of the process; `up` is Prometheus's own. */
const selector = /\b(?:campstore|nodejs|process)_[a-z0-9_]+(?:\{[^}]*\})?|\bup\b(?:\{[^}]*\})?/g

/** The series that queries select, each once: `campstore_queue_messages{queue="payments.rejected"}`. */
const selectorsOf = (queries: readonly string[]): string[] => [
  ...new Set(queries.flatMap(query => query.match(selector) ?? [])),
]

const receiver = useFixture(receiveTraces)
const system = useFixture(() => {
  const { redisUrl } = testServers()
  return startSystem({
    services,
    processes: 1,
    redisUrl,
    holdSeconds: 1,
    sweepSeconds: 3600,
    environment: { METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '1' },
    // Nothing is there, so the leader answers, and the metric says so.
    variablesOf: () => ({ DATABASE_REPLICA_URL: 'postgres://unused@127.0.0.1:1/campstore' }),
    gateway: { REDIS_URL: redisUrl, RATE_LIMIT_PER_MINUTE: '100000', ME_URLS: '' },
  })
})
const prometheus = useFixture(async () => {
  const directory = temporaryServerHome()
  cpSync(fileURLToPath(new URL('prometheus', observability)), directory, { recursive: true })
  const config = join(directory, 'prometheus.yml')
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll(/_interval: 15s/g, '_interval: 1s'))
  const processes = services.flatMap(name => system.processes(name).map(of => [name, of] as const))
  const targets = await Promise.all(
    [['gateway', system.gateway] as const, ...processes].map(async ([job, process]) => ({
      labels: { job },
      targets: [await metricsAddressOf(process)],
    })),
  )
  writeFileSync(join(directory, 'targets.json'), JSON.stringify(targets))
  return startPrometheus(directory)
})

/** Host and port, as the process logs them; lines are written together, some time after the process is ready. */
const metricsAddressOf = ({ log }: ServiceProcess): Promise<string> =>
  eventually(() => {
    const lines = readFileSync(log, 'utf8').split('\n')
    const line = lines.find(text => text.includes('Metrics are served'))
    return new URL(z.object({ url: z.string() }).parse(JSON.parse(line ?? '{}')).url).host
  }, 250)

const vector = z.object({
  result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
})

async function query(expression: string) {
  const { result } = vector.parse(await prometheus.get(`query?query=${encodeURIComponent(expression)}`))
  return result.map(({ metric, value: [, value] }) => ({ ...metric, value: Number(value) }))
}

test('every process is scraped', async () => {
  await eventually(async () => {
    const up = await query('up')
    expect(up).toHaveLength(1 + services.length)
    expect(up.filter(({ value }) => value !== 1)).toEqual([])
    expect(await query('campstore_dependency_up == 0')).toEqual([])
  }, 250)
})

test('what happens is counted: requests by route and code, an expired hold, pools, caches', async () => {
  const campground = await openCampground(system.owner, { zones: [5] })
  const member = await system.member()
  sessionOf(await member.checkout(stayAt(campground)))
  await member.get('/api/booking/bookings/none')
  // No process of the me service is known to the gateway.
  await system.visitor.get('/api/me/orders')

  const sum = async (series: string) => (await query(`sum(${series})`))[0]?.value
  await eventually(async () => {
    const checkouts = 'campstore_http_requests_total{route="POST /api/booking/checkout/sessions"'
    expect(await sum(`${checkouts},status="200",code="none"}`)).toBe(1)
    expect(
      await sum('campstore_http_requests_total{route="GET /api/booking/bookings/{id}",status="404",code="NOT_FOUND"}'),
    ).toBe(1)
    expect(await sum('campstore_gateway_requests_total{service="me",status="503",code="SERVICE_UNAVAILABLE"}')).toBe(1)
    expect(await sum('campstore_hold_lateness_seconds_count{kind="booking"}')).toBe(1)
    expect(await sum('campstore_cache_lookups_total{cache="tokens",result="hit"}')).toBeGreaterThan(0)
    expect(await sum('campstore_open_holds{kind="booking"}')).toBe(0)
    expect(await sum('campstore_database_connections{job="booking",pool="requests"}')).toBeGreaterThan(0)
  }, 250)
})

test('no label has a value that clients choose', async () => {
  const labels = z.array(z.string()).parse(await prometheus.get('label/route/values'))
  expect(
    labels.filter(route => !/^(?:none|[A-Z]+ \/(?:api|internal)(?:\/[a-z-]+|\/\{[a-zA-Z]+\})*)$/.test(route)),
  ).toEqual([])
})

test('every query of the dashboard is valid, and every series of it and of the alerts exists', async () => {
  for (const expression of dashboardQueries()) await query(expression)
  const selectors = selectorsOf([readFileSync(alertsFile, 'utf8'), ...dashboardQueries()])
  expect(selectors.length).toBeGreaterThan(20)
  await eventually(async () => {
    const missing = []
    for (const selector of selectors) if ((await query(`count(${selector})`)).length === 0) missing.push(selector)
    expect(missing).toEqual([])
  }, 250)
})

test('Prometheus has all rules, and no alert of a running system', async () => {
  const groups = z.object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ name: z.string(), health: z.string(), state: z.string() })) }),
    ),
  })
  await eventually(async () => {
    const rules = groups.parse(await prometheus.get('rules')).groups.flatMap(group => group.rules)
    expect(rules).toHaveLength(readFileSync(alertsFile, 'utf8').match(/- alert:/g)?.length ?? 0)
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([])
    expect(rules.filter(({ state }) => state === 'firing')).toEqual([])
  }, 250)
})

const findSpan = (name: string, service: string, within: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> =>
  eventually(() => {
    const found = receiver.spans().find(span => span.name === name && span.service === service && within(span))
    if (!found) throw new Error(`no span ${name} of ${service}`)
    return found
  }, 100)

const below = (parent: ReceivedSpan) => (span: ReceivedSpan) =>
  span.traceId === parent.traceId && span.parentSpanId === parent.spanId

test('a checkout and the expiry of its hold: gateway, HTTP, SQL, outbox, timer, consumer, SQL, event', async () => {
  const campground = await openCampground(system.owner, { zones: [5] })
  sessionOf(await (await system.member()).checkout(stayAt(campground)))

  const request = await findSpan('POST /api/booking', 'gateway', ({ parentSpanId }) => parentSpanId === '')
  expect(request).toMatchObject({ kind: 2, attributes: { 'http.response.status_code': 200 } })
  const call = await findSpan('POST', 'gateway', below(request))
  const handled = await findSpan('POST /api/booking/checkout/sessions', 'booking', below(call))
  expect([call.kind, handled.kind]).toEqual([3, 2])
  expect(await findSpan('take-booking-holds', 'booking', below(handled))).toMatchObject({
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'select' },
  })

  const timer = await findSpan('publish booking.hold.1s', 'booking', below(handled))
  const created = await findSpan('publish campstore.events', 'booking', below(handled))
  expect([timer.kind, created.kind]).toEqual([4, 4])

  const expiry = await findSpan('process booking.hold-expired', 'booking', below(timer))
  expect(expiry.kind).toBe(5)
  await findSpan('bookings-by-id-locked', 'booking', below(expiry))
  await findSpan('commit', 'booking', below(expiry))
  expect(await findSpan('publish campstore.events', 'booking', below(expiry))).toMatchObject({
    attributes: { 'messaging.rabbitmq.destination.routing_key': 'booking.cancelled' },
  })
  const logged = () => system.processes('booking').flatMap(({ log }) => readFileSync(log, 'utf8').split('\n'))
  await expect
    .poll(() => logged().filter(line => line.includes('"Hold expired"') && line.includes(request.traceId)))
    .toHaveLength(1)
})

test('a failure is marked, and nothing of a query, a body or a person is in a span', async () => {
  const secret = 'secret-of-a-person'
  await fetch(`${system.url}/api/me/orders?search=${secret}`, { headers: { authorization: `Bearer ${secret}` } })
  const failed = await findSpan('GET /api/me', 'gateway', span => span.failed)
  expect(failed.attributes).toMatchObject({
    'url.path': '/api/me/orders',
    'http.response.status_code': 503,
    'error.type': 'SERVICE_UNAVAILABLE',
  })
  expect(JSON.stringify(receiver.spans())).not.toContain(secret)
})

test('the trace of a client is continued, and exported when the process stops', async () => {
  const traceId = 'ef'.repeat(16)
  await fetch(`${system.url}/api/booking/policy`, { headers: { traceparent: `00-${traceId}-${'01'.repeat(8)}-00` } })
  await system.gateway.stop()
  expect(receiver.spans().filter(span => span.service === 'gateway' && span.traceId === traceId)).toHaveLength(2)
})
