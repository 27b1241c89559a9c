import { mayIgnoreFields, type Route } from '@campstore/contract/route'
import { type UnknownFields, unknownFields } from '@campstore/contract/unknown-fields'
import type { Context } from 'koa'
import { headerOfNames } from './ignored-parameters.ts'
import { prefersStrict } from './prefers-strict.ts'

/**
 * Creates a function that finds the fields of a body that a route does not read. It names them in `x-ignored-fields`; for a
 * client that prefers strict handling (RFC 7240) it returns them, so that the request is refused. Writes of the administration
 * are always strict (docs/contract/conventions.md#unknown-fields).
 */
export function createIgnoredFields(route: Route): (ctx: Context, body: unknown) => UnknownFields[] {
  const { body: schema, acceptsBodyOf = schema } = route
  if (!acceptsBodyOf || !mayIgnoreFields(route)) return () => []
  return (ctx, body) => {
    const isStrict = prefersStrict(ctx.get('prefer'))
    if (isStrict) ctx.set('preference-applied', 'handling=strict')
    const unknown = unknownFields(acceptsBodyOf, body)
    if (isStrict || unknown.length === 0) return unknown
    ctx.set(
      'x-ignored-fields',
      headerOfNames(unknown.flatMap(({ path, keys }) => keys.map(key => [...path, key].join('.')))),
    )
    return []
  }
}
