import { shortened } from '@campstore/contract/quoted'
import type { Route } from '@campstore/contract/route'
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

/**
 * Creates a function that names the query parameters that a route does not have in `x-ignored-parameters`
 * (docs/contract/conventions.md#unknown-fields).
 */
export function createIgnoredParameters(route: Route): (ctx: Context, query: Query) => void {
  const known = new Set(route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [])
  return (ctx, query) => {
    if (ctx.querystring === '') return
    const ignored = Object.keys(query).filter(name => name !== '' && !known.has(name))
    if (ignored.length > 0) ctx.set('x-ignored-parameters', headerOfNames(ignored))
  }
}
