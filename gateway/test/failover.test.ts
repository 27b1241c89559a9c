import { connect } from 'node:net'
import { freePort } from '@campstore/local-servers/ports'
import { describe, expect, test } from 'vitest'
import { respondWith, startFakeService } from '../src/testing/fake-service.ts'
import {
  policyPath,
  requestPolicy,
  safeTimeoutMs,
  startGateway,
  type TestGateway,
} from '../src/testing/gateway-fixture.ts'
import { sendBytes } from '../src/testing/raw-connection.ts'

/** Counts the requests that arrive at a gateway from now on. */
function countRequests({ server }: TestGateway): () => number {
  let arrived = 0
  server.on('request', () => {
    arrived += 1
  })
  return () => arrived
}

// libs/upstream tests which process a request goes to, and when it goes to another one or waits.
describe('a service whose only process is restarted', () => {
  test('is not waited for by a client that leaves', async () => {
    const port = await freePort()
    const gateway = await startGateway({ BOOKING_URLS: `http://127.0.0.1:${port}` }, { waitMs: 60_000 })
    const arrived = countRequests(gateway)
    const client = new AbortController()
    const asked = fetch(gateway.url + policyPath, { method: 'POST', signal: client.signal }).catch(() => 'gave up')
    await expect.poll(arrived).toBe(1)
    client.abort()
    await asked
    const restarted = await startFakeService(respondWith('restarted'), port)
    await requestPolicy(gateway.url)
    expect(restarted.requests.map(({ method }) => method)).toEqual(['GET'])
  })
})

describe('a service that is slow', () => {
  test('gets no request from a client that disconnects while it sends', async () => {
    const upstream = await startFakeService()
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const gone = Promise.withResolvers<boolean>()
    gateway.server.once('request', (_request, response) => response.once('close', () => gone.resolve(true)))
    const half = `POST ${policyPath} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{`
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(half, () => socket.resetAndDestroy()))
    expect(await gone.promise).toBe(true)
    await requestPolicy(gateway.url)
    expect(upstream.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  test('has its connection closed when the client disconnects', async () => {
    const closed = Promise.withResolvers<void>()
    const upstream = await startFakeService(({ socket }) => socket.once('close', () => closed.resolve()))
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const client = new AbortController()
    const asked = fetch(gateway.url + policyPath, { signal: client.signal }).catch(() => 'gave up')
    await expect.poll(() => upstream.requests.length).toBe(1)
    client.abort()
    expect(await asked).toBe('gave up')
    await closed.promise
  })
})

describe('a response that breaks off', () => {
  const head = `GET ${policyPath} HTTP/1.1\r\nHost: a\r\n\r\n`

  test.each([{ 'content-length': '100' }, { 'transfer-encoding': 'chunked' }])(
    'never looks complete to the client (%o)',
    async headers => {
      const upstream = await startFakeService((request, response) => {
        response.writeHead(200, headers)
        response.write('{"success":true', () => request.socket.destroy())
      })
      const gateway = await startGateway({ BOOKING_URLS: upstream.url })
      // The connection is closed without the announced end; it would stay open after a complete response.
      const received = await sendBytes(gateway.port, head)
      expect(received).toContain('{"success":true')
      expect(received).not.toMatch(/\r\n0\r\n\r\n$/)
    },
  )

  test('or stalls is cut off after the timeout', async () => {
    const upstream = await startFakeService((_request, response) => void response.writeHead(200).write('{'))
    const gateway = await startGateway({ BOOKING_URLS: upstream.url, UPSTREAM_TIMEOUT_MS: String(safeTimeoutMs) })
    expect(await sendBytes(gateway.port, head)).toMatch(/^HTTP\/1.1 200 /)
  })
})
