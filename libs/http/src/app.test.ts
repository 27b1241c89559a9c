import { ApiError } from '@campstore/contract/errors'
import { route } from '@campstore/contract/route'
import { text, verbatim } from '@campstore/contract/texts/text'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { PreparedBody } from './prepared.ts'
import type { ResponseCheck } from './respond.ts'
import { endpoint, ann as member, serve as serveApp } from './testing/serve.ts'

const declared = { name: 'thing', summary: 'A thing', method: 'GET', path: '/things', errors: ['CONFLICT'] } as const
const things = route({ ...declared, access: 'public', shape: 'object', data: z.strictObject({ id: z.string() }) })

let lines: Record<string, unknown>[] = []
beforeEach(() => {
  lines = []
})

class Unavailable extends Error {}

const serve = (endpoints: Endpoint[], responseCheck: ResponseCheck = 'strict') =>
  serveApp({
    log: pino({ level: 'debug' }, { write: line => void lines.push(JSON.parse(line)) }),
    endpoints,
    authenticate: {
      member: async authorization => {
        if (authorization !== 'Bearer ann') throw new ApiError('UNAUTHORIZED', verbatim('who?'))
        return member
      },
      internal: async (_, permissions) => ({ kind: 'administrator', adminId: 'a', permissions }),
    },
    isUnavailable: error => error instanceof Unavailable,
    responseCheck,
  })

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** A handler whose result does not match its declaration: the types would not allow it. */
const answering = (result: unknown): Endpoint => ({ route: things, handle: async () => result })
const failing = (error: unknown): Endpoint => ({
  route: things,
  handle: async () => {
    throw error
  },
})

test('a request with the key of one that is under way begins after that is answered; others do not wait', async () => {
  const body = z.strictObject({ idempotencyKey: z.string() })
  const held = route({ ...things, method: 'POST', access: 'member', body })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const url = await serve([
    endpoint(held, async ({ body }) => {
      begun.push(body.idempotencyKey)
      await new Promise<void>(resolve => ends.push(resolve))
      return { id: 'a' }
    }),
  ])
  const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' }
  const post = (idempotencyKey: string) =>
    fetch(`${url}/things`, { method: 'POST', headers, body: JSON.stringify({ idempotencyKey }) })
  const first = post('k')
  await expect.poll(() => begun).toEqual(['k'])
  const others = [post('k'), post('other')]
  await expect.poll(() => begun).toEqual(['k', 'other'])
  ends[0]?.()
  expect((await first).status).toBe(200)
  await expect.poll(() => begun).toEqual(['k', 'other', 'k'])
  for (const end of ends) end()
  await Promise.all(others)
})

test('chunks that hold nothing are no body, which an action with an optional one takes for {}', async () => {
  const body = z.strictObject({ id: z.string().optional() })
  const said = route({ ...things, method: 'POST', body, bodyOptional: true })
  const url = await serve([endpoint(said, async ({ body }) => ({ id: body.id ?? 'nothing' }))])
  const empty = new ReadableStream({ start: stream => stream.close() })
  const response = await fetch(`${url}/things`, { method: 'POST', duplex: 'half', body: empty })
  expect(await response.json()).toEqual({ success: true, data: { id: 'nothing' } })
})

describe('a response that does not match its declaration', () => {
  test.each<[string, unknown, string]>([
    ['a field of another type', { id: 7 }, 'thing: data.id: '],
    ['a field too many', { id: 'a', secret: 'b' }, 'thing: data: '],
    ['no result', undefined, 'thing: data: '],
    ['a prepared body', new PreparedBody('{"success":true,"data":{"id":7}}'), 'thing: data.id: '],
  ])('strict: fails, %s', async (_, result, problem) => {
    const url = await serve([answering(result)], 'strict')
    expect(await get(`${url}/things`)).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } })
    const failure = lines.find(line => line.msg === 'A request failed')
    expect(failure).toMatchObject({ err: { type: 'ResponseMismatch', message: expect.stringContaining(problem) } })
  })

  test('sampled: is sent unchanged; the first and one in a hundred are compared and logged', async () => {
    const url = await serve([answering({ id: 7 })], 'sampled')
    for (let answer = 0; answer < 100; answer += 1) await get(`${url}/things`)
    expect(lines.filter(line => line.msg === 'A response does not match its schema')).toHaveLength(1)
    expect(await get(`${url}/things`)).toMatchObject({ status: 200, body: { success: true, data: { id: 7 } } })
    const logged = lines.filter(line => line.msg === 'A response does not match its schema')
    expect(logged).toHaveLength(2)
    expect(logged[0]).toMatchObject({ level: 50, route: 'thing', problem: expect.stringContaining('data.id') })
  })

  test('sampled: of a long list some elements are compared', async () => {
    const list = { ...things, shape: 'list' } as const
    const url = await serve([endpoint(route(list), async () => Array(999).fill({ id: 7 }))], 'sampled')
    const meta = { page: 0, size: 999, totalElements: 999, totalPages: 1 }
    expect(await get(`${url}/things`)).toMatchObject({ status: 200, body: { meta } })
    expect(lines.filter(line => line.msg === 'A response does not match its schema')).toHaveLength(1)
  })

  test('a list without pages is one page, also when it is empty', async () => {
    const url = await serve([endpoint(route({ ...things, shape: 'list' }), async () => [])])
    const meta = { page: 0, size: 0, totalElements: 0, totalPages: 1 }
    expect(await get(`${url}/things`)).toMatchObject({ body: { data: [], meta } })
  })
})

