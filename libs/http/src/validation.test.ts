import { route } from '@campstore/contract/route'
import { text } from '@campstore/contract/text'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, serve } from './testing/serve.ts'

// What a client is told about its mistakes (docs/contract/conventions.md#envelope, #unknown-fields).
const declared = { summary: 'A thing', access: 'public', shape: 'object', data: z.null(), errors: [] } as const
const query = z.object({ page: z.string().regex(/^\d+$/).optional() })
const body = z.strictObject({
  name: z.string(),
  items: z
    .array(z.strictObject({ quantity: z.int().positive() }))
    .max(3)
    .optional(),
})
const tolerant = z.object({
  items: z
    .array(z.object({ quantity: z.int().positive() }))
    .nullish()
    .transform(items => items ?? []),
  claim: z.union([z.number(), z.strictObject({})]).optional(),
  idempotencyKey: text().min(1).max(128).optional(),
})
const routes = [
  route({ ...declared, name: 'list', method: 'GET', path: '/things', query }),
  route({ ...declared, name: 'plain', method: 'GET', path: '/plain' }),
  route({ ...declared, name: 'make', method: 'POST', path: '/things', body }),
  route({ ...declared, name: 'order', method: 'POST', path: '/orders', body: tolerant }),
  route({ ...declared, name: 'quote', method: 'POST', path: '/quotes', body: z.object({}), acceptsBodyOf: tolerant }),
]

const start = () => serve({ endpoints: routes.map(each => endpoint(each, async () => null)) })

const refused = z.object({
  success: z.literal(false),
  error: z.object({ code: z.string(), message: z.string(), details: z.array(z.unknown()) }),
})

async function post(body: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${await start()}/things`, { method: 'POST', body, headers })
  return refused.parse(await response.json())
}

const refusal = (message: string, details: object[]) => ({
  success: false,
  error: { code: 'VALIDATION_ERROR', message, details },
})

test('of many mistakes, the first twenty are described, and all are counted', async () => {
  const sent = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x${index}`, 0]))
  const answer = await post(JSON.stringify({ name: 'a', ...sent }))
  expect(answer.error.details).toHaveLength(20)
  expect(answer.error.message).toBe('x0 is not a field of this record. There are 899 more mistakes.')
})

test('a list that is too long is one mistake, whatever its elements are', async () => {
  const answer = await post(`{"name": "a", "items": [${'{},'.repeat(3)}{}]}`)
  const message = 'must have a length of at most 3'
  expect(answer).toEqual(refusal(`items ${message}.`, [{ path: 'items', message }]))
})

test.each([
  ['{"name": "se', 'is not valid JSON: line 1, column 13: Unterminated string in JSON'],
  ['{"name": [', 'is not valid JSON: line 1, column 11: Unexpected end of JSON input'],
  [
    '{"name": "帳篷🏕"\n  "b": 2}',
    "is not valid JSON: line 2, column 3: Expected ',' or '}' after property value in JSON",
  ],
  ['{"name":\nsecret in JSON at position 3', 'is not valid JSON'],
  ['[]', 'must be a JSON object'],
])('a body that is not a JSON object says so: %j: %s', async (sent, reason) => {
  expect(await post(sent)).toEqual(refusal(`The body ${reason}.`, [{ path: '', message: reason }]))
})

describe('unknown query parameters are ignored and named in x-ignored-parameters', () => {
  const ignored = async (path: string) => {
    const { status, headers } = await fetch(`${await start()}${path}`)
    return [status, headers.get('x-ignored-parameters')]
  }

  test.each([
    ['/things', 200, null],
    ['/things?page=1', 200, null],
    ['/things?pag=1&page=1', 200, 'pag'],
    ['/things?minPrise=1&%E5%B8%B3=1&a%2Cb%0D%0Ax=1&=2', 200, 'minPrise, %E5%B8%B3, a%2Cb%EF%BF%BD%EF%BF%BDx'],
    ['/things?page=x&size=1', 400, 'size'],
    ['/plain?page=1', 200, 'page'],
  ])('%s: %i %s', async (path, status, names) => {
    expect(await ignored(path)).toEqual([status, names])
  })

  test('a parameter that the route has is read, however many stand before it', async () => {
    const unknown = Array.from({ length: 1_000 }, (_, index) => `p${index}`).join('&')
    const { status } = await fetch(`${await start()}/things?${unknown}&page=x`)
    expect(status).toBe(400)
  })
})

