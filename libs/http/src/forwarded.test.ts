import { ApiError } from '@campstore/contract/errors'
import { route } from '@campstore/contract/route'
import { verbatim } from '@campstore/contract/texts/text'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { ForwardedEndpoint, RawRequest, RawResponse } from './forwarded.ts'
import type { Listening } from './listen.ts'
import { listenFor } from './testing/serve.ts'

const declared = { summary: 'A thing', access: 'admin', permissions: ['things.edit'], shape: 'object' } as const
const things = { ...declared, data: z.strictObject({}), errors: [], params: z.object({ id: z.string() }) } as const
const change = route({ ...things, name: 'change', method: 'POST', path: '/things/{id}', body: z.strictObject({}) })
const look = route({ ...things, name: 'look', method: 'GET', path: '/things/{id}' })

let seen: RawRequest[] = []
let answer: RawResponse
let listening: Listening
beforeAll(async () => {
  const forward: ForwardedEndpoint['forward'] = async request => {
    seen.push(request)
    return answer
  }
  listening = await listenFor({
    endpoints: [change, look].map(route => ({ route, forward })),
    authenticate: {
      admin: async (authorization, permissions) => {
        if (authorization !== 'Bearer ann') throw new ApiError('FORBIDDEN', verbatim('no'))
        return { kind: 'administrator', adminId: 'ann', permissions }
      },
    },
  })
})
afterAll(() => listening.stop(0))
beforeEach(() => {
  seen = []
  answer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"any":1}') }
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${listening.url}${path}`, { ...init, headers: { authorization: 'Bearer ann', ...init.headers } })

test('a request is forwarded unchanged and without validation', async () => {
  const headers = { 'content-type': 'text/odd' }
  await ask('/things/a%2Fb?x=%25&x=2', { method: 'POST', body: 'no { json', headers })
  expect(seen).toEqual([
    {
      path: '/things/a%2Fb',
      search: '?x=%25&x=2',
      params: { id: 'a/b' },
      contentType: 'text/odd',
      body: Buffer.from('no { json'),
    },
  ])
})

test('the response is sent unchanged, whatever is declared', async () => {
  answer = { status: 418, headers: { 'content-type': 'text/tea' }, body: Buffer.from('tea') }
  const response = await ask('/things/a')
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    418,
    'text/tea',
    'tea',
  ])
})

test('a caller without the permission is refused before the body is read', async () => {
  const body = 'a'.repeat(100_001)
  const response = await ask('/things/a', { method: 'POST', body, headers: { authorization: 'Bearer bob' } })
  expect([response.status, seen]).toEqual([403, []])
})

test.each([
  [100_000, 200],
  [100_001, 413],
])('a body of %i bytes: %i, also when its length is not announced', async (length, status) => {
  const body = 'a'.repeat(length)
  const stream = new Blob([body]).stream()
  const announced = await ask('/things/a', { method: 'POST', body })
  const chunked = await ask('/things/a', { method: 'POST', body: stream, duplex: 'half' })
  expect([announced.status, chunked.status]).toEqual([status, status])
})
