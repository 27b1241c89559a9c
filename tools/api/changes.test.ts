import { readFileSync } from 'node:fs'
import { documents } from '@campstore/contract/documents'
import { describe, expect, test } from 'vitest'
import { changesOf, unannounced } from './changes.ts'
import type { Documents, Json } from './facts.ts'

const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8')) as Json
const current = () => ({ openApi: read(documents.openapi), asyncApi: read(documents.asyncapi) })

const text = { type: 'string' }
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } })
const object = (properties: Json, required: string[] = []): Json => ({ type: 'object', properties, required })
const list = (items: Json): Json => ({ type: 'array', items })
const withA = (schema: Json): Json => object({ a: schema })

/** Documents with one operation. */
const documentsOf = (operation: Json, schemas: Json = {}): Documents => ({
  openApi: { paths: { '/things': { post: { 'x-area': 'booking', ...operation } } }, components: { schemas } },
})
const found = (before: Json, after: Json) =>
  changesOf(documentsOf(before), documentsOf(after)).map(
    ({ change, breaks }) => `${breaks ? 'breaks' : 'adds'}: ${change}`,
  )

test.each<[Json, Json, ...string[]]>([
  [withA(text), withA({ ...text, description: 'A', example: 'x' })],
  [object({}), object({ a: text }), 'adds: body.a is added'],
  [object({ a: text }), object({ a: text }, ['a']), 'breaks: body.a is required'],
  [object({ a: text }), object({}), 'breaks: body.a is removed'],
  [withA({ maxLength: 9 }), withA({ maxLength: 8 }), 'breaks: body.a has another maxLength'],
  [withA({ maxLength: 9 }), withA({ maxLength: 10 })],
  [withA({ enum: ['x', 'y'] }), withA({ enum: ['x'] }), 'breaks: body.a no longer takes the value y'],
  [withA({ enum: ['x'] }), withA({ enum: ['x', 'y'] }), 'adds: body.a takes the value y'],
  [withA(text), withA({ type: 'integer' }), 'breaks: body.a no longer takes the type string'],
  [withA({ anyOf: [text, { type: 'null' }] }), withA(text), 'breaks: body.a no longer takes the type null'],
  [list(object({ a: text })), list(object({ a: text }, ['a'])), 'breaks: body[].a is required'],
  [withA({ default: 1 }), withA({ default: 2 }), 'breaks: body.a has another default'],
])('a change of a body from %j to %j', (before, after, ...expected) => {
  expect(found({ requestBody: json(before) }, { requestBody: json(after) })).toEqual(expected)
})

test.each<[Json, Json, ...string[]]>([
  [withA(text), object({}), 'breaks: response 200.a is removed'],
  [object({}), withA(list(withA(text))), 'adds: response 200.a is added'],
  [object({ a: text }, ['a']), object({ a: text }), 'breaks: response 200.a may be absent'],
  [withA(text), withA({ type: ['string', 'null'] }), 'breaks: response 200.a may have the type null'],
  [withA({ enum: ['x'] }), withA({ enum: ['x', 'y'] }), 'breaks: response 200.a may have the value y'],
  [withA({ enum: ['x', 'y'] }), withA({ enum: ['x'] })],
  [withA({ format: 'date' }), withA({ format: 'time' }), 'breaks: response 200.a has another format'],
])('a change of a response from %j to %j', (before, after, ...expected) => {
  expect(found({ responses: { 200: json(before) } }, { responses: { 200: json(after) } })).toEqual(expected)
})

describe('a change of an operation', () => {
  const refusal = (...codes: string[]) => json(object({ error: object({ code: { enum: codes } }) }))
  const query = { in: 'query', name: 'q', schema: text }

  test.each<[Json, Json, ...string[]]>([
    [{}, { requestBody: { required: true } }, 'adds: body is added', 'breaks: body is required'],
    [{ 'x-permissions': ['a'] }, { 'x-permissions': ['a', 'b'] }, 'breaks: permission b is required'],
    [{}, { security: [{ idToken: [] }] }, 'breaks: a token is required'],
    [{ parameters: [query] }, {}, 'breaks: parameter query q is removed'],
    [{ responses: { 200: {} } }, { responses: {} }, 'breaks: response 200 is removed'],
    [
      { responses: { 409: refusal('A') } },
      { responses: { 409: refusal('B') } },
      'breaks: error 409 A is removed',
      'adds: error 409 B is added',
    ],
  ])('from %j to %j', (before, after, ...expected) => {
    expect(found(before, after)).toEqual(expected)
  })

  test('in a named schema, once for each operation', () => {
    const operation = { responses: { 200: json(list({ $ref: '#/components/schemas/Thing' })) } }
    const versions = [withA(text), object({})].map(Thing => documentsOf(operation, { Thing }))
    expect(changesOf(versions[0] ?? current(), versions[1] ?? current())).toEqual([
      { area: 'booking', operation: 'POST /things', change: 'response 200[].a is removed', breaks: true },
    ])
  })
})

test('of the documents as they are: an operation and a message that are missing, and nothing else', () => {
  const after = current()
  const [paths, { messages }] = [after.openApi.paths as Json, after.asyncApi.components as { messages: Json }]
  delete paths['/api/admin/orders/{id}/ship']
  delete messages.bookingPaid
  const removed = { change: 'is removed', breaks: true }
  expect(changesOf(current(), after)).toEqual([
    { area: 'admin', operation: 'POST /api/admin/orders/{id}/ship', ...removed },
    { area: 'booking', operation: 'event booking.paid', ...removed },
  ])
})

test.each([
  ['0.9', '0.9', 1],
  ['0.9', '0.10', 0],
])('a change is announced by a higher revision of its area: from %s to %s', (before, after, silent) => {
  const change = { area: 'booking', operation: 'GET /things', change: 'is removed', breaks: true }
  const tagged = (revision: string) => ({
    tags: [{ 'x-area': 'booking', 'x-revision': revision }, { 'x-area': 'admin', 'x-revision': '0.4' }, {}],
  })
  expect(unannounced([change], tagged(before), tagged(after))).toHaveLength(silent)
  expect(unannounced([{ ...change, area: 'admin' }], tagged(before), tagged(after))).toHaveLength(1)
  const withFirst = { tags: [{ 'x-area': 'payments', 'x-revision': '0.1' }] }
  expect(unannounced([{ ...change, area: 'payments' }], tagged(before), withFirst)).toEqual([])
})
