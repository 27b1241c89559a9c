import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { route } from '@campstore/contract/route'
import { eventually } from '@campstore/testing/waiting'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ListenOptions } from './listen.ts'
import { endpoint } from './testing/endpoint.ts'
import { serve } from './testing/serve.ts'

const declared = { name: 'makeThing', summary: 'Makes a thing', method: 'POST', path: '/things', errors: [] } as const
const [body, data] = [z.object({ id: z.string() }), z.strictObject({ id: z.string() })]
const things = route({ ...declared, access: 'public', body, shape: 'object', data })
const head = 'POST /things HTTP/1.1\r\nhost: here\r\nx-request-id: r-1\r\ncontent-type: application/json\r\n'

/** A server whose handler is `handle`, and everything that one connection to it receives. */
async function start(handle = async (id: string) => ({ id }), options: Partial<ListenOptions> = {}) {
  const url = await serve({ endpoints: [endpoint(things, ({ body }) => handle(body.id))] }, options)
  const open = (): Socket => connect(Number(new URL(url).port), '127.0.0.1')
  const answerTo = async (request: string | Buffer): Promise<string> => {
    const socket = open()
    socket.write(request)
    return text(socket)
  }
  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${url}/things`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  return { url, open, answerTo, post }
}

test('a body where no token is needed may have 16 kB', async () => {
  const { post } = await start()
  const sized = (bytes: number) => '{"id": "a"}'.padEnd(bytes)
  expect((await post(sized(16_000))).status).toBe(200)
  const refused = await post(sized(16_001))
  expect([refused.status, await refused.json()]).toMatchObject([413, { error: { code: 'PAYLOAD_TOO_LARGE' } }])
})

describe('a request that cannot be read to its end gets a response before its connection ends', () => {
  test('broken chunks: 400 in the envelope, with the request id', async () => {
    const { answerTo } = await start()
    const answer = await answerTo(`${head}transfer-encoding: chunked\r\n\r\nnonsense\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    expect(answer).toMatch(/\r\nx-request-id: r-1\r\n/)
    expect(answer).toMatch(/\r\n\r\n\{"success":false,"error":\{"code":"VALIDATION_ERROR".+\}$/)
  })
})

/** A handler that responds when it is released. */
function delayedHandler() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const ids: string[] = []
  const handle = async (id: string) => {
    ids.push(id)
    await released
    return { id }
  }
  return { ids, handle, release }
}

describe('requests beyond the limit of those in progress are refused at once', () => {
  test('503 with Retry-After, except for those about health, until others are finished', async () => {
    const { ids, handle, release } = delayedHandler()
    const { post, url } = await start(handle, { maxConcurrentRequests: 2 })
    const taken = [post('{"id": "a"}'), post('{"id": "b"}')]
    await eventually(() => expect(ids).toHaveLength(2))
    const refused = await post('{"id": "c"}', { 'x-request-id': 'r-2' })
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }])
    expect([refused.headers.get('retry-after'), refused.headers.get('x-request-id')]).toEqual(['2', 'r-2'])
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    release()
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200])
    expect((await post('{"id": "d"}')).status).toBe(200)
  })
})
