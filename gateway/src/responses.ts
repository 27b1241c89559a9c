import { ApiError, errorBody } from '@campstore/contract/errors'
import type { Text } from '@campstore/contract/texts/text'
import { languageOf } from '@campstore/http/language'
import { jsonContentType } from '@campstore/http/refusals'
import { discardBody, hasBody } from '@campstore/http/request-body'
import type { RequestContext } from './request-context.ts'

/** The gateway's own responses are valid only now. A flat list. */
export const noStore = ['cache-control', 'no-store'] as const

/**
 * Sends a JSON body of the gateway itself, which no cache stores, with the gateway's own headers and the ones given as a flat
 * list.
 */
export function sendJson(context: RequestContext, status: number, body: object, headers: readonly string[] = []): void {
  const { request, response, gatewayHeaders } = context
  // Refused already, because the rest of its body could not be read.
  if (response.writableEnded) return
  // A response that has begun cannot become another one; cut off, it is at least not taken for a whole one.
  if (response.headersSent) return void response.destroy()
  const text = JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  response.writeHead(status, [
    ...gatewayHeaders,
    ...noStore,
    'content-type',
    jsonContentType,
    'content-length',
    length,
    ...headers,
  ])
  response.end(request.method === 'HEAD' ? undefined : text)
  if (hasBody(request)) discardBody(request)
}

/** Sends a response without a body. */
export function sendEmpty(context: RequestContext, status: number, headers: readonly string[]): void {
  context.response.writeHead(status, [...context.gatewayHeaders, ...headers])
  context.response.end()
}

/** Sends an error in the contract's envelope, in the language of its request. */
export function sendError(context: RequestContext, error: ApiError): void {
  context.code = error.code
  const language = languageOf(context.request)
  const headers = { 'content-language': language, vary: 'accept-language', ...error.headers }
  sendJson(context, error.status, errorBody(error, language), Object.entries(headers).flat())
}

/** Refuses a request whose head is ambiguous; where its body ends is then not certain either, so the connection is closed. */
export function sendErrorAndClose(context: RequestContext, message: Text): void {
  context.response.shouldKeepAlive = false
  sendError(context, new ApiError('VALIDATION_ERROR', message))
}
