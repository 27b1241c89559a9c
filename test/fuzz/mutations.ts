import { gzipSync } from 'node:zlib'
import type { HttpRequest } from '@campstore/testing/send'
import { withJson } from '../bad-requests/declared-routes.ts'
import { badValues, placesIn, textsOutsideAll } from '../bad-requests/places.ts'
import { noPages, noTextsInUrls, unknownIds } from '../bad-requests/values.ts'
import type { Random } from '../random-faults/random.ts'
import type { Draft } from './draft.ts'
import { sample } from './draw-value.ts'
import { oddJson, oddNumbers, oddTexts } from './odd-values.ts'

/** Something that is done to a valid request. */
export type Mutation = {
  name: string
  applies(draft: Draft): boolean
  change(draft: Draft, valid: HttpRequest, random: Random): HttpRequest
}

type Change = Mutation['change']
const changing =
  (applies: Mutation['applies']) =>
  (name: string, change: Change): Mutation => ({ name, applies, change })
const toAny = changing(() => true)
const toBody = changing(({ body }) => body !== undefined)
const toId = changing(({ ids }) => Object.keys(ids).length > 0)
const toQuery = changing(({ operation }) => operation.parameters.some(one => one.in === 'query'))

const textOf = ({ body }: HttpRequest): string => (typeof body === 'string' ? body : '{}')

/** One place of the body has another JSON text. */
function replaceField(
  draft: Draft,
  valid: HttpRequest,
  random: Random,
  jsonOf: (name: string) => string | undefined,
): HttpRequest {
  const places = placesIn(draft.operation.body?.schema ?? {}).filter(({ path }) => path.length > 0)
  if (places.length === 0) return { ...valid, body: jsonOf('') ?? '' }
  const { path, name } = random.pick(places)
  return { ...valid, body: withJson(draft.body, path, jsonOf(name)) }
}

