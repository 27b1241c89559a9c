import { type Role, roleDefaults, roles } from '@campstore/contract/admin/permissions'
import { adminRoutes } from '@campstore/contract/admin/routes'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { storeCheckoutRoutes } from '@campstore/contract/checkout/routes'
import { memberRoutes } from '@campstore/contract/me/routes'
import { productRoutes } from '@campstore/contract/products/routes'
import type { Route } from '@campstore/contract/route'
import { badCredentials } from './credentials.ts'
import { badValues, type Place, placesOf, textsOutsideAll, unknownFields } from './places.ts'
import type { BadRequest, Request } from './refusals.ts'
import { goodBodies, ownIds } from './samples.ts'
import { noPages, noSizes, noTextsInUrls, unknownIds } from './values.ts'

/** Every route of the contract that clients can call. */
export const routes: readonly Route[] = [
  bookingRoutes,
  productRoutes,
  storeCheckoutRoutes,
  memberRoutes,
  adminRoutes,
].flatMap(group => Object.values<Route>(group))

/** Whether a route is declared and not built: it needs a token and nothing else. */
export const isDeferred = (route: Route): boolean => route.errors.includes('NOT_IMPLEMENTED')

const parameter = /\{\w+\}/

const uses = new Map<string, number>()

/**
 * All mistakes where a check is used first, and five others in turn at each further place: one schema, or one function, refuses
 * them everywhere, and a place only has to show that it is checked.
 */
export function inTurn<T>(check: string, mistakes: readonly T[]): readonly T[] {
  const few = 5
  const use = uses.get(check) ?? 0
  uses.set(check, use + 1)
  if (use === 0 || mistakes.length <= few) return mistakes
  const from = (use * few) % mistakes.length
  return [...mistakes, ...mistakes].slice(from, from + few)
}

/** The service that has a route. */
export const serviceOf = (route: Route): string => route.owner ?? route.path.split('/')[2] ?? ''
const ownIdOf = (path: string): string => ownIds.find(([prefix]) => path.startsWith(prefix))?.[1] ?? ''

/** A request of a route by one who may send it, with a body that it would accept. */
export function goodRequest({ name, method, path, access }: Route): Request {
  const as = access === 'admin' ? 'admin' : access === 'member' ? 'member' : undefined
  return { method, path: path.replace(parameter, ownIdOf(path)), as, body: goodBodies[name] }
}

/** Bodies with one bad value each, for a place of a route's declaration. */
export function badBodiesAt(route: Route, place: Place): BadRequest[] {
  const request = goodRequest(route)
  const body = goodBodies[route.name] ?? {}
  const bad = ({ what, json, path }: { what: string; json: string | undefined; path: string }): BadRequest => [
    `${place.name} is ${what}`,
    { ...request, body: withJson(body, place.path, json) },
    'VALIDATION_ERROR',
    path,
  ]
  const wrong = place.path.length === 0 ? [] : badValues(place)
  const values = inTurn(`body ${wrong.map(({ json }) => json)}`, wrong).map(bad)
  const unknown = unknownFields(place, fieldsShownBy(route)) ?? []
  const surplus = unknown.map((name): BadRequest => {
    const changed = withJson(body, [...place.path, name], 'null')
    const path = place.name === '' ? name : `${place.name}.${name}`
    return [`a field ${name} in ${place.name}`, { ...request, body: changed }, 'VALIDATION_ERROR', path]
  })
  return [...values, ...surplus, ...tooManyAt(place, body).map(bad)]
}

/** Fields that the response has: what a client reads, it might try to write. */
const fieldsShownBy = ({ data }: Route): string[] =>
  placesOf(data).flatMap(({ path }) => (path.length === 1 ? path : []))

/** One more element than an array may have, all of them different and as good as the first. */
function tooManyAt({ name, path, types }: Place, body: object) {
  const most = types.find(({ maxItems }) => maxItems !== undefined)?.maxItems
  if (most === undefined) return []
  const [first] = valueAt(body, path) as object[]
  const element = (line: number) =>
    JSON.parse(JSON.stringify(first), (_, value) =>
      typeof value === 'string' && !/^\d/.test(value) ? `${value}-${line}` : value,
    )
  const elements = Array.from({ length: most + 1 }, (_, line) => element(line))
  return [{ what: `${most + 1} elements`, json: JSON.stringify(elements), path: name }]
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inside, step) => (inside as Record<string, unknown>)[step], value)

/** The JSON of a body in which one place, made if it is not there, has another JSON text, which need not be valid. */
export function withJson(body: unknown, path: readonly string[], json: string | undefined): string {
  const mark = 'the-place-that-is-changed'
  const changed = withValue(body, path, json === undefined ? undefined : mark)
  return JSON.stringify(changed).replace(`"${mark}"`, () => json ?? '')
}

