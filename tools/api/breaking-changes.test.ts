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
    ['another default', object({ a: { default: 1 } }), object({ a: { default: 2 } }), ['body.a has another default']],
    ['a default from now on', object({ a: {} }), object({ a: { default: 2 } }), []],
    ['a new pattern', object({ a: text }), object({ a: { ...text, pattern: 'x' } }), ['body.a has another pattern']],
    ['a pattern less', object({ a: { ...text, pattern: 'x' } }), object({ a: text }), []],
    [
      'inside a record',
      { additionalProperties: object({ a: text }) },
      { additionalProperties: object({ a: text }, ['a']) },
      ['body.*.a is required'],
    ],
    [
      'the names of a record',
      { propertyNames: { enum: ['x', 'y'] } },
      { propertyNames: { enum: ['x'] } },
      ['body{} has the value y on one side only'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(changesOf(request(before), request(after))).toEqual(expected)
  })

  test('a body that is required from now on', () => {
    expect(changesOf({}, request(object({})))).toEqual(['requires a body'])
  })

  test('a body that was optional', () => {
    const requestBody = json(object({}))
    const changes = changesOf({ requestBody }, { requestBody: { ...requestBody, required: true } })
    expect(changes).toEqual(['requires a body'])
  })

  test('a body of another media type', () => {
    const requestBody = { content: { 'text/csv': { schema: text } } }
    expect(changesOf(request(text), { requestBody })).toEqual(['the body is JSON no longer'])
  })

  test('a permission more', () => {
    const changes = changesOf({ 'x-permissions': ['a.view'] }, { 'x-permissions': ['a.view', 'a.edit'] })
    expect(changes).toEqual(['requires the permission a.edit'])
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
      'another constant',
      object({ a: { const: true } }),
      object({ a: { const: false } }),
      ['response 200.a has the value false on one side only'],
    ],
    [
      'another format',
      object({ a: { ...text, format: 'date' } }),
      object({ a: { ...text, format: 'date-time' } }),
      ['response 200.a has another format'],
    ],
    ['a format from now on', object({ a: text }), object({ a: { ...text, format: 'date' } }), []],
    [
      'inside a record',
      { additionalProperties: text },
      { additionalProperties: { type: 'integer' } },
      ['response 200.* changes its type from or to integer, string'],
    ],
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

  test('a header that is removed', () => {
    const answer = (headers: Json): Json => ({ responses: { 200: { ...json(text), headers } } })
    expect(changesOf(answer({ link: {} }), answer({}))).toEqual(['response 200 has no header link'])
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

describe('a change of errors', () => {
  const refusal = (...codes: string[]): Json => {
    const error = object({ code: { enum: codes } })
    return json({ allOf: [{ $ref: '#/components/schemas/Error' }, object({ error })] })
  }

  test.each([
    ['a code less', ['A', 'B'], ['A'], ['no longer has the error code 409 B']],
    ['a code more', ['A'], ['A', 'B'], []],
    ['another code', ['A'], ['B'], ['no longer has the error code 409 A']],
  ])('%s', (_, before, after, expected) => {
    const changes = changesOf({ responses: { 409: refusal(...before) } }, { responses: { 409: refusal(...after) } })
    expect(changes).toEqual(expected)
  })

  test('another status, also of a named response', () => {
    const named = (status: string) => ({
      ...documentOf({ responses: { [status]: { $ref: '#/components/responses/A' } } }),
      components: { schemas: {}, responses: { A: refusal('A') } },
    })
    expect(breakingChanges(named('404'), named('409')).map(({ change }) => change)).toEqual([
      'no longer has the error code 404 A',
    ])
  })

  test('what is in each error; a code that other operations get is none', () => {
    const before = documentOf({}, { ErrorObject: object({ code: { enum: ['A'] }, message: text }) })
    const after = documentOf({}, { ErrorObject: object({ code: { enum: ['A', 'B'] } }) })
    expect(breakingChanges(before, after).map(({ change }) => change)).toEqual(['error.message is removed'])
  })
})

test('an operationId that is changed: the client has a method of this name', () => {
  expect(changesOf({ operationId: 'listThings' }, { operationId: 'getThings' })).toEqual([
    'has another operationId than listThings',
  ])
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
