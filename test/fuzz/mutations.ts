import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { withJson } from '../bad-requests/declared-routes.ts'
import { badValues, placesIn, textsOutsideAll } from '../bad-requests/places.ts'
import type { Request } from '../bad-requests/send.ts'
import { noPages, noTextsInUrls, unknownIds } from '../bad-requests/values.ts'
import type { Random } from '../random-faults/random.ts'
import type { Draft } from './draft.ts'
import { sample } from './draw-value.ts'

/** Something that is done to a valid request. */
export type Mutation = {
  name: string
  applies(draft: Draft): boolean
  change(draft: Draft, valid: Request, random: Random): Request
}

const hasBody = ({ body }: Draft): boolean => body !== undefined
const always = (): boolean => true
const hasId = ({ ids }: Draft): boolean => Object.keys(ids).length > 0
const hasQuery = ({ operation }: Draft): boolean => operation.parameters.some(one => one.in === 'query')

const textOf = ({ body }: Request): string => (typeof body === 'string' ? body : '{}')

/** Texts that are valid JSON and unusual: control characters, directions, combining marks, long ones. */
const oddTexts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 300 }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u202e\u2066abc',
    'e\u0301'.repeat(200),
    '\u{1f469}\u200d\u{1f680}',
  ),
  fc.constantFrom('', ' ', '\u3000', '\n\t', '__proto__', 'constructor', "'; drop table booking.booking; --", '%s%n'),
  fc.integer({ min: 1, max: 90_000 }).map(length => 'x'.repeat(length)),
)

/** JSON texts of numbers at the bounds of what databases and languages count with. */
const oddNumbers = [
  ...['0', '-0', '-1', '1e400', '-1e400', '1e-400', '0.1', '1.0000000001', '2147483647', '2147483648', '-2147483649'],
  ...['9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808', '1e308', '9999999999.99'],
]

/** JSON texts of any type, deep and wide ones too. */
const oddJson = fc.oneof(
  fc.constantFrom(...oddNumbers),
  oddTexts.map(text => JSON.stringify(text)),
  fc.json({ maxDepth: 4 }),
  fc.integer({ min: 2, max: 3_000 }).map(length => `[${Array(length).fill('{"quantity":1}').join(',')}]`),
  fc.integer({ min: 10, max: 5_000 }).map(depth => `${'['.repeat(depth)}${']'.repeat(depth)}`),
)

/** One place of the body has another JSON text. */
function replaceField(
  draft: Draft,
  valid: Request,
  random: Random,
  jsonOf: (name: string) => string | undefined,
): Request {
  const places = placesIn(draft.operation.body?.schema ?? {}).filter(({ path }) => path.length > 0)
  if (places.length === 0) return { ...valid, body: jsonOf('') ?? '' }
  const { path, name } = random.pick(places)
  return { ...valid, body: withJson(draft.body, path, jsonOf(name)) }
}

