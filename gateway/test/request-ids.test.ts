import { createRecordingLog } from '@campstore/testing/recording-log'
import { describe, expect, test } from 'vitest'
import { startFakeService } from '../src/testing/fake-service.ts'
import { policyPath, safeTimeoutMs, startGateway } from '../src/testing/gateway-fixture.ts'
import { sendBytes } from '../src/testing/raw-connection.ts'

// docs/contract/conventions.md#headers: every error has a request id, and the id leads to its line in the log.

/** Starts a gateway whose booking service never answers, and whose other services are absent. */
async function startRecorded(variables: Record<string, string> = {}, level: 'info' | 'debug' = 'info') {
  const silent = await startFakeService(() => {})
  const { log, lines } = createRecordingLog(level)
  const gateway = await startGateway(
    { BOOKING_URLS: silent.url, UPSTREAM_TIMEOUT_MS: String(safeTimeoutMs), ...variables },
    { headersTimeout: safeTimeoutMs, requestTimeout: safeTimeoutMs, connectionsCheckingInterval: 50 },
    log,
  )
  return { port: gateway.port, lines }
}

const head = (line: string, headers = '') => `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`
const post = (headers: string) => head(`POST ${policyPath}`, `${headers}\r\n`)
const errors: [string, number, string, string][] = [
  ['malformed HTTP', 400, 'VALIDATION_ERROR', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['no HTTP at all', 400, 'VALIDATION_ERROR', 'HELLO shop.example\r\n\r\n'],
  ['a malformed body', 400, 'VALIDATION_ERROR', `${post('Transfer-Encoding: chunked')}zz\r\n`],
  ['too large headers', 431, 'PAYLOAD_TOO_LARGE', head(`GET ${policyPath}`, `X: ${'a'.repeat(20_000)}\r\n`)],
  ['headers that do not arrive', 408, 'VALIDATION_ERROR', `GET ${policyPath} HTTP/1.1\r\nHost: a\r\n`],
  ['a body that does not arrive', 408, 'VALIDATION_ERROR', post('Content-Length: 5')],
  ['a tunnel', 405, 'METHOD_NOT_ALLOWED', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n'],
  ['an ambiguous head', 400, 'VALIDATION_ERROR', head(`GET ${policyPath}`, 'Host: b\r\n')],
  ['an unknown path', 404, 'NOT_FOUND', head('GET /internal')],
  ['too large a body', 413, 'PAYLOAD_TOO_LARGE', post('Content-Length: 100001')],
  ['a compressed body', 415, 'UNSUPPORTED_MEDIA_TYPE', `${post('Content-Encoding: gzip\r\nContent-Length: 1')}a`],
  ['a service that is absent', 503, 'SERVICE_UNAVAILABLE', head('GET /api/me/orders')],
  ['a service that does not answer', 504, 'GATEWAY_TIMEOUT', head(`GET ${policyPath}`)],
]

describe('the id of an error is in its headers and in the log', () => {
  test('whatever is wrong with a request or the service', async () => {
    const { port, lines } = await startRecorded()
    const checks = errors.map(async ([what, status, code, bytes]) => {
      const answer = await sendBytes(port, bytes)
      expect(answer, what).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer, what).toContain(`"code":"${code}"`)
      expect(answer, what).toMatch(/\r\ncache-control: no-store\r\n/i)
      const requestId = /\r\nx-request-id: ([0-9a-f]{32})\r\n/i.exec(answer)?.[1]
      expect(requestId, what).toBeDefined()
      const level = status >= 500 ? 'warn' : 'info'
      const line = () => lines.filter(one => one.requestId === requestId)
      await expect.poll(line, { message: what }).toMatchObject([{ level, status, code }])
    })
    await Promise.all(checks)
  })

  test('too many requests: at debug, so that a flood does not fill the log', async () => {
    const { port, lines } = await startRecorded({ RATE_LIMIT_PER_MINUTE: '1' }, 'debug')
    await sendBytes(port, head('GET /api/me/orders'))
    const answer = await sendBytes(port, head('GET /api/me/orders', 'X-Request-Id: mine\r\n'))
    expect(answer).toMatch(/^HTTP\/1.1 429 .*x-request-id: mine\r\n.*cache-control: no-store\r\n/is)
    await expect
      .poll(() => lines.filter(line => line.requestId === 'mine'))
      .toMatchObject([{ level: 'debug', status: 429, code: 'RATE_LIMITED' }])
  })
})