function withValue(whole: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (step === '0') return [withValue((whole as unknown[] | undefined)?.[0], rest, value)]
  const fields = (whole ?? {}) as Record<string, unknown>
  return Object.fromEntries([...Object.entries(fields), [step, withValue(fields[step], rest, value)]])
}

/** The fields of a route's query. */
export const parametersOf = ({ query }: Route): Place[] =>
  query ? placesOf(query).filter(({ path }) => path.length === 1) : []

/** Queries with one bad parameter each. */
export function badQueriesAt(route: Route, place: Place): BadRequest[] {
  const { name } = place
  const request = goodRequest(route)
  const [, , service] = route.path.split('/')
  const paths = [name, `${name}.0`, `${name}.1`, '']
  const ask = (query: string, more: Partial<Request> = {}): BadRequest => [
    query.slice(0, 80),
    { ...request, ...more, path: `${request.path}?${query}` },
    'VALIDATION_ERROR',
    paths,
  ]
  const values =
    name === 'page'
      ? noPages
      : name === 'size'
        ? noSizes
        : textsOutsideAll(place).flatMap(text => encodeText(text) ?? [])
  const words = place.types.flatMap(({ enum: allowed = [] }) => allowed.slice(0, 1))
  const good = words.length > 0 ? words : ['1', 'a', '2027-01-01']
  const isList = place.types.some(({ type }) => type === 'array')
  return [
    ...inTurn(`query ${values}`, values).map(value => ask(`${name}=${value}`)),
    ...inTurn('query', noTextsInUrls).map(value => ask(`${name}=${value}`)),
    ...inTurn(`query of ${service}`, noTextsInUrls).map(value => ask(`${name}=${value}`, { to: service })),
    ...good.map(value => ask(`${name}=${value}&${name}=${isList ? '%00' : value}`)),
    ...(isList && words.length > 0 ? [ask(`${name}=${words[0]}&${name}=lost`)] : []),
    ...(place.required
      ? ['', name.toLowerCase(), `${name}[]`, `${name}[$ne]`, 'id'].map(other => ask(`${other}=x`))
      : []),
  ]
}

/** How a text stands in a query; undefined for half a surrogate pair, which cannot be encoded. */
const encodeText = (text: string): string | undefined => (text.isWellFormed() ? encodeURIComponent(text) : undefined)

/** What names nothing in the place of the id in a route's path, asked of the gateway and, where that would not pass it on, of the service. */
export function badPathsOf(route: Route): BadRequest[] {
  if (!parameter.test(route.path) || isDeferred(route)) return []
  const own = ownIdOf(route.path)
  const respelled = [own.toUpperCase(), own.replace('-', '_'), own.replace('-', '%2d')]
  const at = (id: string, to?: string): BadRequest => {
    const path = route.path.replace(parameter, () => id.replaceAll('{own}', own))
    return [path.slice(0, 90), { ...goodRequest(route), path, to }, 'NOT_FOUND']
  }
  return [
    ...inTurn(`ids of ${serviceOf(route)}`, unknownIds).map(id => at(id)),
    ...noTextsInUrls.map(id => at(id, route.path.split('/')[2])),
    ...(own.startsWith('{') ? [] : respelled.filter(id => id !== own).map(id => at(id))),
  ]
}

/** Methods that a route's path does not have, with and without what the route would accept. */
export function badMethodsOf(route: Route): BadRequest[] {
  const same = routes.filter(({ path }) => path === route.path).map(({ method }): string => method)
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE', 'TRACE']
  const request = goodRequest(route)
  return others
    .filter(method => !same.includes(method))
    .map(method => [
      `${method} ${route.path}`,
      { ...request, method, body: method === 'TRACE' || method === 'GET' ? undefined : (request.body ?? {}) },
      'METHOD_NOT_ALLOWED',
    ])
}

/** A route's good request by everyone who may not send it. */
export function badCallersOf(route: Route): BadRequest[] {
  const request = goodRequest(route)
  const by = (as: string, code: BadRequest[2]): BadRequest => [`by ${as}`, { ...request, as }, code]
  if (route.access === 'public') return []
  const strangers = [
    ...inTurn(`${route.access} of ${serviceOf(route)}`, Object.keys(badCredentials)).map(as => by(as, 'UNAUTHORIZED')),
    by('two tokens', 'VALIDATION_ERROR'),
  ]
  if (route.access === 'member') {
    const suspended = route.activeCustomerOnly ? [by('suspended', 'FORBIDDEN')] : []
    return [...strangers, by('deleted', 'FORBIDDEN'), ...suspended]
  }
  const lacksPermission = (role: Role) =>
    !route.permissions?.every(permission => roleDefaults[role].some(one => one === permission))
  return [
    ...strangers,
    by('member', 'ADMIN_NOT_WHITELISTED'),
    by('secondAdmin', 'ADMIN_NOT_WHITELISTED'),
    by('inactiveAdmin', 'ADMIN_INACTIVE'),
    ...roles.filter(lacksPermission).map(role => by(role, 'FORBIDDEN')),
  ]
}