const bodyMutations: readonly Mutation[] = [
  {
    name: 'a field that the schema refuses',
    applies: hasBody,
    change: (draft, valid, random) => {
      const places = placesIn(draft.operation.body?.schema ?? {}).filter(({ path }) => path.length > 0)
      if (places.length === 0) return valid
      const place = random.pick(places)
      const values = badValues(place)
      return values.length === 0
        ? valid
        : { ...valid, body: withJson(draft.body, place.path, random.pick(values).json) }
    },
  },
  {
    name: 'a field with any JSON',
    applies: hasBody,
    change: (draft, valid, random) => replaceField(draft, valid, random, () => sample(oddJson, random)),
  },
  {
    name: 'a field with an odd text',
    applies: hasBody,
    change: (draft, valid, random) =>
      replaceField(draft, valid, random, () => JSON.stringify(sample(oddTexts, random))),
  },
  {
    name: 'a field with an odd number',
    applies: hasBody,
    change: (draft, valid, random) => replaceField(draft, valid, random, () => random.pick(oddNumbers)),
  },
  {
    name: 'a missing field',
    applies: hasBody,
    change: (draft, valid, random) => replaceField(draft, valid, random, () => undefined),
  },
  {
    name: 'a field more',
    applies: hasBody,
    change: (_, valid, random) => {
      const name = random.pick(['surplus', '__proto__', 'id', 'customerId', 'status', 'total', 'toString', ''])
      const field = `${JSON.stringify(name)}:${sample(oddJson, random)}`
      return { ...valid, body: textOf(valid).replace(/^\{(?=")/, () => `{${field},`) }
    },
  },
  {
    name: 'a field twice',
    applies: hasBody,
    change: (_, valid, random) => {
      const [field = '"x"'] = /"\w+"/.exec(textOf(valid)) ?? []
      return { ...valid, body: textOf(valid).replace(/^\{(?=")/, () => `{${field}:${sample(oddJson, random)},`) }
    },
  },
  {
    name: 'any JSON',
    applies: hasBody,
    change: (_, valid, random) => ({ ...valid, body: sample(oddJson, random) }),
  },
  {
    name: 'damaged JSON',
    applies: hasBody,
    change: (_, valid, random) => {
      const text = textOf(valid)
      const at = random.below(text.length)
      const damage = random.pick(['', '}', ',', '"', '\\', '\0', '\u2028', '/*', 'NaN', '\ufeff'])
      return { ...valid, body: text.slice(0, at) + damage + text.slice(random.chance(0.5) ? at : at + 1) }
    },
  },
  {
    name: 'damaged bytes',
    applies: hasBody,
    change: (_, valid, random) => {
      const bytes = Buffer.from(textOf(valid))
      bytes[random.below(bytes.length)] = 0x80 + random.below(0x80)
      return { ...valid, body: bytes }
    },
  },
  {
    name: 'another content type',
    applies: hasBody,
    change: (_, valid, random) => {
      const odd = [
        'text/plain',
        'application/json; charset=utf-16',
        'application/xml',
        '',
        'application/json;;',
        'a/b, c/d',
      ]
      return { ...valid, headers: { ...valid.headers, 'content-type': random.pick(odd) } }
    },
  },
  {
    name: 'compressed, or said to be',
    applies: hasBody,
    change: (_, valid, random) => ({
      ...valid,
      headers: { ...valid.headers, 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'identity', 'rot13']) },
      body: random.chance(0.5) ? gzipSync(textOf(valid)) : valid.body,
    }),
  },
]

const pathMutations: readonly Mutation[] = [
  {
    name: 'an id that names nothing',
    applies: hasId,
    change: (draft, valid, random) => {
      const own = encodeURIComponent(Object.values(draft.ids)[0]?.toWellFormed() ?? '')
      const odd = random.pick([
        ...unknownIds,
        ...noTextsInUrls,
        encodeURIComponent(sample(oddTexts, random).toWellFormed()),
      ])
      const path = draft.operation.path.replaceAll(/\{\w+\}/g, () => odd.replaceAll('{own}', own))
      return { ...valid, path: path.slice(0, 12_000) }
    },
  },
  {
    name: 'another path',
    applies: always,
    change: (_, valid, random) => {
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
        path: random.pick([
          ...others,
          ...more,
          path.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`),
        ]),
      }
    },
  },
  {
    name: 'another method',
    applies: always,
    change: (_, valid, random) => ({
      ...valid,
      method: random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']),
    }),
  },
]

/** Adds a parameter to the query of a request, as it is. */
function withQuery(valid: Request, query: string): Request {
  return { ...valid, path: `${valid.path}${valid.path.includes('?') ? '&' : '?'}${query}`.slice(0, 30_000) }
}

const queryMutations: readonly Mutation[] = [
  {
    name: 'a parameter that the schema refuses',
    applies: hasQuery,
    change: ({ operation }, valid, random) => {
      const { name, schema } = random.pick(operation.parameters.filter(one => one.in === 'query'))
      const [place] = placesIn(schema, [name])
      const texts = place ? textsOutsideAll(place).map(text => encodeURIComponent(text.toWellFormed())) : []
      return withQuery(valid, `${name}=${random.pick([...texts, ...noPages, ...noTextsInUrls])}`)
    },
  },
  {
    name: 'a parameter with any text',
    applies: hasQuery,
    change: ({ operation }, valid, random) => {
      const { name } = random.pick(operation.parameters.filter(one => one.in === 'query'))
      return withQuery(valid, `${name}=${encodeURIComponent(sample(oddTexts, random).toWellFormed())}`)
    },
  },
  {
    name: 'a parameter more',
    applies: always,
    change: (_, valid, random) => {
      const names = ['x', 'page', 'size', 'sort', 'q', 'page[]', '__proto__', 'a'.repeat(500), '%ff', '%00', '', '&&&']
      return withQuery(
        valid,
        `${random.pick(names)}=${random.pick(['1', '', '%', '%00', 'a=b', '1&page=2', '%ED%A0%80'])}`,
      )
    },
  },
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
  {
    name: 'an odd header',
    applies: always,
    change: (_, valid, random) => {
      const name = random.pick(Object.keys(oddHeaders))
      return { ...valid, headers: { ...valid.headers, [name]: random.pick(oddHeaders[name] ?? []) } }
    },
  },
  {
    name: 'many headers',
    applies: always,
    change: (_, valid, random) => {
      const many = Array.from({ length: 20 + random.below(300) }, (_, line) => [`x-many-${line}`, 'y'])
      return { ...valid, headers: { ...valid.headers, ...Object.fromEntries(many) } }
    },
  },
  {
    name: 'a body where none belongs',
    applies: draft => !hasBody(draft),
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
