import { describe, expect, test } from 'vitest'
import { useServices } from '../src/testing/admin-fixture.ts'
import { startFakeService } from '../src/testing/fake-service.ts'

// Requests are forwarded to the owning service, which checks everything except the administrator; its response is unchanged.
const fixture = useServices()

const at = (path: string) => `/api/admin/${path}`
const send = (method: string, path: string, rawBody?: string, headers?: Record<string, string>) =>
  fixture.chief.client.send(method, at(path), { rawBody, headers })
const refusal = (code: string) => ({ success: false, error: { code, message: 'from the service' } })

describe('a request', () => {
  test('is sent to the owning service once, with path, query and body unchanged, also where it is not JSON', async () => {
    await send('GET', 'bookings/a%2Fb%20c?q=%25_%5C&status=pending&status=confirmed&unknown=')
    const body = '{ "name":"帳篷", "n": 1.0,'
    await send('POST', 'products', body, { 'content-type': 'text/plain' })
    expect(fixture.services.booking.requests).toMatchObject([
      { url: '/internal/booking/bookings/a%2Fb%20c?q=%25_%5C&status=pending&status=confirmed&unknown=' },
    ])
    expect(fixture.services.products.requests).toMatchObject([
      { method: 'POST', url: '/internal/products/products', body, headers: { 'content-type': 'text/plain' } },
    ])
  })

  test('has its request id, its trace and the address of its client, and neither its token nor its other headers', async () => {
    const trace = 'a'.repeat(32)
    const context = { 'x-request-id': 'r-1', 'x-forwarded-for': '203.0.113.9' }
    const traceparent = `00-${trace}-${'b'.repeat(16)}-01`
    await send('GET', 'customers', undefined, {
      ...context,
      traceparent,
      cookie: 'a=b',
      'x-campstore': 'c',
      'idempotency-key': 'key',
    })
    const { headers, caller } = fixture.services.me.requests[0] ?? {}
    const traced = { traceparent: expect.stringContaining(trace) }
    expect(headers).toMatchObject({ ...context, ...traced, 'idempotency-key': 'key' })
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('x-campstore')
    expect(caller).toMatchObject({ adminId: fixture.chief.id, permissions: ['customers.view'] })
  })
})

test('an error is in the language of its reader, from the owner as from this service', async () => {
  const wanted = { 'accept-language': 'zh-Hant' }
  fixture.services.products.respond = () => response =>
    response.writeHead(409, { 'content-type': 'application/json', 'content-language': 'zh-TW' }).end('{}')
  const refused = await send('POST', 'products', '{}', wanted)
  expect(fixture.services.products.requests.at(-1)?.headers).toMatchObject({ 'accept-language': 'zh-TW' })
  expect(refused.headers.get('content-language')).toBe('zh-TW')
  expect(refused.headers.get('vary')).toContain('accept-language')
  // A read whose response has begun is not repeated.
  fixture.services.checkout.respond = () => response => response.write('{', () => response.destroy())
  const { data } = await fixture.chief.client.post(at('orders/ship'), { ids: ['one'] }, wanted)
  expect(data).toMatchObject([{ code: 'SERVICE_UNAVAILABLE', message: 'checkout 服務暫時無法使用，請稍後再試。' }])
})

describe('a response', () => {
  test.each([
    [201, { success: true, data: [{ any: '東西' }], meta: { page: 0 } }],
    [409, refusal('CONFLICT')],
    [503, refusal('SERVICE_UNAVAILABLE')],
  ])('of %i is returned unchanged', async (status, body) => {
    fixture.services.products.respond = () => ({ status, body })
    const answer = await send('POST', 'products', '{}')
    expect([answer.status, answer.body]).toEqual([status, body])
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-inside')).toBeNull()
  })

  test('keeps its links to other pages, the parameters that were ignored, and what says that it is deprecated', async () => {
    const kept = {
      link: '<?page=1&size=20>; rel="next"',
      deprecation: '@1801353600',
      sunset: 'Sat, 31 Jul 2027 12:00:00 GMT',
      'x-ignored-parameters': 'stat',
      'preference-applied': 'handling=strict',
    }
    fixture.services.checkout.respond = () => response => response.writeHead(200, kept).end('{}')
    const { headers } = await send('GET', 'orders?size=20')
    expect(Object.fromEntries(Object.keys(kept).map(name => [name, headers.get(name)]))).toEqual(kept)
  })

  test.each([401, 405])('of %i is a fault of ours: INTERNAL_ERROR, and logged', async status => {
    fixture.services.me.respond = () => ({ status, body: refusal('FORBIDDEN') })
    const answer = await send('GET', 'customers', undefined, { 'x-request-id': `fault-${status}` })
    expect(answer).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' })
    const logged = fixture.log.find(line => line.requestId === `fault-${status}` && line.msg === 'A request failed')
    expect(JSON.stringify(logged)).toContain(`me responded ${status} to listCustomers`)
  })
})

test.each([
  ['checkout', 'orders/one/cancel-paid'],
  ['checkout', 'orders/one/returns'],
  ['booking', 'bookings/one/cancel-paid'],
  ['booking', 'bookings/one/change'],
] as const)(
  '%s learns whether %s may give back any amount, and its FORBIDDEN is returned unchanged',
  async (owner, path) => {
    const service = fixture.services[owner]
    service.respond = ({ method }) => ({ status: method === 'GET' ? 200 : 403, body: refusal('FORBIDDEN') })
    const section = path.split('/')[0] ?? ''
    const mayEdit = { view: true, edit: true }
    for (const [given, permissions] of [
      [{ [section]: mayEdit }, [`${section}.edit`]],
      [{ [section]: mayEdit, payments: mayEdit }, [`${section}.edit`, 'payments.edit']],
    ] as const) {
      const { client } = await fixture.staff({ role: 'warehouse', overrides: given })
      const answer = await client.post(at(path), {})
      expect([answer.status, answer.body]).toEqual([403, refusal('FORBIDDEN')])
      expect(service.requests.at(-1)?.caller?.permissions).toEqual(permissions)
    }
  },
)

test('a token that has expired when it arrives: SERVICE_UNAVAILABLE, which names the clocks', async () => {
  fixture.services.me.respond = () => response =>
    response
      .writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token", error_description="The token has expired"' })
      .end(JSON.stringify(refusal('UNAUTHORIZED')))
  const answer = await send('GET', 'customers')
  expect(answer).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  expect(JSON.stringify(answer.body)).toContain('clocks')
})

test('a service that is unavailable: SERVICE_UNAVAILABLE with Retry-After', async () => {
  const { checkout } = fixture.services
  await checkout.stop()
  const answer = await send('GET', 'orders')
  expect(answer).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1')
  const again = await startFakeService('checkout', fixture.clock.now, checkout.port)
  expect((await send('GET', 'orders')).data).toEqual({ service: 'checkout' })
  fixture.services.checkout = again
})
