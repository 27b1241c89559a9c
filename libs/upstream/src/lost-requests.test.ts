import { createServer, type Socket } from 'node:net'
import { shutdownNotice } from '@campstore/http/shutdown-notice'
import { listenOnLoopback } from '@campstore/testing/http-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { UpstreamFailure } from './call.ts'
import { createUpstreamClient } from './client.ts'
import { createPool } from './pool.ts'

/** What an upstream does with a request, by its number on its connection, 1 for the first; and with a new connection. */
type Behaviour = { answer?: (socket: Socket, number: number) => void; connect?: (socket: Socket) => void }

const okText = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
const ok = (socket: Socket) => void socket.write(okText)
const reset = (socket: Socket) => void socket.resetAndDestroy()
const notice = (socket: Socket) => void socket.end(shutdownNotice)

/**
 * Starts an upstream that closes connections when a test chooses. If a test takes longer than usual, the client
 * sends probes over connections of their own: they are answered and not counted.
 */
async function startUpstream({ answer = ok, connect = () => {} }: Behaviour = {}) {
  const seen: string[] = []
  const connections = { made: 0, closed: 0 }
  const server = createServer({ allowHalfOpen: true }, socket => {
    let number = 0
    socket.on('error', () => {}).on('end', () => socket.end())
    connect(socket)
    socket.on('data', bytes => {
      const [request, method = ''] = /^([A-Z]+) \S+/.exec(String(bytes)) ?? []
      if (request === 'GET /health/live') return ok(socket)
      if (request === 'HEAD /health/live') {
        connections.made += 1
        socket.once('close', () => {
          connections.closed += 1
        })
        return void socket.write('HTTP/1.1 200 OK\r\n\r\n')
      }
      number += 1
      seen.push(method)
      answer(socket, number)
    })
  })
  const { url, stop } = await listenOnLoopback(server)
  onTestFinished(() => void stop())
  return { url, seen, connections }
}

/** Sends requests to one service, one after the other, over one connection to each process while it lasts. */
function startClient(upstreams: readonly { url: string }[]) {
  const pool = createPool(upstreams.map(({ url }) => url))
  const client = createUpstreamClient([pool], { connections: 1, silenceMs: 0, waitMs: 0 })
  onTestFinished(() => client.close())
  return (method: string) =>
    new Promise<number | UpstreamFailure>(resolve => {
      let status = 0
      const body = method === 'POST' ? Buffer.from('{}') : undefined
      const request = { method, path: '/', headers: ['content-type', 'application/json'], traceparent: '', body }
      const call = client.call(pool, request, {
        onResponse(received) {
          status = received
        },
        onData: () => true,
        onEnd: () => resolve(status),
        onFailure: resolve,
      })
      call.start()
    })
}

const lost = { reason: 'unreachable', requestWasSent: true }

describe('a new connection', () => {
  test.each([
    ['before anything came over it', reset],
    ['with the first bytes that came over it', (socket: Socket) => void socket.once('data', () => reset(socket))],
    ['without an answer', (socket: Socket) => void socket.end()],
    ['with its answer', (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n')],
  ])('that is closed %s: a write goes to the next process', async (_name, connect) => {
    const [leaving, alive] = [await startUpstream({ connect }), await startUpstream()]
    const send = startClient([leaving, alive])
    expect(await send('POST')).toBe(200)
    expect([leaving.seen, alive.seen]).toEqual([[], ['POST']])
  })

  test('that is closed with its first request: a write is not sent again', async () => {
    const [dying, alive] = [await startUpstream({ answer: reset }), await startUpstream()]
    expect(await startClient([dying, alive])('POST')).toMatchObject(lost)
    expect(alive.seen).toEqual([])
  })
})

describe('an idle connection', () => {
  const onSecond = (then: (socket: Socket) => void) => (socket: Socket, number: number) =>
    number === 2 ? then(socket) : ok(socket)

  test.each(['POST', 'GET'])('whose shutdown notice meets a %s: that goes to the next process', async method => {
    const [leaving, alive] = [await startUpstream({ answer: onSecond(notice) }), await startUpstream()]
    const send = startClient([leaving, alive])
    expect([await send('GET'), await send('GET'), await send(method)]).toEqual([200, 200, 200])
    for (const { seen } of [leaving, alive]) expect(seen).toEqual(['GET', method])
  })

  test('that gets the shutdown notice carries no further request', async () => {
    const leaving = await startUpstream({ answer: socket => void socket.end(okText + shutdownNotice) })
    const send = startClient([leaving])
    expect(await send('POST')).toBe(200)
    await expect.poll(() => leaving.connections.closed).toBe(1)
    expect(await send('POST')).toBe(200)
    expect(leaving.connections.made).toBe(2)
  })

  test('that is closed without a notice as a write comes: the write is not sent again', async () => {
    const dying = await startUpstream({ answer: onSecond(reset) })
    const send = startClient([dying])
    await send('GET')
    expect(await send('POST')).toMatchObject(lost)
    expect(dying.connections.made).toBe(1)
  })

  test('that is closed without a notice as a read comes: the read is sent again over a new one', async () => {
    const dying = await startUpstream({ answer: onSecond(reset) })
    const send = startClient([dying])
    expect([await send('GET'), await send('GET')]).toEqual([200, 200])
    expect(dying.connections.made).toBe(2)
  })
})
