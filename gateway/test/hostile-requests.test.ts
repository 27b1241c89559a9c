import { expect, test } from 'vitest'
import { startFakeService } from '../src/testing/fake-service.ts'
import { startGateway } from '../src/testing/gateway-fixture.ts'
import { bodyOf, sendBytes } from '../src/testing/raw-connection.ts'

const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: shop.test\r\n${headers}Connection: close\r\n\r\n`
const post = (headers: string, body: string) =>
  `POST /api/booking/check-availability HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n${body}`
const smuggled = 'GET /internal/smuggled HTTP/1.1\r\nHost: shop.test\r\n\r\n'

// What dots, slashes and escapes in a path lead to is a property in src/path-safety.test.ts; request-ids.test.ts has refusals, too.
const notBelowTheApi = ['/internal', '/api/../internal', '\\internal', '/api/booking/x#/../../internal']
const escaped = ['/%61pi/booking/policy', '/api/booking/polic%79', '/api/booking/policy%0d%0aX-Internal-Admin:%201']
const encodedDots = ['/api/booking/%c0%ae%c0%ae/internal', '/api/booking/\xef\xbc\x8e\xef\xbc\x8e/internal']
const noPaths = ['internal', '*', '/api/booking/policy\t/internal', '//127.0.0.1/api/booking/policy']
const addresses = ['http://shop.test/internal', 'http://shop.test/api/booking/policy']
const paths = [...notBelowTheApi, ...escaped, ...encodedDots, ...noPaths, ...addresses]

/** What Node's parser refuses by itself has one case of each kind: two lengths, a folded line, a bare line feed. */
const requests: Record<string, string> = {
  'a request for everything': 'OPTIONS * HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n',
  'TRACE, which would echo a token': get('/api/booking/policy').replace('GET', 'TRACE'),
  'an unknown method': get('/api/booking/policy').replace('GET', 'BREW'),
  'a WebSocket': get('/api/booking/policy', 'Upgrade: websocket\r\nSec-WebSocket-Key: x\r\n'),
  'a request for HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/0.9': 'GET /internal\r\n\r\n',
  'no Host': 'GET /api/booking/policy HTTP/1.1\r\nConnection: close\r\n\r\n',
  'a Host with a path': get('/api/booking/policy').replace('shop.test', 'shop.test/internal'),
  'two Authorizations': get('/api/booking/policy', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'),
  'content-length and chunked': post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled}`),
  'an unknown transfer-encoding': post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${smuggled}`),
  'a transfer-encoding after chunked': post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${smuggled}`),
  'two transfer-encodings that disagree': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n', '0\r\n\r\n'),
  'a folded header': post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${smuggled}`),
  'chunked on HTTP/1.0': post('Transfer-Encoding: chunked\r\n', '0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
  'one bare line feed': get('/api/booking/policy', 'X: 1\nX-Internal-Admin: 1\r\n'),
  'an unknown expectation': get('/api/booking/policy', 'Expect: 200-ok\r\n'),
  'a too long path': get(`/api/booking/${'a'.repeat(20_000)}`),
  'a TLS greeting': '\x16\x03\x01\x00\x2e\x01\x00\x00\x2a\x03\x03',
}

const hostile = [...paths.map(path => [path, get(path)] as const), ...Object.entries(requests)]

test('no hostile request reaches a service', async () => {
  const { upstream, port } = await startEverything()
  for (const [name, bytes] of hostile) {
    const received = await sendBytes(port, bytes)
    if (received !== '') {
      expect.soft(received, name).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect.soft(received, name).toMatch(/x-request-id: [0-9a-f]{32}\r\n/)
      const error = { code: expect.stringMatching(/^[A-Z_]+$/) }
      expect.soft(bodyOf(received), name).toMatchObject({ success: false, error })
    }
    expect(upstream.requests, name).toEqual([])
  }
})

const smuggledLast = smuggled.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`
const embedded: Record<string, string> = {
  'in a body with its length': post(`Content-Length: ${smuggled.length}\r\nConnection: close\r\n`, smuggled),
  'in the body of a GET': get('/api/booking/policy', `Content-Length: ${smuggled.length}\r\n`) + smuggled,
  'in a chunk': post('Transfer-Encoding: chunked\r\nConnection: close\r\n', chunk),
  'in a trailer': post('Transfer-Encoding: chunked\r\nConnection: close\r\n', '0\r\nX-Internal-Admin: 1\r\n\r\n'),
  'after a body without a length': post('', smuggledLast),
  'after a body shorter than announced': post('Content-Length: 2\r\n', `{}${smuggledLast}`),
  'behind an offer of h2c': get('/api/booking/policy', 'Upgrade: h2c\r\nHTTP2-Settings: x\r\n'),
}

test.each(Object.entries(embedded))('a request hidden in another reaches no service: %s', async (_, bytes) => {
  const { upstream, port } = await startEverything()
  const received = await sendBytes(port, bytes)
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  expect(upstream.requests).toMatchObject([{ url: expect.stringMatching(/^\/api\/booking\//) }])
  for (const header of ['x-internal-admin', 'upgrade']) expect(upstream.requests[0]?.headers).not.toHaveProperty(header)
})

test('under a name that is not allowed, which may be a page of another site (DNS rebinding), nothing is answered', async () => {
  const { upstream, port } = await startEverything({ ALLOWED_HOSTS: 'loopback, shop.test' })
  const statusUnder = async (host: string) => {
    const bytes = get('/api/booking/policy').replace('shop.test', host)
    return (await sendBytes(port, bytes)).slice(9, 12)
  }
  for (const host of ['evil.test', 'localhost.evil.test', 'evil.test:8080']) expect(await statusUnder(host)).toBe('400')
  expect(upstream.requests).toEqual([])
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'Shop.test'])
    expect(await statusUnder(host)).toBe('200')
})

/** A gateway before one upstream that is every service. */
async function startEverything(variables: Record<string, string> = {}) {
  const upstream = await startFakeService()
  const { url } = upstream
  const urls = { BOOKING_URLS: url, PRODUCTS_URLS: url, CHECKOUT_URLS: url, ME_URLS: url, ADMIN_URLS: url }
  const { port } = await startGateway({ ...urls, ...variables })
  return { upstream, port }
}