describe('errors', () => {
  test('an error of the contract has its status, details and headers, and is not logged as a failure', async () => {
    const details = [{ path: 'a', reason: verbatim('b') }]
    const conflict = new ApiError('CONFLICT', verbatim('no'), { details, headers: { 'x-why': 'c' } })
    const answer = await get(`${await serve([failing(conflict)])}/things`)
    const error = { code: 'CONFLICT', message: 'no', details: [{ path: 'a', message: 'b' }] }
    expect([answer.status, answer.body]).toEqual([409, { success: false, error }])
    expect(answer.headers.get('x-why')).toBe('c')
    expect(lines.map(line => line.msg)).toEqual(['Request finished'])
  })

  test.each([
    ['zh-TW', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['en;q=0.7, zh-TW;q=0.9', 'zh-TW'],
    ['zh-TW;q=0.7, en', 'en'],
    ['zh-CN', 'en'],
    ['zh-TW;q=0', 'en'],
  ])('an error for a reader of %j is written in %s', async (wanted, language) => {
    const error = new ApiError('CONFLICT', text('is.taken'))
    const answer = await get(`${await serve([failing(error)])}/things`, { 'accept-language': wanted })
    const message = language === 'en' ? 'is taken' : '已被使用'
    expect(answer.body).toEqual({ success: false, error: { code: 'CONFLICT', message } })
    expect(answer.headers.get('content-language')).toBe(language)
    expect(answer.headers.get('vary')).toMatch(/accept-language/i)
  })

  test('a dependency is down: SERVICE_UNAVAILABLE with Retry-After, logged with the reason', async () => {
    const answer = await get(`${await serve([failing(new Unavailable('connection refused by 10.0.0.7'))])}/things`)
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(JSON.stringify(answer.body)).not.toContain('10.0.0.7')
    expect(lines[0]).toMatchObject({ level: 40, reason: 'connection refused by 10.0.0.7' })
  })

  test.each([
    [new Error('select secret from vault')],
    ['a thrown text'],
    [undefined],
    [{ status: 404, message: 'fake' }],
  ])('anything else is INTERNAL_ERROR and reveals nothing: %s', async thrown => {
    const answer = await get(`${await serve([failing(thrown)])}/things`)
    const error = { code: 'INTERNAL_ERROR', message: 'Something went wrong.' }
    expect([answer.status, answer.body]).toEqual([500, { success: false, error }])
    expect(lines[0]).toMatchObject({ level: 50, msg: 'A request failed' })
  })
})

test('a handler gets validated input, without undeclared fields; parameters of the path are decoded once', async () => {
  let seen: unknown
  const fields = { params: z.object({ id: z.string() }), query: z.object({ a: z.string(), b: z.string() }) }
  const url = await serve([
    endpoint(route({ ...things, path: '/things/{id}', ...fields }), async ({ params, query }) => {
      seen = { params, query }
      return { id: 'a' }
    }),
  ])
  await get(`${url}/things/a%2Fb%2525?a=1&b=2&c=3`)
  expect(seen).toEqual({ params: { id: 'a/b%25' }, query: { a: '1', b: '2' } })
})

test('one line per request: method, path without query, status, duration and both ids, which its handler has too; none of a health check', async () => {
  const url = await serve([
    endpoint(things, async (_input, _principal, { requestId, log }) => {
      log.info('something happened')
      return { id: requestId }
    }),
  ])
  expect([(await get(`${url}/health/live`)).status, (await get(`${url}/health/ready`)).status]).toEqual([200, 200])
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const { body } = await get(`${url}/things?secret=1`, { 'x-request-id': 'r-1', traceparent })
  expect(body).toMatchObject({ data: { id: 'r-1' } })
  const ids = { requestId: 'r-1', traceId: 'a'.repeat(32) }
  expect(lines).toMatchObject([
    { msg: 'something happened', ...ids },
    { msg: 'Request finished', method: 'GET', path: '/things', status: 200, ms: expect.any(Number), ...ids },
  ])
})
