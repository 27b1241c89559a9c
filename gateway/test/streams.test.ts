import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { openEventStream } from '@campstore/testing/event-stream'
import { expect, test } from 'vitest'
import { startFakeService } from '../src/testing/fake-service.ts'
import { requestPolicy, startGateway, startShop } from '../src/testing/gateway-fixture.ts'
import { sendBytes } from '../src/testing/raw-connection.ts'

// docs/contract/live.md
const path = '/api/booking/bookings/b-1/events'

/** A shop whose service has these streams open, and answers everything else. */
async function startStreamingShop(...settings: [Record<string, string>?, Parameters<typeof startShop>[2]?]) {
  const streams: ServerResponse[] = []
  const respond: RequestListener = (request, response) => {
    if (!request.url?.endsWith('/events')) return void response.end(JSON.stringify({ data: 'answered' }))
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.write('retry: 1000\n\n')
    streams.push(response)
  }
  const tell = (id: number) => streams.at(-1)?.write(`event: booking\nid: ${id}\ndata: {"number":${id}}\n\n`)
  return { ...(await startShop(respond, ...settings)), streams, tell }
}

test('events come at once and in any number, after any time, and take no place of requests', async () => {
  const variables = { UPSTREAM_TIMEOUT_MS: '1000', MAX_CONCURRENT_REQUESTS: '2' }
  const { booking, gateway, tell } = await startStreamingShop(variables, { connections: 1, silenceMs: 1_500 })
  const opened = [1, 2, 3].map(id => openEventStream(gateway.url + path, { lastEventId: String(id) }))
  const streams = await Promise.all(opened)
  expect(booking.requests.map(({ headers }) => headers['last-event-id']).sort()).toEqual(['1', '2', '3'])
  const began = performance.now()
  await expect.poll(() => performance.now() - began > 1_500).toBe(true)
  expect(await requestPolicy(gateway.url)).toMatchObject({ status: 200, data: 'answered' })
  tell(7)
  await expect.poll(() => streams.flatMap(stream => stream.events())).toMatchObject([{ id: '7', data: { number: 7 } }])
  expect(streams.map(stream => stream.state())).toEqual(['open', 'open', 'open'])
})

test('a client that leaves frees the stream of the service, and a client loses the one that its service ends or loses', async () => {
  const { booking, gateway, streams } = await startStreamingShop()
  const leaving = await openEventStream(gateway.url + path)
  const closed = once(streams[0] ?? booking.server, 'close')
  leaving.close()
  await closed
  const [ended, lost] = [await openEventStream(gateway.url + path), await openEventStream(gateway.url + path)]
  streams[1]?.end()
  await expect.poll(ended.state).toBe('ended')
  streams[2]?.destroy()
  await expect.poll(lost.state).toBe('broken')
})

test('a gateway that stops ends its streams in good order, and takes no more', async () => {
  const { gateway, tell } = await startStreamingShop()
  const stream = await openEventStream(gateway.url + path)
  tell(1)
  await expect.poll(stream.events).toHaveLength(1)
  await gateway.close(600_000)
  await expect.poll(stream.state).toBe('ended')
})

test('live, rule 6: so many streams of one address, and so many in all', async () => {
  const { gateway } = await startStreamingShop({ TRUSTED_PROXY: '127.0.0.1' }, { streams: 3, streamsPerClient: 2 })
  const statusFor = async (address: string) => {
    const response = await fetch(gateway.url + path, { headers: { 'x-forwarded-for': address } })
    return [response.status, response.headers.get('retry-after')]
  }
  const [ours, others] = ['203.0.113.7', '203.0.113.8']
  const statuses = []
  for (const address of [ours, ours, ours, others, others]) statuses.push(await statusFor(address))
  expect(statuses).toEqual([
    [200, null],
    [200, null],
    [429, '5'],
    [200, null],
    [503, '2'],
  ])
})

test('live, rule 6: streams without a token leave a quarter of the places to members', async () => {
  const { gateway, streams } = await startStreamingShop({}, { streams: 4 })
  const open = async (followed: string) => (await fetch(gateway.url + followed)).status
  const ofCampground = '/api/booking/campgrounds/c-1/events'
  const statuses = []
  for (const followed of [ofCampground, ofCampground, ofCampground, ofCampground, path])
    statuses.push(await open(followed))
  expect(statuses).toEqual([200, 200, 200, 503, 200])
  streams[0]?.end()
  await expect.poll(() => open(ofCampground)).toBe(200)
})

test('a stream is refused like any other request, and goes to a process that answers', async () => {
  const refusing = await startFakeService((_request, response) => {
    const body = '{"success":false,"error":{"code":"NOT_FOUND","message":"There is no such booking."}}'
    response.writeHead(404, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
  const stopped = await startFakeService()
  await stopped.stop()
  const gateway = await startGateway({ BOOKING_URLS: `${stopped.url},${refusing.url}` })
  for (const _ of [1, 2]) {
    const response = await fetch(gateway.url + path)
    expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
  }
  const alone = await startGateway({ BOOKING_URLS: stopped.url })
  expect((await fetch(alone.url + path)).status).toBe(503)
})

test('a response with a header that cannot be sent on is a failure of its service, not of the gateway', async () => {
  const { gateway } = await startShop(request => request.socket.end('HTTP/1.1 200 OK\r\na b: c\r\n\r\n'))
  expect((await fetch(gateway.url + path)).status).toBe(503)
})

test('bytes of a service after the announced length reach no client, not even as the next response', async () => {
  const bytes = 'HTTP/1.1 404 Not Found\r\ncontent-length: 1\r\n\r\n{}'
  const { gateway } = await startShop(request => request.socket.end(bytes))
  const head = `GET ${path} HTTP/1.1\r\nhost: x\r\n`
  const received = await sendBytes(gateway.port, `${head}\r\n${head}connection: close\r\n\r\n`)
  expect(received.split(/HTTP\/1\.1 404 .*?\r\n\r\n/s)).toEqual(['', '{', '{'])
})
