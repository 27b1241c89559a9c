import { pageMeta, singlePageMeta, successSchema } from '@campstore/contract/envelope'
import type { Page, Route } from '@campstore/contract/route'
import type { Context } from 'koa'
import type { RequestContext } from './endpoint.ts'
import { PreparedBody } from './prepared.ts'

/**
 * Which answers are compared with their declaration: every one, and one that breaks it fails (for tests); the first of each
 * route and one in a hundred after it, with a line in the log for one that breaks it; none.
 */
export type ResponseCheck = 'strict' | 'sampled' | 'off'

/** When answers are sampled, one in this many is compared. */
const sampledEvery = 100

/** An answer that breaks the schema its route declares. */
export class ResponseMismatch extends Error {
  override readonly name = 'ResponseMismatch'
}

/** Answers a request with a handler's result. */
export type Responder = (ctx: Context, result: unknown) => void

/**
 * Makes what answers the requests of a route: with the handler's result in the success envelope, checked as `check` says; one
 * that was prepared goes out as it is; a declared 204 has no body.
 */
export function createResponder(route: Route, check: ResponseCheck): Responder {
  const verify = verifier(route, check)
  const status = route.successStatus ?? 200
  return (ctx, result) => {
    ctx.status = status
    if (status === 204) return
    const body = result instanceof PreparedBody ? result.json : JSON.stringify(envelope(route, result))
    verify(ctx, body)
    ctx.set('content-type', 'application/json; charset=utf-8')
    ctx.body = body
  }
}

/** Compares the JSON of an answer with the route's declaration, when it is this one's turn. */
function verifier(route: Route, check: ResponseCheck): (ctx: Context, json: string | Buffer) => void {
  const schema = successSchema(route)
  let answers = 0
  return (ctx, json) => {
    if (check === 'off') return
    if (check === 'sampled' && answers++ % sampledEvery !== 0) return
    const issue = schema.safeParse(JSON.parse(json.toString())).error?.issues[0]
    if (!issue) return
    const problem = `${issue.path.map(String).join('.')}: ${issue.message}`
    if (check === 'strict') throw new ResponseMismatch(`${route.name}: ${problem}`)
    const { log } = ctx.state as RequestContext
    log.error({ route: route.name, problem }, 'an answer breaks its schema')
  }
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
