import { pageMeta, singlePageMeta, successSchema } from '@campstore/contract/envelope'
import { ApiError } from '@campstore/contract/errors'
import { isPublicRead, isRevalidated, type Page, type Route } from '@campstore/contract/route'
import { answerUnchanged } from './etag.ts'
import { EventStream, sendEventStream } from './event-stream.ts'
import { type PagePosition, pageLinks } from './page-links.ts'
import { PreparedBody } from './prepared.ts'
import { sendPublic } from './public-response.ts'
import { jsonContentType } from './refusals.ts'
import type { HttpContext } from './request-log.ts'
import type { Query } from './target.ts'

/**
 * Which responses are compared with their declaration:
 *
 * - `strict`: every one, and one that does not match fails (for tests);
 * - `sampled`: the first of each route and one in a hundred after it, of a list some elements; one that does not match is logged;
 * - `off`: none.
 */
export type ResponseCheck = 'strict' | 'sampled' | 'off'

/** When responses are sampled, one in this many is compared, and of a list about this many elements: more hold up other requests. */
const sampledEvery = 100
const sampledElements = 20

/** A response that does not match the schema that its route declares. */
export class ResponseMismatch extends Error {
  override readonly name = 'ResponseMismatch'
}

/** The header of the response to a PATCH that has changed nothing (docs/contract/conventions.md#changes). */
export const unchangedHeader = { 'x-changed': 'no' } as const

export type Responder = (ctx: HttpContext, result: unknown, query: Query) => void

/**
 * Creates the responder of a route. It sends the handler's result in the success envelope, checked as `check` says; a prepared
 * body is sent unchanged; a stream begins; a declared 204 has no body. A page has links to its neighbours.
 */
export function createResponder(route: Route, check: ResponseCheck): Responder {
  const verify = verifier(route, check)
  const status = route.successStatus ?? 200
  const isPublic = isPublicRead(route)
  const hasEtag = isRevalidated(route)
  return (ctx, result, query) => {
    if (result instanceof EventStream) return sendEventStream(ctx, result)
    ctx.status = isBulk(route, result) ? 200 : status
    if (status === 204) return
    const body = result instanceof PreparedBody ? result.json : JSON.stringify(envelope(route, result))
    verify(ctx, body)
    const page = pageOf(route, result)
    if (page !== undefined) addLink(ctx, pageLinks(route, query, page))
    if (isPublic) return sendPublic(ctx, { body, contentType: jsonContentType, cacheControl: revalidated })
    if (hasEtag && answerUnchanged(ctx, body)) return
    ctx.set('content-type', jsonContentType)
    ctx.body = body
  }
}

/**
 * For public reads: a browser or cache may keep the response, and asks each time whether it is still current. Prices,
 * stock and closures change at any moment (docs/decisions.md, 112).
 */
const revalidated = 'public, max-age=0, must-revalidate'

/** Which page a result is; undefined where its list has no pages. */
function pageOf(route: Route, result: unknown): PagePosition | undefined {
  if (route.shape !== 'page') return undefined
  return result instanceof PreparedBody ? result.page : (result as Page<unknown>)
}

/** Adds links to the `link` header of a response, on one line: a proxy could forward several lines as several headers. */
function addLink(ctx: HttpContext, links: string | undefined): void {
  const others = ctx.response.get('link')
  if (links) ctx.set('link', others ? `${others}, ${links}` : links)
}

/** Compares the JSON of a response with the route's declaration, if the check selects the response. */
function verifier(route: Route, check: ResponseCheck): (ctx: HttpContext, json: string | Buffer) => void {
  const schema = successSchema(route)
  let responses = 0
  return (ctx, json) => {
    if (check === 'off') return
    if (check === 'sampled' && responses++ % sampledEvery !== 0) return
    const response: { data?: unknown } = JSON.parse(json.toString())
    const issue = schema.safeParse(check === 'sampled' ? thinned(response) : response).error?.issues[0]
    if (!issue) return
    const problem = `${issue.path.map(String).join('.')}: ${issue.message}`
    if (check === 'strict') throw new ResponseMismatch(`${route.name}: ${problem}`)
    ctx.state.log.error({ route: route.name, problem }, 'A response does not match its schema')
  }
}

/** A response with some elements of its list, which are spread over it. */
function thinned(response: { data?: unknown }): object {
  const { data } = response
  if (!Array.isArray(data)) return response
  const step = Math.ceil(data.length / sampledElements)
  return { ...response, data: data.filter((_, place) => place % step === 0) }
}

/**
 * Fails in tests when a use case throws an error whose code its route does not declare. Server errors (5xx) need no
 * declaration, because every route can return them. Throws ResponseMismatch.
 */
export function requireDeclaredError(route: Route, check: ResponseCheck, error: unknown): void {
  if (check !== 'strict' || !(error instanceof ApiError) || error.status >= 500) return
  if (!route.errors.includes(error.code)) throw new ResponseMismatch(`${route.name}: ${error.code} is not declared`)
}

/** Whether a result is from a bulk action, for a route that handles one or several. */
const isBulk = (route: Route, result: unknown): boolean => route.bulkData !== undefined && Array.isArray(result)

function envelope(route: Route, result: unknown): object {
  if (route.shape === 'list' || isBulk(route, result)) {
    const items = result as unknown[]
    return { success: true, data: items, meta: singlePageMeta(items.length) }
  }
  if (route.shape === 'object') return { success: true, data: result }
  const { items, page, size, totalElements } = result as Page<unknown>
  return { success: true, data: items, meta: pageMeta(page, size, totalElements) }
}
