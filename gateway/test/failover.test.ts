import type { RequestListener } from 'node:http'
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

const dropped: RequestListener = request => request.socket.destroy()
const silent: RequestListener = () => {}
const soon = { UPSTREAM_TIMEOUT_MS: String(safeTimeoutMs) }

/** A gateway before several processes for which no cooldown ends. */
const startInCooldown = (urls: string, variables: Record<string, string> = {}) =>
  startGateway({ BOOKING_URLS: urls, ...variables }, {}, undefined, () => 0)

const connects = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })

/** Counts the requests that arrive at a gateway from now on. */
function countRequests({ server }: TestGateway): () => number {
  let arrived = 0
  server.on('request', () => {
    arrived += 1
  })
  return () => arrived
}

describe('several processes of a service', () => {
  test('take turns', async () => {
    const [a, b] = [await startFakeService(), await startFakeService()]
    const gateway = await startGateway({ BOOKING_URLS: `${a.url},${b.url}` })
    for (let round = 0; round < 6; round += 1) await requestPolicy(gateway.url)
    expect([a.requests.length, b.requests.length]).toEqual([3, 3])
  })

  test.each(['GET', 'POST'])('one that accepts no connection: requests go to the next (%s)', async method => {
    const alive = await startFakeService()
    const gateway = await startGateway({ BOOKING_URLS: `http://127.0.0.1:${await freePort()},${alive.url}` })
    const body = method === 'POST' ? '{"once":true}' : null
    const statuses: number[] = []
    for (let round = 0; round < 4; round += 1)
      statuses.push((await requestPolicy(gateway.url, { method, body })).status)
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(alive.requests.map(seen => seen.body)).toEqual(Array(4).fill(body ?? ''))
  })

  test('one that dies while it handles a read: the read goes to the next', async () => {
    const [dying, alive] = [await startFakeService(dropped), await startFakeService(respondWith('alive'))]
    const gateway = await startGateway({ BOOKING_URLS: `${dying.url},${alive.url}` })
    expect(await requestPolicy(gateway.url)).toMatchObject({ status: 200, data: 'alive' })
  })

  test('one that dies while it handles a write: the write is not sent again, it may have had its effect', async () => {
    const [dying, alive] = [await startFakeService(dropped), await startFakeService(respondWith('alive'))]
    const gateway = await startGateway({ BOOKING_URLS: `${dying.url},${alive.url}` })
    expect(await requestPolicy(gateway.url, { method: 'POST', body: '{}' })).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    })
    expect([dying.requests.length, alive.requests.length]).toEqual([1, 0])
  })

  test('one that failed is not used during its cooldown', async () => {
    const [dying, alive] = [await startFakeService(dropped), await startFakeService(respondWith('alive'))]
    const gateway = await startInCooldown(`${dying.url},${alive.url}`)
    await requestPolicy(gateway.url)
    const writes = await Promise.all([1, 2, 3].map(() => requestPolicy(gateway.url, { method: 'POST', body: '{}' })))
    expect(writes.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('one that hangs is not used during its cooldown', async () => {
    const [hanging, alive] = [await startFakeService(silent), await startFakeService(respondWith('alive'))]
    const gateway = await startInCooldown(`${hanging.url},${alive.url}`, soon)
    expect((await requestPolicy(gateway.url)).status).toBe(504)
    const reads = await Promise.all([1, 2, 3].map(() => requestPolicy(gateway.url)))
    expect(reads.map(({ data }) => data)).toEqual(['alive', 'alive', 'alive'])
  })
})

describe('a service whose only process is restarted', () => {
  test.each(['GET', 'POST'])('lets its requests wait (%s)', async method => {
    const port = await freePort()
    const gateway = await startGateway({ BOOKING_URLS: `http://127.0.0.1:${port}` }, { waitMs: 60_000 })
    const arrived = countRequests(gateway)
    const waiting = [1, 2, 3].map(() => requestPolicy(gateway.url, { method, body: method === 'POST' ? '{}' : null }))
    await expect.poll(arrived).toBe(3)
    const restarted = await startFakeService(respondWith('restarted'), port)
    expect((await Promise.all(waiting)).map(({ data }) => data)).toEqual(['restarted', 'restarted', 'restarted'])
    expect(restarted.requests).toHaveLength(3)
  })

  test('is a 503 when it does not come back', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const gateway = await startGateway({ BOOKING_URLS: url }, { waitMs: 200 })
    expect(await requestPolicy(gateway.url)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  })

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
  test('is a 504 after the timeout', async () => {
    const upstream = await startFakeService(silent)
    const gateway = await startGateway({ BOOKING_URLS: upstream.url, ...soon })
    expect(await requestPolicy(gateway.url)).toMatchObject({ status: 504, code: 'GATEWAY_TIMEOUT' })
  })

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
    const gateway = await startGateway({ BOOKING_URLS: upstream.url, ...soon })
    expect(await sendBytes(gateway.port, head)).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a stop', () => {
  test('lets requests in progress finish and accepts no connection', async () => {
    const answer = Promise.withResolvers<void>()
    const upstream = await startFakeService((request, response) => {
      answer.promise.then(() => respondWith('finished')(request, response))
    })
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const running = requestPolicy(gateway.url)
    await expect.poll(() => upstream.requests.length).toBe(1)
    const closed = gateway.close()
    await expect.poll(() => connects(gateway.port)).toBe(false)
    answer.resolve()
    expect(await running).toMatchObject({ status: 200, data: 'finished' })
    await closed
  })
})
