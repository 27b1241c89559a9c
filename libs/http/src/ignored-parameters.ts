import { shortened } from '@campstore/contract/quoted'
import type { Route } from '@campstore/contract/route'
import type { Context } from 'koa'
import { z } from 'zod'
import type { Query } from './target.ts'

/** At most this many parameters are named. */
const maxNames = 10

/**
 * Creates a function that names the query parameters that a route does not have in `x-ignored-parameters`: percent-encoded,
 * separated by commas, ten at most (docs/contract/conventions.md#unknown-fields).
 */
export function createIgnoredParameters(route: Route): (ctx: Context, query: Query) => void {
  const known = new Set(route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [])
  return (ctx, query) => {
    if (ctx.querystring === '') return
    const ignored = Object.keys(query).filter(name => name !== '' && !known.has(name))
    if (ignored.length === 0) return
    const names = ignored.slice(0, maxNames).map(name => encodeURIComponent(shortened(name)))
    ctx.set('x-ignored-parameters', names.join(', '))
  }
}
