import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, errorBody } from '@campstore/contract/errors'
import { requestIdFrom } from '@campstore/core/telemetry/trace'

/** A refusal that is answered before, or instead of, the application; `status` where it is not the code's own. */
export type Refusal = { error: ApiError; status?: number }

/** Answers a request that the application never sees, in the contract's envelope. */
export function refuseRequest(response: ServerResponse, refusal: Refusal): void {
  const body = JSON.stringify(errorBody(refusal.error))
  const headers = headersOf(refusal, body, response.req.headers['x-request-id'])
  response.writeHead(refusal.status ?? refusal.error.status, headers)
  response.end(body)
}

/** Writes a refusal to a connection whose request could not be read to its end, and closes the connection. */
export function refuseConnection(socket: Duplex, refusal: Refusal, requestId?: string | string[]): void {
  const status = refusal.status ?? refusal.error.status
  const body = JSON.stringify(errorBody(refusal.error))
  const headers = { ...headersOf(refusal, body, requestId), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}

const headersOf = ({ error }: Refusal, body: string, requestId?: string | string[]): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
  'x-request-id': requestIdFrom(requestId),
  ...error.headers,
})

const notHttp: Refusal = { error: new ApiError('VALIDATION_ERROR', 'The request is not valid HTTP') }
const headersTooLarge: Refusal = {
  error: new ApiError('PAYLOAD_TOO_LARGE', 'The request line and headers are too large'),
  status: 431,
}
const tooSlow: Refusal = {
  error: new ApiError('VALIDATION_ERROR', 'The request did not arrive in time'),
  status: 408,
}

/** The refusal that belongs to an error of Node's HTTP parser, by its code. */
export function parserRefusal(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow : notHttp
}

/** The refusal of a request beyond those that a process, or a connection, may have in progress. */
export const overloaded: Refusal = {
  error: new ApiError('SERVICE_UNAVAILABLE', 'The service is busy, try again in a moment'),
}
