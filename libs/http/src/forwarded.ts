import type { Administrator } from '@campstore/auth/internal-token'
import type { Route } from '@campstore/contract/route'
import type { Context } from 'koa'
import { readRawBody } from './body.ts'
import type { RequestContext } from './endpoint.ts'
import { validateParams } from './validation.ts'

/** A request as it came: nothing of it has been judged but who asks. */
export type RawRequest = {
  /** As the client wrote it, without its query. */
  path: string
  /** With its question mark; empty where there is none. */
  search: string
  params: unknown
  contentType: string | undefined
  body: Buffer | undefined
}

/** Another service's answer, whole. */
export type RawAnswer = { status: number; headers: Readonly<Record<string, string>>; body: Buffer }

/** A declared admin route that another service answers; `forward` gets its answer. */
export type ForwardedEndpoint = {
  route: Route
  forward(request: RawRequest, administrator: Administrator, context: RequestContext): Promise<RawAnswer>
}

/** Reads what is to be passed on. Throws PAYLOAD_TOO_LARGE and UNSUPPORTED_MEDIA_TYPE. */
export const requestAsItCame = async (route: Route, ctx: Context & { params: unknown }): Promise<RawRequest> => ({
  path: ctx.path,
  search: ctx.search,
  params: validateParams(route, ctx.params),
  contentType: ctx.request.headers['content-type'],
  body: route.method === 'GET' ? undefined : await readRawBody(ctx),
})

/** Answers as the other service did. */
export function respondAsAnswered(ctx: Context, { status, headers, body }: RawAnswer): void {
  ctx.status = status
  ctx.set(headers)
  if (body.length > 0) ctx.body = body
}
