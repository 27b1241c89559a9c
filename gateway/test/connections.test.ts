import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { envelope, startFakeService } from '../src/testing/fake-service.ts'
import { policyPath, safeTimeoutMs, startGateway, startShop } from '../src/testing/gateway-fixture.ts'
import { sendBytes, statusesOf } from '../src/testing/raw-connection.ts'

const head = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n${more}\r\n`

/** A shop whose service answers once `answer` is called. */
async function startWaitingShop(variables?: Record<string, string>) {
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const respond: RequestListener = async (_request, response) => {
    await promise
    response.end('{}')
  }
  return { answer, ...(await startShop(respond, variables)) }
}

// libs/http tests that one request of a connection is in progress at a time.
test('one client that pipelines is not read while its requests wait', async () => {
  const { answer, booking, gateway } = await startWaitingShop()
  let arrived = 0
  gateway.server.on('request', () => {
    arrived += 1
  })
  const requests = 100_000
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(head(policyPath).repeat(requests)))
  socket.on('error', () => {})
  await expect.poll(() => booking.requests.length).toBe(1)
  await expect.poll(async () => (await fetch(`${gateway.url}/health/live`)).status).toBe(200)
  expect(arrived).toBeLessThan(requests / 10)
  socket.destroy()
  answer()
})

describe('more requests than the gateway takes at once', () => {
  const ask = async (url: string) => {
    const { status, headers } = await fetch(url + policyPath)
    return { status, retryAfter: headers.get('retry-after') }
  }

  test('get a 503 with Retry-After at once, and the service does not count as failed', async () => {
    const { answer, booking, gateway } = await startWaitingShop({ MAX_CONCURRENT_REQUESTS: '4' })
    const inProgress = [ask(gateway.url), ask(gateway.url)]
    await expect.poll(() => booking.requests.length).toBe(2)
    expect(await ask(gateway.url)).toEqual({ status: 503, retryAfter: '2' })
    answer()
    expect((await Promise.all(inProgress)).map(({ status }) => status)).toEqual([200, 200])
    expect((await ask(gateway.url)).status).toBe(200)
  })

  test('to one service leave room for the others', async () => {
    const other = await startFakeService()
    const variables = { PRODUCTS_URLS: other.url, MAX_CONCURRENT_REQUESTS: '2' }
    const { booking, gateway } = await startShop(() => {}, variables)
    const waiting = ask(gateway.url).catch(() => 'cut off')
    await expect.poll(() => booking.requests.length).toBe(1)
    expect((await ask(gateway.url)).status).toBe(503)
    expect((await fetch(`${gateway.url}/api/products`)).status).toBe(200)
    await gateway.close(0)
    expect(await waiting).toBe('cut off')
  })
})

// Compressed ones are in request-ids.test.ts.
test('a body in the identity encoding is forwarded, without the header', async () => {
  const { booking, gateway } = await startShop()
  const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' }
  expect((await fetch(gateway.url + policyPath, { method: 'POST', headers, body: '{}' })).status).toBe(200)
  expect(booking.requests[0]?.headers).not.toHaveProperty('content-encoding')
  expect(booking.requests[0]?.body).toBe('{}')
})

test('clients that ask for a tunnel and reset the connection cause no uncaught error', async () => {
  const { gateway } = await startShop()
  const uncaught: unknown[] = []
  const listener = (error: unknown) => uncaught.push(error)
  process.prependListener('uncaughtException', listener)
  const reset = (bytes: string) =>
    new Promise<void>(resolve => {
      const socket = connect(gateway.port, '127.0.0.1', () => {
        socket.write(bytes, () => socket.resetAndDestroy())
      })
      socket.on('error', () => {}).on('close', () => resolve())
    })
  const offers = [
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    `GET ${policyPath} HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
    'nonsense\r\n\r\n',
  ]
  for (let round = 0; round < 40; round += 1) await Promise.all(offers.map(reset))
  expect((await fetch(gateway.url + policyPath)).status).toBe(200)
  process.off('uncaughtException', listener)
  expect(uncaught).toEqual([])
})

