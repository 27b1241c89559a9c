import { describe, expect, test } from 'vitest'
import { breakingChanges } from './breaking-changes.ts'
import { unannounced } from './revisions.ts'

type Json = { [key: string]: unknown }

const text = { type: 'string' }
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } })
const object = (properties: Json, required: string[] = []): Json => ({ type: 'object', properties, required })

/** A document with one operation, which sends and receives these. */
const documentOf = (operation: Json, schemas: Record<string, Json> = {}) => ({
  paths: { '/things': { post: { 'x-area': 'booking', security: [], responses: {}, ...operation } } },
  components: { schemas },
})
const changesOf = (before: Json, after: Json): string[] =>
  breakingChanges(documentOf(before), documentOf(after)).map(({ change }) => change)

describe('a change of a request', () => {
  const request = (schema: Json): Json => ({ requestBody: json(schema) })

  test.each<[string, Json, Json, string[]]>([
    ['none', object({ a: text }), object({ a: text }), []],
    ['a description', object({ a: text }), object({ a: { ...text, description: 'A' } }), []],
    ['a new field', object({ a: text }), object({ a: text, b: text }), []],
    ['a new required field', object({ a: text }), object({ a: text, b: text }, ['b']), ['body.b is required']],
    ['a field that becomes required', object({ a: text }), object({ a: text }, ['a']), ['body.a is required']],
    ['a field that becomes optional', object({ a: text }, ['a']), object({ a: text }), []],
    [
      'a shorter text',
      object({ a: { ...text, maxLength: 9 } }),
      object({ a: { ...text, maxLength: 8 } }),
      ['body.a has another maxLength'],
    ],
    ['a longer text', object({ a: { ...text, maxLength: 9 } }), object({ a: { ...text, maxLength: 10 } }), []],
    [
      'a new limit',
      object({ a: { type: 'integer' } }),
      object({ a: { type: 'integer', minimum: 1 } }),
      ['body.a has another minimum'],
    ],
    [
      'a value less',
      object({ a: { ...text, enum: ['x', 'y'] } }),
      object({ a: { ...text, enum: ['x'] } }),
      ['body.a has the value y on one side only'],
    ],
    ['a value more', object({ a: { ...text, enum: ['x'] } }), object({ a: { ...text, enum: ['x', 'y'] } }), []],
    [
      'another type',
      object({ a: text }),
      object({ a: { type: 'integer' } }),
      ['body.a changes its type from or to string, integer'],
    ],
    ['null too', object({ a: text }), object({ a: { type: ['string', 'null'] } }), []],
    [
      'null no longer',
      object({ a: { anyOf: [text, { type: 'null' }] } }),
      object({ a: text }),
      ['body.a changes its type from or to string, null'],
    ],
    [
      'a field that is refused',
      object({ a: text }),
      { ...object({}), additionalProperties: false },
      ['body.a is removed'],
    ],
    [
      'inside a list',
      { type: 'array', items: object({ a: text }) },
      { type: 'array', items: object({ a: text }, ['a']) },
      ['body[].a is required'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(changesOf(request(before), request(after))).toEqual(expected)
  })

  test('a body that is required from now on', () => {
    expect(changesOf({}, request(object({})))).toEqual(['requires a body'])
  })

  test('a token that is required from now on', () => {
    expect(changesOf({}, { security: [{ idToken: [] }] })).toEqual(['requires a token'])
  })

  test.each<[string, Json[], Json[], string[]]>([
    ['a parameter less', [{ in: 'query', name: 'q', schema: text }], [], ['parameter query q is removed']],
    ['a parameter more', [], [{ in: 'query', name: 'q', schema: text }], []],
    [
      'a required one more',
      [],
      [{ in: 'query', name: 'q', required: true, schema: text }],
      ['parameter query q is required'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(changesOf({ parameters: before }, { parameters: after })).toEqual(expected)
  })
})

describe('a change of a response', () => {
  const response = (schema: Json): Json => ({ responses: { 200: json(schema) } })

  test.each<[string, Json, Json, string[]]>([
    ['a field less', object({ a: text }), object({}), ['response 200.a is removed']],
    ['a field more', object({ a: text }), object({ a: text, b: text }), []],
    ['a field that may be absent', object({ a: text }, ['a']), object({ a: text }), ['response 200.a may be absent']],
    [
      'null too',
      object({ a: text }),
      object({ a: { type: ['string', 'null'] } }),
      ['response 200.a changes its type from or to string, null'],
    ],
    [
      'a value more',
      object({ a: { enum: ['x'] } }),
      object({ a: { enum: ['x', 'y'] } }),
      ['response 200.a has the value y on one side only'],
    ],
    ['a value less', object({ a: { enum: ['x', 'y'] } }), object({ a: { enum: ['x'] } }), []],
    [
      'inside a list',
      { type: 'array', items: object({ a: text }) },
      { type: 'array', items: object({}) },
      ['response 200[].a is removed'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(changesOf(response(before), response(after))).toEqual(expected)
  })

  test('a status that is removed', () => {
    expect(changesOf(response(text), { responses: { 201: json(text) } })).toEqual(['response 200 is removed'])
  })

  test('in a named schema', () => {
    const operation = response({ $ref: '#/components/schemas/Thing' })
    const before = documentOf(operation, { Thing: object({ a: text }) })
    const after = documentOf(operation, { Thing: object({}) })
    expect(breakingChanges(before, after)).toEqual([
      { area: 'booking', operation: 'POST /things', change: 'response 200.a is removed' },
    ])
  })
})

test('an operation that is removed', () => {
  expect(breakingChanges(documentOf({}), { paths: {}, components: { schemas: {} } })).toEqual([
    { area: 'booking', operation: 'POST /things', change: 'is removed' },
  ])
})

describe('a breaking change is announced by a higher revision of its area', () => {
  const change = { area: 'booking', operation: 'GET /things', change: 'is removed' }
  const tagged = (revision: string, area = 'booking') => ({ tags: [{ 'x-area': area, 'x-revision': revision }] })

  test.each([
    ['0.9', '0.9', [change]],
    ['0.9', '0.8', [change]],
    ['0.9', '0.10', []],
    ['0.9', '1.0', []],
    ['0.9', '0.9.1', []],
  ])('from %s to %s', (before, after, expected) => {
    expect(unannounced([change], tagged(before), tagged(after))).toEqual(expected)
  })

  test('and not by that of another one', () => {
    expect(unannounced([change], tagged('0.4', 'admin'), tagged('0.5', 'admin'))).toEqual([change])
  })
})
