import { readFileSync } from 'node:fs'
import { openCampground } from '@campstore/testing/campground'
import { createIdentities } from '@campstore/testing/identity'
import { type ReceivedSpan, receiveTraces, type TraceReceiver } from '@campstore/testing/trace-receiver'
import { eventually } from '@campstore/testing/waiting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stayAt } from '../system/campground.ts'
import { clientOf, sessionOf } from '../system/client.ts'
import { type System, startSystem } from '../system/system.ts'

// One trace from a request at the gateway to the expiry of its hold, as a collector receives it.

let receiver: TraceReceiver
let system: System

beforeAll(async () => {
  receiver = await receiveTraces()
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '1' }
  system = await startSystem({ services: ['booking'], processes: 1, holdSeconds: 1, sweepSeconds: 3600, environment })
})
afterAll(async () => {
  await system?.stop()
  await receiver?.stop()
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
  const [identity] = await createIdentities([{}])
  const client = clientOf(system.url, identity?.token)
  sessionOf(await client.checkout(stayAt(campground)))

  const request = await findSpan('POST /api/booking', 'gateway', ({ parentSpanId }) => parentSpanId === '')
  expect(request).toMatchObject({ kind: 2, attributes: { 'http.response.status_code': 200 } })
  const call = await findSpan('POST', 'gateway', below(request))
  const handled = await findSpan('POST /api/booking/checkout/sessions', 'booking', below(call))
  expect([call.kind, handled.kind]).toEqual([3, 2])
  expect(await findSpan('take-booking-hold', 'booking', below(handled))).toMatchObject({
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'select' },
  })

  const timer = await findSpan('publish booking.hold.1s', 'booking', below(handled))
  const created = await findSpan('publish campstore.events', 'booking', below(handled))
  expect([timer.kind, created.kind]).toEqual([4, 4])

  const expiry = await findSpan('process booking.hold-expired', 'booking', below(timer))
  expect(expiry.kind).toBe(5)
  await findSpan('booking-by-id-locked', 'booking', below(expiry))
  await findSpan('commit', 'booking', below(expiry))
  expect(await findSpan('publish campstore.events', 'booking', below(expiry))).toMatchObject({
    attributes: { 'messaging.rabbitmq.destination.routing_key': 'booking.cancelled' },
  })
  const logged = () => system.processes('booking').flatMap(({ log }) => readFileSync(log, 'utf8').split('\n'))
  const expired = () => logged().filter(line => line.includes('"Hold expired"'))
  await expect.poll(() => expired().map(line => JSON.parse(line))).toMatchObject([{ traceId: request.traceId }])
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
