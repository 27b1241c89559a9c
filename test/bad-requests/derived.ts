import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Role, roleDefaults, roles } from '@campstore/contract/admin/permissions'
import type { ErrorCode } from '@campstore/contract/errors'
import { badCredentials } from './credentials.ts'
import { goodOrder, goodStay } from './demo-data.ts'
import { type Operation, readOperations } from './operations.ts'
import { acceptedJson, type JsonSchema, oddTextsFor, placesIn, refusedJson, withJson, words } from './places.ts'
import type { BadRequest, Request } from './refusals.ts'

/** Every operation of a service. */
export const operations = readOperations().filter(({ path }) => path.startsWith('/api/'))

const parameter = /\{\w+\}/
const uses = new Map<string, number>()

/** All mistakes where a check is used first, and two others in turn at each further place. */
function inTurn<T>(check: string, mistakes: readonly T[]): readonly T[] {
  const few = 2
  const use = uses.get(check) ?? 0
  uses.set(check, use + 1)
  if (use === 0 || mistakes.length <= few) return mistakes
  const from = (use * few) % mistakes.length
  return [...mistakes, ...mistakes].slice(from, from + few)
}

/** What a schema checks at its place: its JSON without what is only for readers, and without its parts, which are places themselves. */
const checkOf = (schema: JsonSchema): string =>
  JSON.stringify(schema, (key, value) => (notChecked.test(key) ? undefined : value))
const notChecked = /^(?:description|examples|default|properties|required|items)$/

const serviceOf = ({ path }: Operation): string => path.split('/').slice(0, 4).join('/')

