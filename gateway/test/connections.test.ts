import { once } from 'node:events'
import { Agent, request as httpRequest, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { damagedGzip } from '@campstore/testing/damaged-gzip'
import { describe, expect, onTestFinished, test } from 'vitest'
import { envelope, respondWith, startFakeService } from '../src/testing/fake-service.ts'
import { policyPath, safeTimeoutMs, startGateway } from '../src/testing/gateway-fixture.ts'
import { bodyOf, sendBytes, statusesOf } from '../src/testing/raw-connection.ts'

const head = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n${more}\r\n`
const post = (headers: string, body: string) =>
  `POST ${policyPath} HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n${body}`

/** A service that counts its requests in progress, and responds to each with its path. */
async function startCountingService(answerAfter: () => Promise<void> = async () => {}) {
  const load = { now: 0, most: 0 }
  const upstream = await startFakeService(async (request, response) => {
    load.now += 1
    load.most = Math.max(load.most, load.now)
    await answerAfter()
    load.now -= 1
    response.end(JSON.stringify({ data: request.url }))
  })
  return { upstream, load }
}

describe('one client that pipelines', () => {
  test('has one request in progress at a time, and gets all responses in order', async () => {
    const requests = 3_000
    const { upstream, load } = await startCountingService()
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const paths = Array.from({ length: requests }, (_, turn) => `/api/booking/${turn}`)
    const bytes = paths.map((path, turn) => head(path, turn === requests - 1 ? 'Connection: close\r\n' : '')).join('')
    const received = await sendBytes(gateway.port, bytes)
    expect(load.most).toBe(1)
    expect([...received.matchAll(/"data":"([^"]+)"/g)].map(match => match[1])).toEqual(paths)
  })

  test('is not read while its requests wait', async () => {
    const answer = Promise.withResolvers<void>()
    const { upstream } = await startCountingService(() => answer.promise)
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    let arrived = 0
    gateway.server.on('request', () => {
      arrived += 1
    })
    const requests = 100_000
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(head(policyPath).repeat(requests)))
    socket.on('error', () => {})
    await expect.poll(() => upstream.requests.length).toBe(1)
    await expect.poll(async () => (await fetch(`${gateway.url}/health/live`)).status).toBe(200)
    expect(arrived).toBeLessThan(requests / 10)
    socket.destroy()
    answer.resolve()
  })
})

describe('more requests than the gateway takes at once', () => {
  const ask = async (url: string, agent: Agent) =>
    new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve, reject) => {
      const asked = httpRequest(url + policyPath, { agent }, answer => {
        answer.resume()
        resolve({ status: answer.statusCode, retryAfter: answer.headers['retry-after'] })
      })
      asked.on('error', reject).end()
    })

  test('get a 503 with Retry-After at once, and the service does not count as failed', async () => {
    const answer = Promise.withResolvers<void>()
    const { upstream } = await startCountingService(() => answer.promise)
    const gateway = await startGateway({ BOOKING_URLS: upstream.url, MAX_CONCURRENT_REQUESTS: '4' })
    const agent = new Agent()
    const inProgress = [ask(gateway.url, agent), ask(gateway.url, agent)]
    await expect.poll(() => upstream.requests.length).toBe(2)
    expect(await ask(gateway.url, agent)).toEqual({ status: 503, retryAfter: '2' })
    answer.resolve()
    expect((await Promise.all(inProgress)).map(({ status }) => status)).toEqual([200, 200])
    expect((await ask(gateway.url, agent)).status).toBe(200)
  })

  test('to one service leave room for the others', async () => {
    const hanging = await startFakeService(() => {})
    const other = await startFakeService(respondWith('other'))
    const urls = { BOOKING_URLS: hanging.url, PRODUCTS_URLS: other.url }
    const gateway = await startGateway({ ...urls, MAX_CONCURRENT_REQUESTS: '2' })
    const agent = new Agent()
    const waiting = ask(gateway.url, agent).catch(() => 'cut off')
    await expect.poll(() => hanging.requests.length).toBe(1)
    expect((await ask(gateway.url, agent)).status).toBe(503)
    expect((await fetch(`${gateway.url}/api/products`)).status).toBe(200)
    await gateway.close(0)
    expect(await waiting).toBe('cut off')
  })

  test('wait for one of the allowed connections to a service; while they wait, the service does not count as failed', async () => {
    const answer = Promise.withResolvers<void>()
    const upstream = await startFakeService((_request, response) => {
      // Bytes come all the time, so that only requests that wait for a connection time out.
      const drip = setInterval(() => response.write(' '), 50)
      answer.promise.then(() => {
        clearInterval(drip)
        response.end('{}')
      })
    })
    const gateway = await startGateway(
      { BOOKING_URLS: upstream.url, UPSTREAM_TIMEOUT_MS: String(safeTimeoutMs) },
      { connections: 1, silenceMs: 0 },
    )
    const inProgress = ask(gateway.url, new Agent())
    await expect.poll(() => upstream.requests.length).toBe(1)
    const waiting = await Promise.all([ask(gateway.url, new Agent()), ask(gateway.url, new Agent())])
    expect(waiting.map(({ status }) => status)).toEqual([503, 503])
    expect(upstream.requests).toHaveLength(1)
    answer.resolve()
    expect((await inProgress).status).toBe(200)
    expect((await ask(gateway.url, new Agent())).status).toBe(200)
  })
})

describe('a compressed body', () => {
  const send = (url: string, encoding: string, body: Buffer) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    return fetch(url + policyPath, { method: 'POST', headers, body: new Uint8Array(body) })
  }

  test.each(['gzip', 'GZIP', 'br', 'deflate', 'identity, gzip', 'nonsense'])(
    'never reaches a service, not even one that would crash it (%s)',
    async encoding => {
      const upstream = await startFakeService()
      const gateway = await startGateway({ BOOKING_URLS: upstream.url })
      const answer = await send(gateway.url, encoding, damagedGzip())
      const { error } = envelope.parse(await answer.json())
      expect([answer.status, error?.code, upstream.requests]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', []])
    },
  )

  test('in the identity encoding is forwarded, without the header', async () => {
    const upstream = await startFakeService()
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    expect((await send(gateway.url, 'identity', Buffer.from('{}'))).status).toBe(200)
    expect(upstream.requests[0]?.headers).not.toHaveProperty('content-encoding')
    expect(upstream.requests[0]?.body).toBe('{}')
  })
})

test('clients that ask for a tunnel and reset the connection cause no uncaught error', async () => {
  const upstream = await startFakeService()
  const gateway = await startGateway({ BOOKING_URLS: upstream.url })
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
  for (let round = 0; round < 200; round += 1) await Promise.all(offers.map(reset))
  expect((await fetch(gateway.url + policyPath)).status).toBe(200)
  process.off('uncaughtException', listener)
  expect(uncaught).toEqual([])
})

describe('a body that cannot be read', () => {
  const limits = { requestTimeout: safeTimeoutMs, headersTimeout: safeTimeoutMs, connectionsCheckingInterval: 50 }

  test('because it is too slow: 408 in the envelope, then the connection is closed', async () => {
    const upstream = await startFakeService()
    const gateway = await startGateway({ BOOKING_URLS: upstream.url }, limits)
    const received = await sendBytes(gateway.port, post('X-Request-Id: mine\r\nContent-Length: 100\r\n', '{'))
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*x-request-id: mine\r\n.*connection: close\r\n/s)
    expect(bodyOf(received)).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR' } })
    expect(upstream.requests).toEqual([])
  })

  test.each([
    ['a chunk size that is not a number', '2\r\n{}\r\nzz\r\n'],
    ['a chunk longer than its size', '1\r\n{}\r\n0\r\n\r\n'],
  ])('because of %s: 400 in the envelope, then the connection is closed', async (_name, body) => {
    const upstream = await startFakeService()
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const received = await sendBytes(gateway.port, post('Transfer-Encoding: chunked\r\n', body))
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*connection: close\r\n/s)
    expect(bodyOf(received)).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR' } })
    expect(upstream.requests).toEqual([])
  })
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
    const answer = Promise.withResolvers<void>()
    const { upstream } = await startCountingService(() => answer.promise)
    const limits = { MAX_CONCURRENT_REQUESTS_PER_CLIENT: '2', TRUSTED_PROXY: '127.0.0.1' }
    const gateway = await startGateway({ BOOKING_URLS: upstream.url, ...limits })
    const askAs = (client: string) => fetch(gateway.url + policyPath, { headers: { 'x-forwarded-for': client } })
    const inProgress = [askAs('192.0.2.1'), askAs('192.0.2.1')]
    await expect.poll(() => upstream.requests.length).toBe(2)
    const refused = await askAs('192.0.2.1')
    const { error } = envelope.parse(await refused.json())
    expect([refused.status, error?.code, refused.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '1'])
    const other = askAs('192.0.2.2')
    await expect.poll(() => upstream.requests.length).toBe(3)
    answer.resolve()
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

  test.each([
    ['documents', head('/openapi.json').repeat(64)],
    ['pages', head('/docs/assets/swagger-ui-bundle.js').repeat(8)],
    ['errors', head('/nothing').repeat(20_000)],
  ])('of %s loses its connection, also what the kernel keeps for it', async (_, requests) => {
    const gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: String(safeTimeoutMs) }, { lingerMs: safeTimeoutMs })
    const socket = readNothing(gateway.port, requests)
    await once(gateway.server, 'connection')
    await expect.poll(() => connectionsOf(gateway.server)).toBe(0)
    socket.destroy()
  })

  test('gets no more than a few documents over one connection; then it must connect again', async () => {
    const gateway = await startGateway({})
    const received = await sendBytes(gateway.port, head('/openapi.json').repeat(64))
    expect(received.length).toBeLessThan(2_500_000)
    expect(received.match(/\r\nconnection: close\r\n/gi)).toHaveLength(1)
    expect(statusesOf(received).length).toBeGreaterThan(0)
  })
})

test.each([
  ['h2c', 'Connection: upgrade, http2-settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n'],
  ['h2c without the word upgrade', 'Upgrade: h2c\r\n'],
  ['another protocol', 'Connection: upgrade\r\nUpgrade: websocket\r\n'],
])(
  'a request that offers %s: what is behind it is answered, or the response says that the connection ends',
  async (_, offer) => {
    const upstream = await startFakeService()
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const requests = [head(policyPath), head(policyPath, offer), head(policyPath), head(policyPath)]
    const received = await sendBytes(gateway.port, requests.join(''))
    expect(statusesOf(received)).toHaveLength(2)
    expect(received).toMatch(/\r\nconnection: close\r\n/i)
  },
)
