import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { version } from '@campstore/core/version'
import { describe, expect, test } from 'vitest'
import { policyPath, startGateway, startShop } from '../src/testing/gateway-fixture.ts'
import { sendBytes } from '../src/testing/raw-connection.ts'

const refusal = (code: string) => ({ success: false, error: { code, message: expect.any(String) } })

const bodyOfError = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { message: string } }
  return error.message
}

describe('routes', () => {
  test('an error of the gateway is in the language of its reader, which the services learn too', async () => {
    const { booking, gateway } = await startShop()
    const headers = { 'accept-language': 'zh-TW,zh;q=0.9' }
    await fetch(gateway.url + policyPath, { headers })
    expect(booking.requests[0]?.headers).toMatchObject(headers)
    const answers = await Promise.all(
      ['/api/me/orders', '/api/bookings'].map(path => fetch(gateway.url + path, { headers })),
    )
    const messages = await Promise.all(answers.map(answer => bodyOfError(answer)))
    expect(messages).toEqual([
      '這部分的服務暫時無法使用，請於 2 秒後再試。',
      '沒有 GET /api/bookings 這個端點。端點清單請見 /docs。',
    ])
    for (const answer of answers) {
      expect(answer.headers.get('content-language')).toBe('zh-TW')
      expect(answer.headers.get('vary')).toMatch(/\baccept-language\b/)
    }
  })

  test('a body arrives as it was sent, with its length', async () => {
    const { booking, gateway } = await startShop()
    const body = JSON.stringify({ name: '登山' })
    await fetch(gateway.url + policyPath, { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' })
    expect(booking.requests[0]?.body).toBe(body)
    expect(booking.requests[0]?.headers['content-length']).toBe(String(Buffer.byteLength(body)))
    expect(booking.requests[0]?.headers).not.toHaveProperty('transfer-encoding')
  })
})

test('a valid request id of the client reaches the service and comes back; a trace continues with a new span', async () => {
  const { booking, gateway } = await startShop()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  const answer = await fetch(gateway.url + policyPath, { headers: { 'x-request-id': 'Cart_1.2-3', traceparent } })
  expect(answer.headers.get('x-request-id')).toBe('Cart_1.2-3')
  const { headers } = booking.requests[0] ?? expect.fail()
  expect(headers['x-request-id']).toBe('Cart_1.2-3')
  expect(headers.traceparent).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-`))
})

describe('headers', () => {
  test('of a client that only our own processes may send, or that Connection names, are removed', async () => {
    const { booking, gateway } = await startShop()
    const claims = ['x-internal-token', 'x-campstore-admin', 'x-real-ip', 'forwarded', 'x-user-id']
    const overrides = [
      'proxy-authorization',
      'x-http-method-override',
      'x-original-url',
      'x-rewrite-url',
      'cookie',
      'te',
    ]
    const headers = Object.fromEntries([...claims, ...overrides].map(name => [name, 'trailers']))
    const kept = { authorization: 'Bearer t' }
    await fetch(gateway.url + policyPath, { headers: { ...headers, 'x-forwarded-for': '10.0.0.1', ...kept } })
    const seen = booking.requests[0]?.headers ?? {}
    for (const name of Object.keys(headers)) expect(seen).not.toHaveProperty(name)
    expect(seen).toMatchObject({ ...kept, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
    expect(seen.host).toBe(new URL(booking.url).host)
    const head = `GET ${policyPath} HTTP/1.1\r\nHost: shop.test\r\nConnection: close, x-hop\r\nX-Hop: 1\r\n\r\n`
    await sendBytes(gateway.port, head)
    expect(booking.requests[1]?.headers).not.toHaveProperty('x-hop')
  })

  test('of a service that reveal its inside are removed', async () => {
    const { gateway } = await startShop((_request, response) => {
      response.writeHead(200, { server: 'x', 'x-powered-by': 'x', 'x-internal-node': 'x', etag: '"1"' }).end('{}')
    })
    const { headers } = await fetch(gateway.url + policyPath)
    for (const name of ['server', 'x-powered-by', 'x-internal-node']) expect(headers.has(name)).toBe(false)
    expect(headers.get('etag')).toBe('"1"')
  })

  test.each([policyPath, '/internal'])('for security are on every response (%s), once', async path => {
    const { gateway } = await startShop()
    const { headers } = await fetch(gateway.url + path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.has('strict-transport-security')).toBe(false)
  })

  test('for transport security are added where a trusted proxy reports https', async () => {
    const { booking, gateway } = await startShop(undefined, { TRUSTED_PROXY: '127.0.0.1' })
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
    const { headers } = await fetch(gateway.url + policyPath, { headers: forwarded })
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+/)
    expect(booking.requests[0]?.headers).toMatchObject(forwarded)
  })
})

describe('a body above 100 kB', () => {
  const send = (url: string, size: number, chunked: boolean) => {
    const body = Buffer.alloc(size, 'a')
    return fetch(url + policyPath, { method: 'POST', duplex: 'half', body: chunked ? new Blob([body]).stream() : body })
  }

  test.each([false, true])('is refused, one of exactly that size is not (chunked: %s)', async chunked => {
    const { booking, gateway } = await startShop()
    const fits = await send(gateway.url, 100_000, chunked)
    const exceeds = await send(gateway.url, 100_001, chunked)
    expect(fits.status).toBe(200)
    expect([exceeds.status, await exceeds.json()]).toEqual([413, refusal('PAYLOAD_TOO_LARGE')])
    expect(booking.requests.map(({ body }) => body.length)).toEqual([100_000])
  })

  test('that does not end loses the connection', async () => {
    const { gateway } = await startShop(undefined, {}, { keepAliveTimeout: 1_000, lingerMs: 1_000 })
    const endless = `POST ${policyPath} HTTP/1.1\r\nHost: a\r\nContent-Length: 900000000\r\n\r\n${'a'.repeat(3_000_000)}`
    expect(await sendBytes(gateway.port, endless)).toMatch(/^(HTTP\/1.1 413 |$)/)
  })

  test('is not requested by 100-continue', async () => {
    const { gateway } = await startShop()
    const head = `POST ${policyPath} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 100001\r\n\r\n`
    expect(await sendBytes(gateway.port, head)).toMatch(/^HTTP\/1.1 413 /)
  })
})

test('a body that waits for 100-continue is requested', async () => {
  const { booking, gateway } = await startShop()
  const headers = { expect: '100-continue', 'content-length': '2' }
  const status = await new Promise(resolve => {
    const posted = httpRequest(gateway.url + policyPath, { method: 'POST', headers }, answer =>
      resolve(answer.statusCode),
    )
    posted.on('continue', () => posted.end('{}'))
    posted.flushHeaders()
  })
  expect(status).toBe(200)
  expect(booking.requests[0]?.body).toBe('{}')
})

describe('browsers of other origins', () => {
  const shop = 'https://shop.example'
  const preflight = { method: 'OPTIONS', headers: { origin: shop, 'access-control-request-method': 'POST' } }

  test('get the answer to a preflight from the gateway', async () => {
    const { booking, gateway } = await startShop(undefined, { CORS_ORIGINS: `https://other.example,${shop}` })
    const { status, headers } = await fetch(gateway.url + policyPath, preflight)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(shop)
    expect(headers.get('access-control-allow-headers')).toContain('authorization')
    expect(headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    expect(booking.requests).toEqual([])
  })

  test('may read responses and errors, with the headers that matter to a script', async () => {
    const { gateway } = await startShop(undefined, { CORS_ORIGINS: shop })
    for (const path of [policyPath, '/internal']) {
      const { headers } = await fetch(gateway.url + path, { headers: { origin: shop } })
      expect(headers.get('access-control-allow-origin')).toBe(shop)
      expect(headers.get('access-control-expose-headers')).toContain(
        'x-request-id, date, retry-after, link, etag, allow, ',
      )
      expect(headers.get('vary')).toMatch(/\borigin\b/)
    }
  })
})

test('/health is 200 while one of the processes of each service is ready', async () => {
  const { booking } = await startShop()
  const gateway = await startGateway({ BOOKING_URLS: `http://127.0.0.1:1,${booking.url}` })
  await expect.poll(async () => (await fetch(`${gateway.url}/health`)).status).toBe(200)
})

test('/health is a 503 that names the service that is down; it has GET and HEAD only', async () => {
  const { booking, gateway } = await startShop()
  await booking.stop()
  const answer = await fetch(`${gateway.url}/health`)
  expect(answer.status).toBe(503)
  const services = { booking: 'down', products: 'absent', checkout: 'absent', me: 'absent', admin: 'absent' }
  expect(await answer.json()).toEqual({ ...refusal('SERVICE_UNAVAILABLE'), data: { version, services } })
  const posted = await fetch(`${gateway.url}/health`, { method: 'POST', body: '{}' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

describe('a compressed response with an ETag', () => {
  const content = gzipSync(JSON.stringify({ success: true, data: 'tent '.repeat(400) }))
  const ask = async (method: string, header: string) => {
    const { gateway } = await startShop((request, response) => {
      const headers = { etag: 'W/"1"', 'cache-control': 'public, max-age=0, must-revalidate' }
      if (request.headers['if-none-match'] === 'W/"1"') return response.writeHead(304, headers).end()
      response.writeHead(200, { ...headers, 'content-encoding': 'gzip', 'content-length': content.length })
      response.end(request.method === 'HEAD' ? undefined : content)
    })
    const head = `${method} ${policyPath} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}\r\n\r\n`
    return sendBytes(gateway.port, head)
  }

  test('is a 304 with its headers and without a body for a client that has it', async () => {
    const answer = await ask('GET', 'If-None-Match: W/"1"')
    expect(answer).toMatch(/^HTTP\/1.1 304 .*\r\netag: W\/"1"\r\ncache-control: public, [^\r]*\r\n.*\r\n\r\n$/is)
  })

  test('has for HEAD the length of what GET would send, and no body', async () => {
    const answer = await ask('HEAD', 'Accept-Encoding: gzip')
    expect(answer).toContain(`\r\ncontent-length: ${content.length}\r\n`)
    expect(answer).toMatch(/\r\n\r\n$/)
  })
})