/** The id, or the word of `shop.ids`, of something that the caller of a path may see; the first that fits. */
const ownIds: readonly [RegExp, string][] = [
  [/orders|api\/checkout/, '{order}'],
  [/bookings\/\{|booking\/checkout/, '{booking}'],
  [/coupons/, 'coupon-welcome'],
  [/closures/, '2'],
  [/\/zones\/\{/, 'saddle-lake-shore'],
  [/rental-listings/, 'cloud-terrace-ridgeline-tent-4p-sand'],
  [/holidays/, '2026-02-17'],
  [/users/, 'administrator-admin'],
  [/customers/, 'customer-member'],
  [/images/, 'ridgeline-tent.svg'],
  [/products/, 'p-ridgeline-tent'],
]
const ownIdOf = (path: string): string => ownIds.find(([shape]) => shape.test(path))?.[1] ?? 'saddle-lake'

/** A path with one parameter: of what belongs to something, the id is any. */
const withOneParameter = (path: string): string => path.replace(/(\{\w+\}.*)\{\w+\}/, '$1any')

/** A request of an operation by one who may send it, with the body of the documents. */
export function goodRequest({ method, path, access, body }: Operation): Request {
  const as = access === 'staff' ? 'admin' : access === 'member' ? 'member' : undefined
  return {
    method,
    path: withOneParameter(path).replace(parameter, ownIdOf(path)),
    as,
    body: body?.example as object | undefined,
  }
}

/** Bodies with one bad value, or with one field too many where unknown fields are refused. */
export function badBodies(operation: Operation): BadRequest[] {
  const { body } = operation
  if (!body) return []
  const bad = (path: string[], json: string | undefined): BadRequest => [
    `${path.join('.')} is ${json?.slice(0, 60)}`,
    { ...goodRequest(operation), body: withJson(body.example, path, json) },
    'VALIDATION_ERROR',
    [path.join('.')],
  ]
  return placesIn(body.schema).flatMap(place => {
    const isStrict = place.types.some(({ additionalProperties }) => additionalProperties === false)
    const values = place.path.length === 0 ? [] : inTurn(checkOf(place.schema), refusedJson(place))
    return [
      ...(place.required && place.path.length > 0 ? [bad(place.path, undefined)] : []),
      ...values.map(json => bad(place.path, json)),
      ...(isStrict ? ['surplus', '__proto__'].map(name => bad([...place.path, name], 'null')) : []),
    ]
  })
}

/** Bodies of checkouts that succeed; those of the documents are for other days. */
const goodBodies: Readonly<Record<string, object>> = {
  startCheckout: goodStay,
  checkAvailability: goodStay,
  startStoreCheckout: goodOrder,
}

/** Requests with one odd value in the body or the query that the document accepts: they are answered, whatever it means. */
export function oddRequests(operation: Operation): Request[] {
  const request = goodRequest(operation)
  const { body, id, parameters } = operation
  const example = goodBodies[id] ?? body?.example
  const unique = () =>
    JSON.stringify(body?.schema).includes('"idempotencyKey"') ? { idempotencyKey: randomUUID() } : {}
  const bodies = (body ? placesIn(body.schema) : []).flatMap(place =>
    inTurn(`odd ${checkOf(place.schema)}`, place.path.length === 0 ? [] : acceptedJson(place)).map(json => ({
      ...request,
      body: withJson({ ...Object(example), ...unique() }, place.path, json),
    })),
  )
  const queries = parameters.flatMap(({ name, in: where, required, schema }) => {
    const place = { path: [], name, required, schema, types: placesIn(schema)[0]?.types ?? [] }
    const texts = where === 'query' ? oddTextsFor(place, true) : []
    return inTurn(`odd ${checkOf(schema)}`, texts).map(text => ({
      ...request,
      path: `${request.path}?${name}=${encodeURIComponent(text)}`,
    }))
  })
  return [...bodies, ...queries]
}

/** Bytes in a path or query that are no text. */
const noTextsInUrls = ['%00', 'a%00', '%ED%A0%80', '%ff']

/** Queries with one bad parameter, with one twice, without one that is required, or with a range that ends before it begins. */
export function badQueries(operation: Operation): BadRequest[] {
  const request = goodRequest(operation)
  const ask = (query: string, names: string[]): BadRequest => [
    query.slice(0, 80),
    { ...request, path: `${request.path}?${query}` },
    'VALIDATION_ERROR',
    names,
  ]
  return operation.parameters.flatMap(({ name, in: place, required, schema }) => {
    if (place !== 'query') return []
    const { types } = placesIn(schema)[0] ?? { types: [] }
    const isList = types.some(({ type }) => type === 'array')
    const good = types.flatMap(({ enum: allowed = [] }) => allowed)[0] ?? '1'
    const refused = inTurn(checkOf(schema), oddTextsFor({ path: [], name, required, schema, types }, false))
    const end = name === 'from' ? 'to' : name.replace(/From$/, 'To')
    return [
      ...refused.map(text => ask(`${name}=${encodeURIComponent(text)}`, [name])),
      ...inTurn('query', noTextsInUrls).map(value => ask(`${name}=${value}`, [name, ''])),
      ...(isList ? [] : [ask(`${name}=${good}&${name}=${good}`, [name])]),
      ...(required ? [ask(`${name.toLowerCase()}s=x`, [name])] : []),
      ...(isRange(operation, name, end) ? [ask(`${name}=2027-01-02&${end}=2027-01-01`, [end])] : []),
    ]
  })
}

/** Whether two parameters are the ends of a range that is judged without others. */
const isRange = ({ parameters }: Operation, begin: string, end: string): boolean =>
  begin !== end &&
  parameters.some(({ name }) => name === end) &&
  parameters.every(({ name, required }) => !required || name === begin || name === end)

/** Ids that name nothing; `{own}` stands for an id that the caller may see. */
const unknownIds = [
  ...words('nothing 00000000-0000-7000-8000-000000000000 0 -1 1e400 undefined __proto__ constructor * {own}%20'),
  ...words(
    `{own},{own} {own}'-- x'%20or%20'1'='1 {own}.json {own}% {own};x=1 {own}/ {own}/nothing /{own} %zz .. ../policy`,
  ),
  ...words('%2e%2e/policy {own}%2f.. %E5%B1%B1 {own}%00 %ff'),
  'a'.repeat(10_000),
]

/** What names nothing in the place of the id in a path. */
export function badPaths(operation: Operation): BadRequest[] {
  if (!parameter.test(operation.path) || operation.deferred) return []
  const own = ownIdOf(operation.path)
  const respelled = own.startsWith('{') ? [] : [own.toUpperCase(), own.replace('-', '_'), own.replace('-', '%2d')]
  const ids = [...inTurn(`ids of ${serviceOf(operation)}`, unknownIds), ...respelled.filter(id => id !== own)]
  return ids.map(id => {
    const path = withOneParameter(operation.path).replace(parameter, () => id.replaceAll('{own}', own))
    return [path.slice(0, 90), { ...goodRequest(operation), path }, 'NOT_FOUND']
  })
}

/** Methods that an operation's path does not have. */
export function badMethods(operation: Operation): BadRequest[] {
  // An id may be the name of an action: `/orders/{id}` has `/orders/ship`.
  const matches = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(operation.path)
  const same = operations.filter(({ path }) => matches(path)).map(({ method }) => method)
  const others = words('GET POST PUT PATCH DELETE PROPFIND PURGE TRACE').filter(method => !same.includes(method))
  return inTurn(`methods of ${serviceOf(operation)}`, others).map(method => [
    method,
    { ...goodRequest(operation), method, body: undefined },
    'METHOD_NOT_ALLOWED',
  ])
}

/** Senders who may not, each with a good request. */
export function badCallers(operation: Operation): BadRequest[] {
  const { access, permissions } = operation
  if (access === 'public') return []
  const by = (as: string, code: ErrorCode): BadRequest => [`by ${as}`, { ...goodRequest(operation), as }, code]
  const strangers = [
    ...inTurn(serviceOf(operation), Object.keys(badCredentials)).map(as => by(as, 'UNAUTHORIZED')),
    by('two tokens', 'VALIDATION_ERROR'),
  ]
  if (access === 'member') return [...strangers, ...(operation.deferred ? [] : [by('deleted', 'FORBIDDEN')])]
  const lacks = (role: Role) => !permissions.every(permission => roleDefaults[role].some(one => one === permission))
  return [
    ...strangers,
    by('member', 'ADMIN_NOT_WHITELISTED'),
    by('secondAdmin', 'ADMIN_NOT_WHITELISTED'),
    by('inactiveAdmin', 'ADMIN_INACTIVE'),
    ...roles.filter(lacks).map(role => by(role, 'FORBIDDEN')),
  ]
}

/** Bodies that an operation that takes a file does not accept. */
function badFiles(operation: Operation): BadRequest[] {
  const [type = ''] = operation.bodyTypes
  const bad = (what: string, body: Request['body'], code: ErrorCode, headers = {}): BadRequest => [
    what,
    { ...goodRequest(operation), body, headers: { 'content-type': type, ...headers } },
    code,
  ]
  return [
    bad('no file', undefined, 'VALIDATION_ERROR'),
    bad('an empty file', '', 'VALIDATION_ERROR'),
    bad('a file of another type', 'GIF89a', 'VALIDATION_ERROR'),
    bad('1,000,001 bytes', Buffer.alloc(1_000_001), 'PAYLOAD_TOO_LARGE'),
    bad('JSON', '{}', 'UNSUPPORTED_MEDIA_TYPE', { 'content-type': 'application/json' }),
    bad('gzip', gzipSync('x'), 'UNSUPPORTED_MEDIA_TYPE', { 'content-encoding': 'gzip' }),
  ]
}

/** Bodies that no operation accepts: no JSON object, too large, not to be read, or for an action that takes none. */
export function unreadableBodies(operation: Operation): BadRequest[] {
  if (operation.method === 'GET' || operation.deferred) return []
  if (operation.bodyTypes.length > 0) return badFiles(operation)
  const request = goodRequest(operation)
  const text = JSON.stringify(request.body ?? {})
  const lists = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  const bad = (what: string, body: Request['body'], code: ErrorCode = 'VALIDATION_ERROR', headers = {}): BadRequest => [
    what,
    { ...request, body, headers },
    code,
  ]
  return [
    ...(operation.body?.required ? [bad('no body', undefined), bad('an empty body', '')] : []),
    ...(operation.body
      ? []
      : [bad('a field', '{"trackingNumber":"SF123"}'), bad('a field __proto__', '{"__proto__":{}}')]),
    bad('100,001 bytes', text.padEnd(100_001), 'PAYLOAD_TOO_LARGE'),
    ...inTurn(`bodies of ${serviceOf(operation)}, ${operation.body !== undefined}`, [
      bad('a list', `[${text}]`),
      bad('a text', JSON.stringify(text)),
      bad('JSON that is cut off', text.slice(0, -1)),
      bad('JSON followed by more', `${text}{}`),
      bad('a NUL after the JSON', `${text}\0`),
      bad('bytes that are not UTF-8', Buffer.from(text.replace('{', '{"\xff":1,'), 'latin1')),
      bad('five thousand nested lists', lists),
      bad('gzip', gzipSync(text), 'UNSUPPORTED_MEDIA_TYPE', { 'content-encoding': 'gzip' }),
      bad('a form', 'a=b', 'UNSUPPORTED_MEDIA_TYPE', { 'content-type': 'application/x-www-form-urlencoded' }),
    ]),
  ]
}
