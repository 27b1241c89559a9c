import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, errorBody } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { type Language, languages } from '@campstore/contract/texts/language'
import { text } from '@campstore/contract/texts/text'
import { requestIdFrom } from '@campstore/core/telemetry/trace'
import { languageOf } from './language.ts'

/** An error that is sent before, or instead of, the application's response; `status` where it is not the code's own. */
export type Refusal = { error: ApiError; status?: number }

export const jsonContentType = 'application/json; charset=utf-8'

/** The methods of the contract's endpoints, as an `allow` header lists them. */
export const contractMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The error of an unsupported method, with the supported ones. */
export const methodNotAllowed = (method: string, allowed: readonly string[]): ApiError => {
  const allow = allowed.join(', ')
  return new ApiError('METHOD_NOT_ALLOWED', text('method.notAllowed', { method, allowed: allow }), {
    headers: { allow },
  })
}

/** The error of a path that no route has; without the request where it cannot be shown. */
export const unknownPath = (request?: { method: string; path: string }): ApiError =>
  new ApiError(
    'NOT_FOUND',
    request
      ? text('path.unknown', { method: shortened(request.method), path: shortened(request.path) })
      : text('path.nothing'),
  )

/** The error of more requests than a process takes on. */
export const tooBusy = (): ApiError => new ApiError('SERVICE_UNAVAILABLE', text('failure.busy'))

const invalidHttp: Refusal = { error: new ApiError('VALIDATION_ERROR', text('http.invalid')) }

/** Refusals by the error code of Node's HTTP parser. */
const parserRefusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { error: new ApiError('PAYLOAD_TOO_LARGE', text('http.headTooLarge')), status: 431 },
  ERR_HTTP_REQUEST_TIMEOUT: { error: new ApiError('VALIDATION_ERROR', text('http.tooSlow')), status: 408 },
}

/** The refusal that belongs to an error of Node's HTTP parser; undefined where the connection itself has failed. */
export function parserRefusal(code: string | undefined): Refusal | undefined {
  if (code === undefined) return undefined
  return parserRefusals[code] ?? (code.startsWith('HPE_') ? invalidHttp : undefined)
}

/** `CONNECT` would open a tunnel, which no server of ours does. */
export const tunnelRefusal: Refusal = { error: methodNotAllowed('CONNECT', contractMethods) }

/** Headers of a service's refusal, a flat list. */
export const refusalHeaders = (requestId: string | string[] | undefined): string[] => [
  'x-request-id',
  requestIdFrom(requestId),
  'cache-control',
  'no-store',
]

/** Refuses a request that the application never sees. */
export function refuseRequest(response: ServerResponse, refusal: Refusal): void {
  const ownHeaders = refusalHeaders(response.req.headers['x-request-id'])
  const { status, headers, body } = serialize(refusal, ownHeaders, languageOf(response.req))
  response.writeHead(status, headers)
  response.end(body)
}

/** How long a refused client may take to read its refusal, in milliseconds. */
const lingerMs = 500

/**
 * Writes a refusal, in English, to a connection whose request could not be read to its end, and closes the connection. Further input is
 * discarded for a moment: closing a connection with unread bytes would reset it, and the client could lose the refusal.
 *
 * @param ownHeaders headers besides the body's, a flat list
 */
export function refuseConnection(socket: Duplex, refusal: Refusal, ownHeaders: readonly string[]): void {
  const { status, headers, body } = serialize(refusal, ownHeaders, languages[0])
  headers.push('connection', 'close')
  const lines = headers.map((part, index) => (index % 2 === 0 ? `${part}: ${headers[index + 1]}\r\n` : ''))
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.resume()
}

function serialize({ error, status = error.status }: Refusal, ownHeaders: readonly string[], language: Language) {
  const body = JSON.stringify(errorBody(error, language))
  const length = String(Buffer.byteLength(body))
  const headers = ownHeaders.concat(
    'content-type',
    jsonContentType,
    'content-language',
    language,
    'content-length',
    length,
  )
  return { status, headers: headers.concat(Object.entries(error.headers).flat()), body }
}
