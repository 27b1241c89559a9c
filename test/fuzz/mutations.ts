import type { HttpRequest } from '@campstore/testing/send'
import { placesIn, textsOutsideAll } from '../bad-requests/places.ts'
import { noPages, noTextsInUrls, unknownIds } from '../bad-requests/values.ts'
import { bodyMutations } from './body-mutations.ts'
import type { Draft } from './draft.ts'
import { sample } from './draw-value.ts'
import { hasBody, type Mutation, oddTexts } from './mutation.ts'

const always = (): boolean => true
const hasId = ({ ids }: Draft): boolean => Object.keys(ids).length > 0
const hasQuery = ({ operation }: Draft): boolean => operation.parameters.some(one => one.in === 'query')

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
function withQuery(valid: HttpRequest, query: string): HttpRequest {
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