/** Sends a body to a route that ignores unknown fields. */
const send = async (body: object | string, headers: Record<string, string> = {}, path = '/orders') =>
  fetch((await start()) + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('unknown fields are ignored and named in x-ignored-fields', () => {
  const ignored = async (...request: Parameters<typeof send>) => {
    const { status, headers } = await send(...request)
    return [status, headers.get('x-ignored-fields'), headers.get('preference-applied')]
  }

  test.each<[object | string, number, string | null]>([
    [{ items: [{ quantity: 1 }] }, 200, null],
    [{ total: '1.00', items: [{ quantity: 1 }, { quantity: 1, price: 1 }] }, 200, 'total, items.1.price'],
    [{ items: [{ quantity: 0, price: 1 }, null, 'x'], x: { y: 1 } }, 400, 'x, items.0.price'],
    [
      '{"__proto__": 1, "constructor": 1, "\\ud800\\r\\n, \u5e33": 1}',
      200,
      '__proto__, constructor, %EF%BF%BD%EF%BF%BD%EF%BF%BD%2C%20%E5%B8%B3',
    ],
  ])('%j: %i %s', async (body, status, names) => {
    expect(await ignored(body)).toEqual([status, names, null])
  })

  test('the header is bounded: ten names, each shortened, and in all no longer than headers may be', async () => {
    const [, names] = await ignored(Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`x${n}`, 0])))
    expect(names).toBe('x0, x1, x2, x3, x4, x5, x6, x7, x8, x9')
    const wide = Array.from({ length: 10 }, (_, n) => ['\u{1f3d5}'.repeat(70) + n, 0])
    const [, encoded] = await ignored(Object.fromEntries(wide))
    expect(String(encoded).length).toBeLessThan(4_000)
  })

  test('with Prefer: handling=strict they are refused together with the other mistakes', async () => {
    const prefer = { prefer: 'respond-async, Handling = "strict"; x=1, handling=lenient' }
    const answer = await send({ items: [{ quantity: 0, Quantity: 1 }], item: [] }, prefer)
    expect([answer.status, answer.headers.get('preference-applied'), answer.headers.get('x-ignored-fields')]).toEqual([
      400,
      'handling=strict',
      null,
    ])
    expect(refused.parse(await answer.json()).error.details).toEqual([
      { path: 'items.0.quantity', message: 'must be more than 0' },
      { path: 'item', message: 'is not a field. Did you mean items?' },
      { path: 'items.0.Quantity', message: 'is not a field. Did you mean quantity?' },
    ])
    expect(await ignored({ items: [] }, prefer)).toEqual([200, null, 'handling=strict'])
  })

  test.each(['handling=lenient, handling=strict', 'strict', 'x="handling=strict"', 'handling'])(
    'Prefer: %s is not strict',
    async prefer => {
      expect(await ignored({ x: 1 }, { prefer })).toEqual([200, 'x', null])
    },
  )

  test('the body of another route that a route accepts as it is has no ignored fields', async () => {
    const body = { items: [{ quantity: 1 }], idempotencyKey: 'a' }
    expect(await ignored(body, { prefer: 'handling=strict' }, '/quotes')).toEqual([200, null, 'handling=strict'])
    expect(await ignored({ ...body, idempotency: 'a' }, {}, '/quotes')).toEqual([200, 'idempotency', null])
  })
})

describe('the header Idempotency-Key is the idempotencyKey of a body that has one', () => {
  const sent = async (header: string, body: object = {}, path?: string) => {
    const answer = await send(body, { 'idempotency-key': header, prefer: 'handling=strict' }, path)
    return answer.ok ? 'accepted' : refused.parse(await answer.json()).error.message
  }
  const differ = 'idempotencyKey must equal the header Idempotency-Key.'

  test.each<[string, object, string]>([
    ['a', {}, 'accepted'],
    ['a', { idempotencyKey: 'a' }, 'accepted'],
    ['"a\\"b"', { idempotencyKey: 'a"b' }, 'accepted'],
    ['a', { idempotencyKey: 'b' }, differ],
    ['a', { idempotencyKey: null }, differ],
  ])('%s with %j: %s', async (header, body, message) => {
    expect(await sent(header, body)).toBe(message)
  })

  test('it is not read where the body has none', async () => {
    expect(await sent('', {}, '/quotes')).toBe('accepted')
  })
})
