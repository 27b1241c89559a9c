import { pageMeta, singlePageMeta, successSchema } from '@campstore/contract/envelope'
import type { Page, Route } from '@campstore/contract/route'
import type { Context } from 'koa'
import type { z } from 'zod'
import type { RequestContext } from './endpoint.ts'

/** What becomes of an answer that breaks its declaration: a failure in tests, a line in the log otherwise. */
export type ResponseCheck = 'strict' | 'logged'

/** An answer that breaks the schema its route declares. */
export class ResponseMismatch extends Error {
  override readonly name = 'ResponseMismatch'
}

const schemas = new Map<Route, z.ZodType>()

/** Puts a handler's result into the success envelope and checks it against the declaration. */
export function respond(ctx: Context, route: Route, result: unknown, check: ResponseCheck): void {
  const body = envelope(route, result)
  const problem = mismatch(route, body)
  if (problem && check === 'strict') throw new ResponseMismatch(`${route.name}: ${problem}`)
  if (problem) (ctx.state as RequestContext).log.error({ route: route.name, problem }, 'an answer breaks its schema')
  ctx.status = 200
  ctx.body = body
}

function envelope(route: Route, result: unknown): object {
  if (route.shape === 'object') return { success: true, data: result }
  if (route.shape === 'list') {
    const items = result as unknown[]
    return { success: true, data: items, meta: singlePageMeta(items.length) }
  }
  const { items, page, size, totalElements } = result as Page<unknown>
  return { success: true, data: items, meta: pageMeta(page, size, totalElements) }
}

function mismatch(route: Route, body: object): string | undefined {
  const schema = schemas.get(route) ?? successSchema(route)
  schemas.set(route, schema)
  const checked = schema.safeParse(body)
  if (checked.success) return undefined
  const issue = checked.error.issues[0]
  return `${issue?.path.map(String).join('.')}: ${issue?.message}`
}
