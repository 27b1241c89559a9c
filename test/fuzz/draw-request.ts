import { type Role, roleDefaults, roles } from '@campstore/contract/admin/permissions'
import type { HttpRequest } from '@campstore/testing/send'
import fc from 'fast-check'
import { badCredentials, goodCredentials } from '../bad-requests/credentials.ts'
import type { Operation } from '../bad-requests/operations.ts'
import { type Place, placesIn, refusedJson, withJson, words } from '../bad-requests/places.ts'
import { createRandom, type Random } from '../random-faults/random.ts'
import { drawValue, sample, type ValueSource } from './draw-value.ts'
import { type KnownIds, kindOfTarget } from './known-ids.ts'

/** A request of a run. */
export type FuzzRequest = HttpRequest & {
  method: string
  /** Its place in the sequence, from 1. */
  number: number
  operation: Operation
  /** Who sends it: a name of `credentials`, or `visitor`. */
  caller: string
  /** What was done to a valid request; `none` for one that was left as it was. */
  mutation: string
}

/** The source of requests: `former` are the latest successful requests with a body, `following` are requests that these made possible. */
export type RequestSource = {
  seed: number
  operations: readonly Operation[]
  known: KnownIds
  idTokens: readonly string[]
  former: readonly FuzzRequest[]
  following: readonly FuzzRequest[]
}

/** Draws a request, which depends on the seed, its number and what former answers have named. */
export function drawRequest(number: number, source: RequestSource): FuzzRequest {
  const random = createRandom(Math.imul(source.seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(number, 0xc2b2ae35))
  if (source.former.length > 0 && random.chance(0.04)) return repeated(number, source.former, random)
  if (source.following.length > 0 && random.chance(0.04)) return { ...random.pick(source.following), number }
  const operation = random.pick(weighted(source.operations))
  const caller = drawCaller(operation, random)
  const values = { ...source, random, number, caller, isFaithful: random.chance(0.5) }
  const base = { number, operation, caller, method: operation.method, path: drawPath(operation, values) }
  if (!operation.body) return { ...base, mutation: 'none' }
  const body = drawValue(operation.body.schema, values, '', operation.body.example)
  if (random.chance(0.7)) return { ...base, mutation: 'none', body: JSON.stringify(body) }
  return { ...base, ...changed(body, placesIn(operation.body.schema), random) }
}

/** JSON texts of any type, deep, wide and long ones too, and numbers at the bounds of what databases and languages count with. */
const oddJson = fc.oneof(
  fc.constantFrom(...words('0 -0 -1 1e400 0.1 2147483648 9007199254740993 9223372036854775808 "__proto__"')),
  fc.string({ unit: 'binary', maxLength: 300 }).map(text => JSON.stringify(text)),
  fc.json({ maxDepth: 4 }),
  fc.integer({ min: 1, max: 90_000 }).map(length => JSON.stringify('x'.repeat(length))),
  fc.integer({ min: 2, max: 3_000 }).map(length => `[${Array(length).fill('{"quantity":1}').join(',')}]`),
  fc.integer({ min: 10, max: 5_000 }).map(depth => `${'['.repeat(depth)}${']'.repeat(depth)}`),
)

/** A body with one place whose value the schema refuses, or any value. test/bad-requests has the refusals that apply everywhere. */
function changed(body: unknown, places: Place[], random: Random): Pick<FuzzRequest, 'body' | 'mutation'> {
  const place = random.pick(places.filter(({ path }) => path.length > 0))
  const refused = refusedJson(place)
  return random.chance(0.5) && refused.length > 0
    ? { mutation: 'a refused value', body: withJson(body, place.path, random.pick(refused)) }
    : { mutation: 'an odd value', body: withJson(body, place.path, sample(oddJson, random)) }
}

/** Writes are drawn more often than reads, and checkouts most often: they have the most to check. */
const weighted = (operations: readonly Operation[]): Operation[] =>
  operations.flatMap(operation => {
    const times = /^start/.test(operation.id) ? 6 : operation.method === 'GET' ? 1 : 2
    return Array.from({ length: times }, () => operation)
  })

/** A request that has succeeded before, by the same caller: as it was, or with the same idempotency key and another body. */
function repeated(number: number, former: readonly FuzzRequest[], random: Random): FuzzRequest {
  const request = random.pick(former)
  if (random.chance(0.5)) return { ...request, number, mutation: 'repeated' }
  const body = typeof request.body === 'string' ? request.body.replace(/"(quantity|guestCount)":(\d+)/, '"$1":$29') : ''
  return { ...request, body, number, mutation: 'repeated with another body' }
}

/** Mostly a caller with the permission; otherwise any caller, also with invalid tokens. */
function drawCaller({ access, permissions }: Operation, random: Random): string {
  const good = Object.keys(goodCredentials)
  if (random.chance(0.15)) return random.pick(Object.keys(badCredentials))
  if (random.chance(0.2)) return random.pick([...good, 'visitor', 'two tokens'])
  const mayAll = (role: Role) => permissions.every(permission => roleDefaults[role].some(one => one === permission))
  if (access === 'staff') return random.pick(roles.filter(mayAll))
  return random.pick(access === 'member' ? ['member', 'otherMember'] : ['visitor', 'member', 'operator'])
}

/** The path with ids that former answers have named, and a query. */
function drawPath({ path, parameters }: Operation, source: ValueSource): string {
  const { random, known, caller } = source
  const id = (name: string) => encoded(known.valueOf(random, idKind(name, path), caller) ?? 'nothing')
  const asked = parameters.filter(({ in: place, required }) => place === 'query' && (required || random.chance(0.3)))
  const query = asked.flatMap(({ name, schema }) =>
    [drawValue(schema, source, name)].flat().map(value => `${name}=${encoded(value)}`),
  )
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => id(name))
  return query.length === 0 ? target : `${target}?${query.join('&')}`
}

/** As in a URL; half a surrogate pair, which has no encoding, becomes the replacement character. */
const encoded = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

/** What the parameter of a path is the id of. */
const idKind = (name: string, path: string): string =>
  name === 'id' ? kindOfTarget(path) : name === 'name' ? 'imageName' : name