/** What is done to bodies. */
const bodyMutations: readonly Mutation[] = [
  toBody('a field that the schema refuses', (draft, valid, random) => {
    const places = placesIn(draft.operation.body?.schema ?? {}).filter(({ path }) => path.length > 0)
    if (places.length === 0) return valid
    const place = random.pick(places)
    const values = badValues(place)
    return values.length === 0 ? valid : { ...valid, body: withJson(draft.body, place.path, random.pick(values).json) }
  }),
  toBody('a field with any JSON', (draft, valid, random) =>
    replaceField(draft, valid, random, () => sample(oddJson, random)),
  ),
  toBody('a field with an odd text', (draft, valid, random) =>
    replaceField(draft, valid, random, () => JSON.stringify(sample(oddTexts, random))),
  ),
  toBody('a field with an odd number', (draft, valid, random) =>
    replaceField(draft, valid, random, () => random.pick(oddNumbers)),
  ),
  toBody('a missing field', (draft, valid, random) => replaceField(draft, valid, random, () => undefined)),
  toBody('a field more', (_, valid, random) => {
    const name = random.pick(['surplus', '__proto__', 'id', 'customerId', 'status', 'total', 'toString', ''])
    const field = `${JSON.stringify(name)}:${sample(oddJson, random)}`
    return { ...valid, body: textOf(valid).replace(/^\{(?=")/, () => `{${field},`) }
  }),
  toBody('a field twice', (_, valid, random) => {
    const [field = '"x"'] = /"\w+"/.exec(textOf(valid)) ?? []
    return { ...valid, body: textOf(valid).replace(/^\{(?=")/, () => `{${field}:${sample(oddJson, random)},`) }
  }),
  toBody('any JSON', (_, valid, random) => ({ ...valid, body: sample(oddJson, random) })),
  toBody('damaged JSON', (_, valid, random) => {
    const text = textOf(valid)
    const at = random.below(text.length)
    const damage = random.pick(['', '}', ',', '"', '\\', '\0', '\u2028', '/*', 'NaN', '\ufeff'])
    return { ...valid, body: text.slice(0, at) + damage + text.slice(random.chance(0.5) ? at : at + 1) }
  }),
  toBody('damaged bytes', (_, valid, random) => {
    const bytes = Buffer.from(textOf(valid))
    bytes[random.below(bytes.length)] = 0x80 + random.below(0x80)
    return { ...valid, body: bytes }
  }),
  toBody('another content type', (_, valid, random) => {
    const odd = [
      'text/plain',
      'application/json; charset=utf-16',
      'application/xml',
      '',
      'application/json;;',
      'a/b, c/d',
    ]
    return { ...valid, headers: { ...valid.headers, 'content-type': random.pick(odd) } }
  }),
  toBody('compressed, or said to be', (_, valid, random) => ({
    ...valid,
    headers: { ...valid.headers, 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'identity', 'rot13']) },
    body: random.chance(0.5) ? gzipSync(textOf(valid)) : valid.body,
  })),
]

const pathMutations: readonly Mutation[] = [
  toId('an id that names nothing', (draft, valid, random) => {
    const own = encodeURIComponent(Object.values(draft.ids)[0]?.toWellFormed() ?? '')
    const odd = random.pick([
      ...unknownIds,
      ...noTextsInUrls,
      encodeURIComponent(sample(oddTexts, random).toWellFormed()),
    ])
    const path = draft.operation.path.replaceAll(/\{\w+\}/g, () => odd.replaceAll('{own}', own))
    return { ...valid, path: path.slice(0, 12_000) }
  }),
  toAny('another path', (_, valid, random) => {
    const { path } = valid
    const others = [`${path}/`, `/${path}`, path.replace('/api/', '/api//'), path.replace('/api', '/internal')]
    const more = [
      path.toUpperCase(),
      path.replace('/api/', '/api/../api/'),
      `${path};v=1`,
      `${path}#x`,
      `${path}/../..`,
    ]
    return {
      ...valid,
      path: random.pick([...others, ...more, path.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`)]),
    }
  }),
  toAny('another method', (_, valid, random) => ({
    ...valid,
    method: random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']),
  })),
]

/** Adds a parameter to the query of a request, as it is. */
function withQuery(valid: HttpRequest, query: string): HttpRequest {
  return { ...valid, path: `${valid.path}${valid.path.includes('?') ? '&' : '?'}${query}`.slice(0, 30_000) }
}

const queryMutations: readonly Mutation[] = [
  toQuery('a parameter that the schema refuses', ({ operation }, valid, random) => {
    const { name, schema } = random.pick(operation.parameters.filter(one => one.in === 'query'))
    const [place] = placesIn(schema, [name])
    const texts = place ? textsOutsideAll(place).map(text => encodeURIComponent(text.toWellFormed())) : []
    return withQuery(valid, `${name}=${random.pick([...texts, ...noPages, ...noTextsInUrls])}`)
  }),
  toQuery('a parameter with any text', ({ operation }, valid, random) => {
    const { name } = random.pick(operation.parameters.filter(one => one.in === 'query'))
    return withQuery(valid, `${name}=${encodeURIComponent(sample(oddTexts, random).toWellFormed())}`)
  }),
  toAny('a parameter more', (_, valid, random) => {
    const names = ['x', 'page', 'size', 'sort', 'q', 'page[]', '__proto__', 'a'.repeat(500), '%ff', '%00', '', '&&&']
    return withQuery(
      valid,
      `${random.pick(names)}=${random.pick(['1', '', '%', '%00', 'a=b', '1&page=2', '%ED%A0%80'])}`,
    )
  }),
]

/** Headers that clients, proxies and attackers send; values are bytes of Latin-1. */
const oddHeaders: Readonly<Record<string, readonly (string | string[])[]>> = {
  'x-request-id': ['', ' ', 'a b', 'x'.repeat(64), 'x'.repeat(65), '\u00e9', ['one', 'two'], '../..', '<script>'],
  accept: ['text/html', 'application/xml;q=0', '*/*', 'nonsense', ''],
  'accept-encoding': ['gzip', 'br', 'identity;q=0', '*;q=0', 'gzip;q=2', ''],
  'if-none-match': ['*', '"x"', 'W/"x"', '"', 'x'.repeat(2_000), '\u00ff'],
  'if-modified-since': ['now', 'Sun, 22 Nov 2099 00:00:00 GMT'],
  range: ['bytes=0-1', 'bytes=-1', 'pages=1'],
  origin: ['null', 'https://evil.test', 'http://localhost:3000', 'x'],
  cookie: ['a=b', 'x'.repeat(4_000), '\u00ff=\u00fe'],
  'x-forwarded-for': ['1.2.3.4', 'unknown', 'x'.repeat(500), '::1, ::2'],
  'x-http-method-override': ['DELETE'],
  'x-internal-customer': ['customer-member'],
  expect: ['nonsense'],
  upgrade: ['websocket', 'h2c'],
  te: ['trailers', 'chunked'],
  host: ['localhost', 'evil.test:99999', 'a/b', ['one.test', 'two.test'], ''],
  'x-large': ['x'.repeat(9_000), 'x'.repeat(20_000)],
  'content-length': ['0', '-1', 'x'],
}

const headerMutations: readonly Mutation[] = [
  toAny('an odd header', (_, valid, random) => {
    const name = random.pick(Object.keys(oddHeaders))
    return { ...valid, headers: { ...valid.headers, [name]: random.pick(oddHeaders[name] ?? []) } }
  }),
  toAny('many headers', (_, valid, random) => {
    const many = Array.from({ length: 20 + random.below(300) }, (_, line) => [`x-many-${line}`, 'y'])
    return { ...valid, headers: { ...valid.headers, ...Object.fromEntries(many) } }
  }),
  {
    name: 'a body where none belongs',
    applies: ({ body }) => body === undefined,
    change: (_, valid, random) => ({
      ...valid,
      body: random.pick(['{}', '{', 'x', ' '.repeat(100_001), '{"status":"cancelled"}', '[]', '\0']),
    }),
  },
]

/** Everything that is done to requests. */
export const mutations: readonly Mutation[] = [
  ...bodyMutations,
  ...pathMutations,
  ...queryMutations,
  ...headerMutations,
]
