import { Readable } from 'node:stream'
import type { Administrator } from '@campstore/auth/internal-token'
import type { Route } from '@campstore/contract/route'
import type { Context } from 'koa'
import { readRawBody } from './body.ts'
import type { RequestContext } from './endpoint.ts'
import { validateParams } from './validation.ts'

/** A request as it came; only its path and its sender are validated. */
export type RawRequest = {
  /** As the client wrote it, without its query. */
  path: string
  /** With its question mark; empty where there is none. */
  search: string
  params: unknown
  contentType: string | undefined
  /** The header, which the owner of the route reads (docs/contract/conventions.md#idempotency). */
  idempotencyKey?: string | undefined
  /** The header, which the owner of the route reads too (docs/contract/conventions.md#unknown-fields). */
  prefer?: string | undefined
  body: Buffer | undefined
}

/** A response whose body may be sent while it is made. */
export type StreamedResponse = Omit<RawResponse, 'body'> & { body: Buffer | Readable }

export type RawResponse = { status: number; headers: Readonly<Record<string, string>>; body: Buffer }

export type RawHandler = (
  request: RawRequest,
  administrator: Administrator,
  context: RequestContext,
) => Promise<RawResponse>

/** An endpoint that also returns CSV if its route is a list of the administration (docs/contract/admin.md#csv). */
export type Exportable = { csv?: (...request: Parameters<RawHandler>) => Promise<StreamedResponse> }

/** A declared admin route whose requests go to another service. */
export type ForwardedEndpoint = Exportable & {
  route: Route
  forward: RawHandler
  /** Is called before a response with data is sent, and not for a 304. A view that cannot be recorded is not shown. */
  record?(request: RawRequest, administrator: Administrator, context: RequestContext): Promise<void>
}

/** Whether a client prefers CSV to JSON (RFC 9110, 12.5.1). */
export const prefersCsv = (ctx: Context): boolean => ctx.accepts('application/json', 'text/csv') === 'text/csv'

/** Reads a request that is to be forwarded. Throws PAYLOAD_TOO_LARGE and UNSUPPORTED_MEDIA_TYPE. */
export const readRawRequest = async (route: Route, ctx: Context & { params: unknown }): Promise<RawRequest> => ({
  path: ctx.path,
  search: ctx.search,
  params: validateParams(route, ctx.params),
  contentType: ctx.request.headers['content-type'],
  idempotencyKey: ctx.request.headers['idempotency-key']?.toString(),
  prefer: ctx.request.headers.prefer?.toString(),
  body: route.method === 'GET' ? undefined : await readRawBody(ctx, route),
})

/** Sends a response unchanged. One whose body fails is cut off, so that no client takes it for complete. */
export function sendRawResponse(ctx: Context, { status, headers, body }: StreamedResponse): void {
  ctx.status = status
  ctx.set(headers)
  if (headers['content-language'] !== undefined) ctx.vary('accept-language')
  if (body instanceof Readable) ctx.body = body.once('error', () => void ctx.res.destroy())
  else if (body.length > 0) ctx.body = body
}