describe('one client', () => {
  /** A connection from another address of this machine, which stands for another client. */
  const connectFrom = (localAddress: string, port: number): Socket =>
    connect({ host: '127.0.0.1', port, localAddress }).on('error', () => {})
  const statusFrom = async (localAddress: string, port: number): Promise<string> => {
    const socket = connectFrom(localAddress, port)
    socket.write(head('/health/live', 'Connection: close\r\n'))
    return (await text(socket)).slice(0, 12)
  }

  test('has a share of the connections, and others have the rest', async () => {
    const gateway = await startGateway({ MAX_CONNECTIONS: '6' })
    const taken = Array.from({ length: 6 }, () => connectFrom('127.0.0.2', gateway.port))
    onTestFinished(() => taken.forEach(socket => void socket.destroy()))
    await expect.poll(() => taken.filter(({ closed }) => closed)).toHaveLength(3)
    expect(await statusFrom('127.0.0.2', gateway.port)).toBe('')
    expect(await statusFrom('127.0.0.3', gateway.port)).toBe('HTTP/1.1 200')
    taken.forEach(socket => void socket.destroy())
    await expect.poll(() => statusFrom('127.0.0.2', gateway.port)).toBe('HTTP/1.1 200')
  })

  test('that is a trusted proxy may have all of them', async () => {
    const gateway = await startGateway({ MAX_CONNECTIONS: '6', TRUSTED_PROXY: '127.0.0.2' })
    const taken = Array.from({ length: 5 }, () => connectFrom('127.0.0.2', gateway.port))
    onTestFinished(() => taken.forEach(socket => void socket.destroy()))
    await expect.poll(() => taken.every(({ connecting }) => !connecting)).toBe(true)
    expect(await statusFrom('127.0.0.2', gateway.port)).toBe('HTTP/1.1 200')
  })

  test('has a share of the requests in progress, also behind a proxy', async () => {
    const limits = { MAX_CONCURRENT_REQUESTS_PER_CLIENT: '2', TRUSTED_PROXY: '127.0.0.1' }
    const { answer, booking, gateway } = await startWaitingShop(limits)
    const askAs = (client: string) => fetch(gateway.url + policyPath, { headers: { 'x-forwarded-for': client } })
    const inProgress = [askAs('192.0.2.1'), askAs('192.0.2.1')]
    await expect.poll(() => booking.requests.length).toBe(2)
    const refused = await askAs('192.0.2.1')
    const { error } = envelope.parse(await refused.json())
    expect([refused.status, error?.code, refused.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '1'])
    const other = askAs('192.0.2.2')
    await expect.poll(() => booking.requests.length).toBe(3)
    answer()
    expect((await Promise.all([...inProgress, other])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await askAs('192.0.2.1')).status).toBe(200)
  })
})

describe('a client that does not read', () => {
  /** Asks for as much as the kernel does not take, and reads nothing. */
  const readNothing = (port: number, request: string): Socket => {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .pause()
    socket.write(request)
    return socket
  }
  const connectionsOf = (server: Server) =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
    })

  test('of documents, pages or errors loses its connection, also what the kernel keeps for it', async () => {
    const gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: String(safeTimeoutMs) }, { lingerMs: safeTimeoutMs })
    const pages = head('/docs/assets/swagger-ui-bundle.js').repeat(8)
    const sockets: Socket[] = []
    for (const requests of [head('/openapi.json').repeat(64), pages, head('/nothing').repeat(20_000)]) {
      sockets.push(readNothing(gateway.port, requests))
      await once(gateway.server, 'connection')
    }
    await expect.poll(() => connectionsOf(gateway.server)).toBe(0)
    for (const socket of sockets) socket.destroy()
  })

  test('gets no more than a few documents over one connection; then it must connect again', async () => {
    const gateway = await startGateway({})
    const received = await sendBytes(gateway.port, head('/openapi.json').repeat(64))
    expect(received.length).toBeLessThan(2_500_000)
    expect(received.match(/\r\nconnection: close\r\n/gi)).toHaveLength(1)
    expect(statusesOf(received).length).toBeGreaterThan(0)
  })
})

test('the response to a request that offers h2c says that the connection ends: what is behind it is not answered', async () => {
  const { gateway } = await startShop()
  const offer = head(policyPath, 'Connection: upgrade, http2-settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n')
  const received = await sendBytes(gateway.port, head(policyPath) + offer + head(policyPath).repeat(2))
  expect(statusesOf(received)).toHaveLength(2)
  expect(received).toMatch(/\r\nconnection: close\r\n/i)
})
