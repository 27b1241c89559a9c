import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { freePort } from '@campstore/local-servers/ports'
import { describe, expect, test } from 'vitest'
import { startFakeService } from '../src/testing/fake-service.ts'
import { policyPath, requestPolicy, safeTimeoutMs, startGateway, startShop } from '../src/testing/gateway-fixture.ts'
import { sendBytes } from '../src/testing/raw-connection.ts'

// libs/upstream tests which process a request goes to, and when it goes to another one or waits.
test('a service whose only process is restarted is not waited for by a client that leaves', async () => {
  const port = await freePort()
  const gateway = await startGateway({ BOOKING_URLS: `http://127.0.0.1:${port}` }, { waitMs: 60_000 })
  const arrived = once(gateway.server, 'request')
  const client = new AbortController()
  const asked = fetch(gateway.url + policyPath, { method: 'POST', signal: client.signal }).catch(() => 'gave up')
  await arrived
  client.abort()
  await asked
  const restarted = await startFakeService(undefined, port)
  await requestPolicy(gateway.url)
  expect(restarted.requests.map(({ method }) => method)).toEqual(['GET'])
})

describe('a service that is slow', () => {
  test('gets no request from a client that disconnects while it sends', async () => {
    const { booking, gateway } = await startShop()
    const gone = once(gateway.server, 'request').then(([, response]) => once(response, 'close'))
    const half = `POST ${policyPath} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{`
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(half, () => socket.resetAndDestroy()))
    await gone
    await requestPolicy(gateway.url)
    expect(booking.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  test('has its connection closed when the client disconnects', async () => {
    const closed = Promise.withResolvers<void>()
    const { booking, gateway } = await startShop(({ socket }) => socket.once('close', () => closed.resolve()))
    const client = new AbortController()
    const asked = fetch(gateway.url + policyPath, { signal: client.signal }).catch(() => 'gave up')
    await expect.poll(() => booking.requests.length).toBe(1)
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
      const { gateway } = await startShop((request, response) => {
        response.writeHead(200, headers)
        response.write('{"success":true', () => request.socket.destroy())
      })
      // The connection is closed without the announced end; it would stay open after a complete response.
      const received = await sendBytes(gateway.port, head)
      expect(received).toContain('{"success":true')
      expect(received).not.toMatch(/\r\n0\r\n\r\n$/)
    },
  )

  test('or stalls is cut off after the timeout', async () => {
    const respond: RequestListener = (_request, response) => void response.writeHead(200).write('{')
    const { gateway } = await startShop(respond, { UPSTREAM_TIMEOUT_MS: String(safeTimeoutMs) })
    expect(await sendBytes(gateway.port, head)).toMatch(/^HTTP\/1.1 200 /)
  })
})
