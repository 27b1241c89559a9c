import type { Duplex } from 'node:stream'
import { ApiError, errorBody } from '@campstore/contract/errors'
import { requestIdFrom } from '@campstore/core/telemetry/trace'
import { discardBody, hasBody } from './body-limit.ts'
import type { RequestContext } from './request-context.ts'
import { allowedMethods } from './routing.ts'
import { securityHeaders } from './security-headers.ts'

const json = 'application/json; charset=utf-8'

/** Answers with a JSON body and, beside the gateway's own headers, those given as a flat list. */
export function answerJson(
  context: RequestContext,
  status: number,
  body: object,
  headers: readonly string[] = [],
): void {
  const { request, response, gatewayHeaders } = context
  // Refused already, because the rest of its body could not be read.
  if (response.writableEnded) return
  // An answer that has begun cannot become another one; cut off, it is at least not taken for a whole one.
  if (response.headersSent) return void response.destroy()
  const text = JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  response.writeHead(status, [...gatewayHeaders, 'content-type', json, 'content-length', length, ...headers])
  response.end(request.method === 'HEAD' ? undefined : text)
  if (hasBody(request)) discardBody(request)
}

/** Answers without a body. */
export function answerEmpty(context: RequestContext, status: number, headers: readonly string[]): void {
  context.response.writeHead(status, [...context.gatewayHeaders, ...headers])
  context.response.end()
}

/** Answers with a refusal in the contract's envelope. */
export function refuse(context: RequestContext, error: ApiError): void {
  answerJson(context, error.status, errorBody(error), Object.entries(error.headers).flat())
}

/** Refuses a request whose head means two things; where its body ends is then not certain either. */
export function sendErrorAndClose(context: RequestContext, flaw: string): void {
  context.response.shouldKeepAlive = false
  refuse(context, new ApiError('VALIDATION_ERROR', flaw))
}

/** The refusal of a method, with those that would be accepted. */
export const methodNotAllowed = (method: string, allow: string): ApiError =>
  new ApiError('METHOD_NOT_ALLOWED', `${method} is not supported here. Allowed: ${allow}.`, { headers: { allow } })

/** A refusal of what Node's parser does not hand over as a request: its status line and its error. */
export type Refusal = { status: number; reason: string; error: ApiError }

const refusalOf = (status: number, reason: string, error: ApiError): Refusal => ({ status, reason, error })

const malformed = refusalOf(400, 'Bad Request', new ApiError('VALIDATION_ERROR', 'The request is not valid HTTP.'))

/** Refusals by the parser's error code. */
const parserRefusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: refusalOf(
    431,
    'Request Header Fields Too Large',
    new ApiError('PAYLOAD_TOO_LARGE', 'The request line and headers are too large.'),
  ),
  ERR_HTTP_REQUEST_TIMEOUT: refusalOf(
    408,
    'Request Timeout',
    new ApiError('VALIDATION_ERROR', 'The request did not arrive in time.'),
  ),
}

/** `CONNECT` would open a tunnel, which no service and no gateway here does. */
export const tunnelRefused: Refusal = refusalOf(405, 'Method Not Allowed', methodNotAllowed('CONNECT', allowedMethods))

/** The refusal that belongs to an error of Node's parser, or nothing when the connection itself has failed. */
export function parserRefusal(code: string | undefined): Refusal | undefined {
  if (code === undefined) return undefined
  return parserRefusals[code] ?? (code.startsWith('HPE_') ? malformed : undefined)
}

/** How long a refused client may take to read its refusal, in milliseconds. */
const linger = 500

/**
 * Writes a refusal past any response to a connection, and closes it. What still comes in is thrown away for a moment:
 * closing a connection with unread bytes would reset it, and the client could lose the refusal.
 *
 * @param gatewayHeaders the gateway's headers for this client, where they are known
 */
export function refuseConnection(
  socket: Duplex,
  { status, reason, error }: Refusal,
  gatewayHeaders: readonly string[] = ['x-request-id', requestIdFrom(undefined), ...securityHeaders],
): void {
  const body = JSON.stringify(errorBody(error))
  const length = String(Buffer.byteLength(body))
  const own = ['content-type', json, 'content-length', length, 'connection', 'close']
  const all = [...gatewayHeaders, ...own, ...Object.entries(error.headers).flat()]
  const lines = all.map((part, at) => (at % 2 === 0 ? `${part}: ${all[at + 1]}\r\n` : ''))
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`)
  const end = setTimeout(() => socket.destroy(), linger)
  socket.once('close', () => clearTimeout(end))
  socket.resume()
}
