import { route } from '@campstore/contract/route'
import { text } from '@campstore/contract/text'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createApp } from './app.ts'
import { endpoint } from './endpoint.ts'
import { listen } from './listen.ts'

// What a client is told about its mistakes (docs/contract/conventions.md#envelope, #unknown-fields).
const declared = { summary: 'A thing', access: 'public', shape: 'object', data: z.null(), errors: [] } as const
const query = z.object({ page: z.string().regex(/^\d+$/, 'must be a whole number').optional() })
const body = z.strictObject({
  name: z.string(),
  items: z
    .array(z.strictObject({ quantity: z.int().positive() }))
    .max(3)
    .optional(),
})
const params = z.object({ id: text() })
const routes = [
  route({ ...declared, name: 'list', method: 'GET', path: '/things', query }),
  route({ ...declared, name: 'plain', method: 'GET', path: '/plain' }),
  route({ ...declared, name: 'one', method: 'GET', path: '/things/{id}', params }),
  route({ ...declared, name: 'make', method: 'POST', path: '/things', body }),
]

async function start() {
  const app = createApp({
    log: pino({ enabled: false }),
    endpoints: routes.map(each => endpoint(each, async () => null)),
    authenticate: {},
    isUnavailable: () => false,
    responseCheck: 'strict',
    health: async () => ({}),
  })
  const { url, stop } = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => stop(0))
  return url
}

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

describe('a mistake has its path and one wording', () => {
  test.each([
    [{}, 'name is missing.', 'name', 'is missing'],
    [{ name: 7 }, 'name must be a string, not a number.', 'name', 'must be a string, not a number'],
    [
      { name: 'a', items: [{ quantity: 0 }] },
      'items.0.quantity must be more than 0.',
      'items.0.quantity',
      'must be more than 0',
    ],
    [
      { name: 'a', item: [] },
      'item is not a field. Did you mean items?',
      'item',
      'is not a field. Did you mean items?',
    ],
  ])('%j: %s', async (sent, message, path, reason) => {
    expect(await post(JSON.stringify(sent))).toEqual(refusal(message, [{ path, message: reason }]))
  })

  test('the message says the first mistake and how many more there are', async () => {
    expect(await post('{"items": [{}]}')).toMatchObject({
      error: { message: 'name is missing. There is 1 more mistake.', details: [{}, {}] },
    })
  })

  test('of many mistakes, the first twenty are described, and all are counted', async () => {
    const sent = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x${index}`, 0]))
    const answer = await post(JSON.stringify({ name: 'a', ...sent }))
    expect(answer.error.details).toHaveLength(20)
    expect(answer.error.message).toBe('x0 is not a field of this record. There are 899 more mistakes.')
  })
})

describe('a body that holds too much is refused before anything else is said about it', () => {
  const messageOf = async (sent: string) => (await post(sent)).error.message

  test('a list that is too long is one mistake, whatever its elements are', async () => {
    const answer = await post(`{"name": "a", "items": [${'{},'.repeat(3)}{}]}`)
    expect(answer).toEqual(
      refusal('items must have a length of at most 3.', [
        { path: 'items', message: 'must have a length of at most 3' },
      ]),
    )
  })

  test('lists within lists, malformed or not', async () => {
    const depth = 'The body is nested too deep: arrays and objects may have 16 levels.'
    expect(await messageOf('['.repeat(7_000))).toBe(depth)
    expect(await messageOf(`{"a":${'['.repeat(7_000)}${']'.repeat(7_000)}}`)).toBe(depth)
  })

  test('more values than any request has', async () => {
    const values = 'The body holds too much: it may have 5000 fields and elements.'
    expect(await messageOf(`{"a":[${'1,'.repeat(5_000)}1]}`)).toBe(values)
  })
})

describe('a body that is not a JSON object says so', () => {
  test.each([
    ['{"name": "se', 'is not valid JSON: line 1, column 13 has the end instead of the rest of a text'],
    ['{"name": secret}', 'is not valid JSON: line 1, column 10 has an unknown word instead of a value'],
    ['[]', 'must be a JSON object'],
    ['  ', 'is missing'],
  ])('%j: %s', async (sent, reason) => {
    expect(await post(sent)).toEqual(refusal(`The body ${reason}.`, [{ path: '', message: reason }]))
  })
})

describe('a parameter', () => {
  test.each([
    ['page=x', 'must be a whole number'],
    ['page=1&page=2', 'must not be repeated'],
  ])('of the query has the same wording: %s', async (search, reason) => {
    const answer = await fetch(`${await start()}/things?${search}`)
    expect(await answer.json()).toEqual(refusal(`page ${reason}.`, [{ path: 'page', message: reason }]))
  })

  test('of the path that can be no id names nothing, and is named', async () => {
    const answer = await fetch(`${await start()}/things/a%00b`)
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: { code: 'NOT_FOUND', details: [{ path: 'id', message: 'must be valid Unicode without NUL' }] } },
    ])
  })
})

describe('unknown query parameters are ignored and named in x-ignored-parameters', () => {
  const ignored = async (path: string) => {
    const { status, headers } = await fetch(`${await start()}${path}`)
    return [status, headers.get('x-ignored-parameters')]
  }

  test.each([
    ['/things', 200, null],
    ['/things?', 200, null],
    ['/things?page=1', 200, null],
    ['/things?pag=1&page=1', 200, 'pag'],
    ['/things?minPrise=1&%E5%B8%B3=1&a%2Cb%0D%0Ax=1&=2', 200, 'minPrise, %E5%B8%B3, a%2Cb%EF%BF%BD%EF%BF%BDx'],
    ['/things?x&x&y', 200, 'x, y'],
    ['/things?page=x&size=1', 400, 'size'],
    ['/things?__proto__=1', 200, '__proto__'],
    ['/plain?page=1', 200, 'page'],
    ['/plain?%ff=1', 200, '%EF%BF%BD'],
  ])('%s: %i %s', async (path, status, names) => {
    expect(await ignored(path)).toEqual([status, names])
  })

  test('the header is bounded: ten names, each shortened', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}${'x'.repeat(100)}`)
    const [, named] = await ignored(`/things?${names.join('&')}`)
    expect(named).toBe(
      names
        .slice(0, 10)
        .map(name => encodeURIComponent(`${name.slice(0, 64)}…`))
        .join(', '),
    )
  })

  test('a parameter that the route has is read, however many stand before it', async () => {
    const unknown = Array.from({ length: 1_000 }, (_, index) => `p${index}`).join('&')
    const { status } = await fetch(`${await start()}/things?${unknown}&page=x`)
    expect(status).toBe(400)
  })
})
