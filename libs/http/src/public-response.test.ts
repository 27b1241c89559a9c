import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { ApiError } from '@campstore/contract/errors'
import { route } from '@campstore/contract/route'
import { verbatim } from '@campstore/contract/texts/text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Listening } from './listen.ts'
import { PreparedBody } from './prepared.ts'
import { ann, endpoint, listenFor } from './testing/serve.ts'

// docs/contract/conventions.md#caching and #compression

const declared = { name: 'thing', summary: 'A thing', method: 'GET', access: 'public', errors: ['NOT_FOUND'] } as const
const text = { shape: 'object', data: z.string() } as const
const things = (path: string) => route({ ...declared, ...text, path })
const long = 'tent '.repeat(400)
const sentRepeatedly = Buffer.from(JSON.stringify({ success: true, data: long }))

let listening: Listening
beforeAll(async () => {
  listening = await listenFor({
    endpoints: [
      endpoint(things('/short'), async () => 'tent'),
      endpoint(things('/long'), async () => long),
      endpoint(things('/prepared'), async () => new PreparedBody(sentRepeatedly)),
      endpoint(things('/missing'), async () => {
        throw new ApiError('NOT_FOUND', verbatim(long))
      }),
      endpoint(route({ ...declared, ...text, path: '/query', method: 'POST' }), async () => long),
      endpoint(route({ ...declared, ...text, path: '/mine', access: 'member' }), async () => long),
    ],
    authenticate: { member: async () => ann },
  })
})
afterAll(() => listening.stop(0))

/** The response as it is on the wire: nothing is decompressed. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  type Answer = { status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: Buffer }
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(`${listening.url}${path}`, { method, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject).end()
  })
}
const etagOf = async (path: string) => String((await ask(path)).headers.etag)

describe('a public read', () => {
  test.each(['/short', '/long', '/prepared'])('%s: 304 for a client that has it', async path => {
    const etag = await etagOf(path)
    const strong = etag.slice(2)
    for (const condition of [etag, strong, `"a", ${etag}`, `W/"b",${etag} , "c"`, '*']) {
      const answer = await ask(path, { 'if-none-match': condition, 'accept-encoding': 'gzip' })
      expect([condition, answer.status, answer.body.length]).toEqual([condition, 304, 0])
      const cacheControl = 'public, max-age=0, must-revalidate'
      expect(answer.headers).toMatchObject({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
      for (const name of ['content-type', 'content-length', 'content-encoding'])
        expect(answer.headers).not.toHaveProperty(name)
    }
  })

  test('304 also with cache-control no-cache, which fetch sends with every if-none-match of a script', async () => {
    const etag = await etagOf('/long')
    expect((await ask('/long', { 'if-none-match': etag, 'cache-control': 'no-cache' })).status).toBe(304)
    expect((await fetch(`${listening.url}/long`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test.each(['/short', '/long', '/prepared'])('%s: HEAD has the headers of GET and no body', async path => {
    const requests: Record<string, string>[] = [{}, { 'accept-encoding': 'gzip' }, { 'if-none-match': '*' }]
    for (const headers of requests) {
      const [get, head] = [await ask(path, headers), await ask(path, headers, 'HEAD')]
      const { date: _date, 'x-request-id': _id, ...expected } = get.headers
      expect(head).toMatchObject({ status: get.status, headers: expected, body: Buffer.alloc(0) })
    }
  })

  test('an error has no ETag, and no cache stores it', async () => {
    const { status, headers } = await ask('/missing', { 'accept-encoding': 'gzip', 'if-none-match': '*' })
    expect([status, headers.etag, headers['cache-control']]).toEqual([404, undefined, 'no-store'])
    expect(headers).not.toHaveProperty('content-encoding')
  })
})

describe('a public body of 1 kB or more is compressed', () => {
  test.each(['gzip', 'br, gzip', '*', 'identity;q=0.5, gzip;q=0.9', 'br;q=1, gzip;q=0.1, identity;q=0'])(
    'for accept-encoding %j',
    async accepted => {
      const [plain, answer] = [await ask('/long'), await ask('/long', { 'accept-encoding': accepted })]
      expect(answer.headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(answer.body.length),
        etag: plain.headers.etag,
        vary: 'accept-encoding',
      })
      expect(answer.body.length).toBeLessThan(plain.body.length / 4)
      expect(gunzipSync(answer.body)).toEqual(plain.body)
    },
  )

  test.each(['', 'identity', 'br', 'gzip;q=0', '*;q=0', 'gzip;q=0.5, identity', 'deflate, gzip;q=0, *'])(
    'not for accept-encoding %j',
    async accepted => {
      const answer = await ask('/long', accepted === '' ? {} : { 'accept-encoding': accepted })
      expect(answer.headers).not.toHaveProperty('content-encoding')
      expect(answer.headers['content-length']).toBe(String(answer.body.length))
      expect(JSON.parse(answer.body.toString())).toEqual({ success: true, data: long })
    },
  )
})

test.each(['/mine', '/query'])('%s: what is not a public read is neither tagged nor compressed', async path => {
  const answer = await ask(
    path,
    { 'accept-encoding': 'gzip', 'if-none-match': '*' },
    path === '/query' ? 'POST' : 'GET',
  )
  expect(answer.status).toBe(200)
  for (const name of ['etag', 'content-encoding', 'vary']) expect(answer.headers).not.toHaveProperty(name)
})
