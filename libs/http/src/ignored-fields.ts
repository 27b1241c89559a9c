import { mayIgnoreFields, type Route } from '@campstore/contract/route'
import { unknownFields } from '@campstore/contract/unknown-fields'
import type { Context } from 'koa'
import { headerOfNames } from './ignored-parameters.ts'

/** Fields of a body that nothing reads, of a client that asks for strict handling. */
type RefusedFields = ReturnType<typeof unknownFields>

/**
 * Creates a function that finds the fields of a body that a route does not read. It names them in `x-ignored-fields`; for a
 * client that prefers strict handling (RFC 7240) it returns them, so that the request is refused. Writes of the administration
 * are always strict (docs/contract/conventions.md#unknown-fields).
 */
export function createIgnoredFields(route: Route): (ctx: Context, body: unknown) => RefusedFields {
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

/** Whether a `Prefer` header asks for strict handling; of a preference that is repeated, the first one counts (RFC 7240, 2). */
export function prefersStrict(prefer: string): boolean {
  const preferences = prefer.split(',').map(preference => preference.split(';', 1).join('').split('='))
  const handling = preferences.find(([name]) => name?.trim().toLowerCase() === 'handling')
  return (
    handling?.[1]
      ?.trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase() === 'strict'
  )
}
