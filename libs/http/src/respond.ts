import { pageMeta, singlePageMeta, successSchema } from '@campstore/contract/envelope'
import type { Page, Route } from '@campstore/contract/route'
import type { Context } from 'koa'
import type { z } from 'zod'
import type { RequestContext } from './endpoint.ts'
import { PreparedBody } from './prepared.ts'

/** What becomes of an answer that breaks its declaration: a failure in tests, a line in the log otherwise. */
export type ResponseCheck = 'strict' | 'logged'

/** An answer that breaks the schema its route declares. */
export class ResponseMismatch extends Error {
  override readonly name = 'ResponseMismatch'
}

const schemas = new Map<Route, z.ZodType>()

/**
 * Answers with a handler's result: in the success envelope and checked against the declaration. One that was prepared is only
 * checked when the check is strict; a declared 204 has no body.
 */
export function respond(ctx: Context, route: Route, result: unknown, check: ResponseCheck): void {
  ctx.status = route.successStatus ?? 200
  if (route.successStatus === 204) return
  if (result instanceof PreparedBody) respondPrepared(ctx, route, result, check)
  else respondEnveloped(ctx, route, result, check)
}

function respondEnveloped(ctx: Context, route: Route, result: unknown, check: ResponseCheck): void {
  const body = envelope(route, result)
  const problem = mismatch(route, body)
  if (problem && check === 'strict') throw new ResponseMismatch(`${route.name}: ${problem}`)
  if (problem) (ctx.state as RequestContext).log.error({ route: route.name, problem }, 'an answer breaks its schema')
  ctx.body = body
}

function respondPrepared(ctx: Context, route: Route, { json }: PreparedBody, check: ResponseCheck): void {
  const problem = check === 'strict' ? mismatch(route, JSON.parse(json.toString())) : undefined
  if (problem) throw new ResponseMismatch(`${route.name}: ${problem}`)
  ctx.set('content-type', 'application/json; charset=utf-8')
  ctx.body = json
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

function mismatch(route: Route, body: unknown): string | undefined {
  const schema = schemas.get(route) ?? successSchema(route)
  schemas.set(route, schema)
  const checked = schema.safeParse(body)
  if (checked.success) return undefined
  const issue = checked.error.issues[0]
  return `${issue?.path.map(String).join('.')}: ${issue?.message}`
}
