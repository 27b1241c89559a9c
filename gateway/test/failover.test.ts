import type { RequestListener } from 'node:http'
import { connect, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startGateway } from '../src/testing/gateway-under-test.ts'
import { exchangeBytes } from '../src/testing/raw-connection.ts'
import { answerAs, closedPort, envelope, portOf, startUpstream } from '../src/testing/upstream.ts'

const policy = '/api/booking/policy'
const dropped: RequestListener = request => request.socket.destroy()
const silent: RequestListener = () => {}

const ask = async (url: string, init?: RequestInit) => {
  const answer = await fetch(url + policy, init)
  const { data, error } = envelope.parse(await answer.json())
  return { status: answer.status, data, code: error?.code }
}

const connects = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })

describe('several processes of a service', () => {
  test('share the requests', async () => {
    const [a, b] = [await startUpstream(), await startUpstream()]
    const gateway = await startGateway({ BOOKING_URLS: `${a.url},${b.url}` })
    for (let round = 0; round < 6; round += 1) await ask(gateway.url)
    expect([a.seen.length, b.seen.length]).toEqual([3, 3])
  })

  test.each(['GET', 'POST'])('one that accepts no connection costs no request (%s)', async method => {
    const alive = await startUpstream()
    const gateway = await startGateway({ BOOKING_URLS: `http://127.0.0.1:${await closedPort()},${alive.url}` })
    const body = method === 'POST' ? '{"once":true}' : null
    const statuses: number[] = []
    for (let round = 0; round < 4; round += 1) statuses.push((await ask(gateway.url, { method, body })).status)
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(alive.seen.map(seen => seen.body)).toEqual(Array(4).fill(body ?? ''))
  })

  test('a read is sent to the next when one dies of it', async () => {
    const [dying, alive] = [await startUpstream(dropped), await startUpstream(answerAs('alive'))]
    const gateway = await startGateway({ BOOKING_URLS: `${dying.url},${alive.url}` })
    expect(await ask(gateway.url)).toMatchObject({ status: 200, data: 'alive' })
  })

  test('a write is not, because it may have had its effect', async () => {
    const [dying, alive] = [await startUpstream(dropped), await startUpstream(answerAs('alive'))]
    const gateway = await startGateway({ BOOKING_URLS: `${dying.url},${alive.url}` })
    expect(await ask(gateway.url, { method: 'POST', body: '{}' })).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    })
    expect([dying.seen.length, alive.seen.length]).toEqual([1, 0])
  })

  test('one that failed is left alone for a moment', async () => {
    const [dying, alive] = [await startUpstream(dropped), await startUpstream(answerAs('alive'))]
    const gateway = await startGateway({ BOOKING_URLS: `${dying.url},${alive.url}` })
    await ask(gateway.url)
    const writes = await Promise.all([1, 2, 3].map(() => ask(gateway.url, { method: 'POST', body: '{}' })))
    expect(writes.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('one that hangs is left alone for a moment', async () => {
    const [hanging, alive] = [await startUpstream(silent), await startUpstream(answerAs('alive'))]
    const urls = `${hanging.url},${alive.url}`
    const gateway = await startGateway({ BOOKING_URLS: urls, UPSTREAM_TIMEOUT_MS: '100' })
    expect((await ask(gateway.url)).status).toBe(504)
    const reads = await Promise.all([1, 2, 3].map(() => ask(gateway.url)))
    expect(reads.map(({ data }) => data)).toEqual(['alive', 'alive', 'alive'])
  })

  test('one that comes back is used again', async () => {
    const port = await closedPort()
    const alive = await startUpstream(answerAs('alive'))
    const gateway = await startGateway({ BOOKING_URLS: `http://127.0.0.1:${port},${alive.url}` })
    await ask(gateway.url)
    await startUpstream(answerAs('returned'), port)
    await expect.poll(async () => (await ask(gateway.url)).data, { timeout: 3_000 }).toBe('returned')
  })
})

describe('a service that is unreachable', () => {
  test('is a 503, and answers again as soon as it is back', async () => {
    const port = await closedPort()
    const gateway = await startGateway({ BOOKING_URLS: `http://127.0.0.1:${port}` })
    expect(await ask(gateway.url)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    await startUpstream(answerAs('back'), port)
    expect(await ask(gateway.url)).toMatchObject({ status: 200, data: 'back' })
  })

  test('a read does not notice that its idle connection was closed', async () => {
    let connections = 0
    const server = createServer(socket => {
      connections += 1
      const first = connections === 1
      let requests = 0
      socket.on('data', () => {
        requests += 1
        // The first connection answers once and dies of its second request, as one that has timed out does.
        if (first && requests === 2) return socket.resetAndDestroy()
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 16\r\n\r\n{"success":true}')
      })
      socket.on('error', () => {})
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${portOf(server)}`
    const gateway = await startGateway({ BOOKING_URLS: url, UPSTREAM_SILENCE_MS: '0' })
    await ask(gateway.url)
    expect((await ask(gateway.url)).status).toBe(200)
    expect(connections).toBe(2)
  })
})

describe('a service that is slow', () => {
  test('is a 504 after its time', async () => {
    const upstream = await startUpstream(silent)
    const gateway = await startGateway({ BOOKING_URLS: upstream.url, UPSTREAM_TIMEOUT_MS: '100' })
    expect(await ask(gateway.url)).toMatchObject({ status: 504, code: 'GATEWAY_TIMEOUT' })
  })

  test('is not called for a client that gives up while it sends', async () => {
    const upstream = await startUpstream()
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const gone = Promise.withResolvers<boolean>()
    gateway.server.once('request', (_request, response) => response.once('close', () => gone.resolve(true)))
    const half = `POST ${policy} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{`
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(half, () => socket.resetAndDestroy()))
    expect(await gone.promise).toBe(true)
    await ask(gateway.url)
    expect(upstream.seen.map(({ method }) => method)).toEqual(['GET'])
  })

  test('loses its request when the client gives up', async () => {
    const closed = Promise.withResolvers<void>()
    const upstream = await startUpstream(({ socket }) => socket.once('close', () => closed.resolve()))
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const client = new AbortController()
    const asked = fetch(gateway.url + policy, { signal: client.signal }).catch(() => 'gave up')
    await expect.poll(() => upstream.seen.length).toBe(1)
    client.abort()
    expect(await asked).toBe('gave up')
    await closed.promise
  })
})

describe('an answer that breaks off', () => {
  const head = `GET ${policy} HTTP/1.1\r\nHost: a\r\n\r\n`

  test.each([{ 'content-length': '100' }, { 'transfer-encoding': 'chunked' }])('is never whole (%o)', async headers => {
    const upstream = await startUpstream((request, response) => {
      response.writeHead(200, headers)
      response.write('{"success":true', () => request.socket.destroy())
    })
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    // The connection is closed without the end that was announced; it would stay open after a whole answer.
    const received = await exchangeBytes(gateway.port, head)
    expect(received).toContain('{"success":true')
    expect(received).not.toMatch(/\r\n0\r\n\r\n$/)
  })

  test('or stalls is cut off after the time of a service', async () => {
    const upstream = await startUpstream((_request, response) => void response.writeHead(200).write('{'))
    const gateway = await startGateway({ BOOKING_URLS: upstream.url, UPSTREAM_TIMEOUT_MS: '100' })
    expect(await exchangeBytes(gateway.port, head)).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a stop', () => {
  test('lets what runs finish and takes nothing new', async () => {
    const answer = Promise.withResolvers<void>()
    const upstream = await startUpstream((request, response) => {
      answer.promise.then(() => answerAs('finished')(request, response))
    })
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const running = ask(gateway.url)
    await expect.poll(() => upstream.seen.length).toBe(1)
    const closed = gateway.close()
    await expect.poll(() => connects(gateway.port)).toBe(false)
    answer.resolve()
    expect(await running).toMatchObject({ status: 200, data: 'finished' })
    await closed
  })

  test('tells a client that goes on asking to open a new connection', async () => {
    const upstream = await startUpstream(async (request, response) => {
      if (upstream.seen.length === 1) void gateway.close()
      answerAs('answer')(request, response)
    })
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const first = `POST ${policy} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(first))
    const answers: string[] = []
    socket.setEncoding('latin1').on('data', (answer: string) => answers.push(answer))
    await expect.poll(() => upstream.seen.length).toBe(1)
    socket.write(first)
    await new Promise(resolve => socket.once('close', resolve))
    expect(answers.join('')).toMatch(/Connection: close/)
  })

  test('does not wait for what never ends', async () => {
    const upstream = await startUpstream(silent)
    const gateway = await startGateway({ BOOKING_URLS: upstream.url })
    const running = fetch(gateway.url + policy).catch(() => 'cut off')
    await expect.poll(() => upstream.seen.length).toBe(1)
    await gateway.close(50)
    expect(await running).toBe('cut off')
  })
})
