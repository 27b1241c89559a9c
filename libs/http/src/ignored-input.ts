import { shortened } from '@campstore/contract/quoted'
import { mayIgnoreFields, type Route } from '@campstore/contract/route'
import { type UnknownFields, unknownFields } from '@campstore/contract/unknown-fields'
import type { Context } from 'koa'
import { z } from 'zod'
import type { Query } from './target.ts'

/** At most this many names are in a header. */
const maxNames = 10

/** At most this many characters of names are in a header: all headers together have a limit too. */
const maxLength = 4_000

/**
 * Names that a client wrote, as the value of a header: percent-encoded, separated by commas, ten at most, each shortened
 * (docs/contract/conventions.md#unknown-fields).
 */
export function headerOfNames(names: readonly string[]): string {
  const encoded = names.slice(0, maxNames).map(name => encodeURIComponent(shortened(name)))
  while (encoded.length > 1 && encoded.join(', ').length > maxLength) encoded.pop()
  return encoded.join(', ')
}

/** The names of the query parameters that a route has. */
export const parametersOf = ({ query }: Route): ReadonlySet<string> =>
  new Set(query instanceof z.ZodObject ? Object.keys(query.shape) : [])

/**
 * Creates a function that names the query parameters that a route does not have in `x-ignored-parameters`; for a read by a client
 * that prefers strict handling (RFC 7240) it returns them, so that the request is refused
 * (docs/contract/conventions.md#unknown-fields).
 */
export function createIgnoredParameters(route: Route): (ctx: Context, query: Query) => UnknownFields[] {
  const known = parametersOf(route)
  return (ctx, query) => {
    const isStrict = route.method === 'GET' && isHandledStrictly(ctx)
    const keys = Object.keys(query).filter(name => name !== '' && !known.has(name))
    if (keys.length === 0) return []
    if (isStrict) return [{ code: 'unrecognized_keys', keys, path: [], message: 'Unknown parameters' }]
    ctx.set('x-ignored-parameters', headerOfNames(keys))
    return []
  }
}

/**
 * Creates a function that finds the fields of a body that a route does not read. It names them in `x-ignored-fields`; for a
 * client that prefers strict handling (RFC 7240) it returns them, so that the request is refused. Writes of the administration
 * are always strict (docs/contract/conventions.md#unknown-fields).
 */
export function createIgnoredFields(route: Route): (ctx: Context, body: unknown) => UnknownFields[] {
  const { body: schema, acceptsBodyOf = schema } = route
  if (!acceptsBodyOf || !mayIgnoreFields(route)) return () => []
  return (ctx, body) => {
    const isStrict = isHandledStrictly(ctx)
    const unknown = unknownFields(acceptsBodyOf, body)
    if (isStrict || unknown.length === 0) return unknown
    ctx.set(
      'x-ignored-fields',
      headerOfNames(unknown.flatMap(({ path, keys }) => keys.map(key => [...path, key].join('.')))),
    )
    return []
  }
}

/** Whether a client prefers strict handling, which the response then confirms; of a repeated preference, the first one counts (RFC 7240, 2). */
function isHandledStrictly(ctx: Context): boolean {
  const preferences = ctx
    .get('prefer')
    .split(',')
    .map(preference => preference.split(';', 1).join('').split('='))
  const handling = preferences.find(([name]) => name?.trim().toLowerCase() === 'handling')
  const value = handling?.[1]?.trim().replace(/^"(.*)"$/, '$1')
  const isStrict = value?.toLowerCase() === 'strict'
  if (isStrict) ctx.set('preference-applied', 'handling=strict')
  return isStrict
}
