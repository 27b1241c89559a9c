import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@campstore/contract/errors'
import { ApiError, errorBody } from '@campstore/contract/errors'
import { requestIdFrom } from '@campstore/telemetry/trace'
import { discardBody, hasBody } from './body-limit.ts'
import type { Exchange } from './exchange.ts'
import { securityHeaders } from './security-headers.ts'

const json = 'application/json; charset=utf-8'

/** Answers with a JSON body and, beside the gateway's own headers, those given as a flat list. */
export function answerJson(exchange: Exchange, status: number, body: object, headers: readonly string[] = []): void {
  const { request, response, ownHeaders } = exchange
  // An answer that has begun cannot become another one; cut off, it is at least not taken for a whole one.
  if (response.headersSent) return void response.destroy()
  const text = JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  response.writeHead(status, [...ownHeaders, 'content-type', json, 'content-length', length, ...headers])
  response.end(request.method === 'HEAD' ? undefined : text)
  if (hasBody(request)) discardBody(request)
}

/** Answers without a body. */
export function answerEmpty(exchange: Exchange, status: number, headers: readonly string[]): void {
  exchange.response.writeHead(status, [...exchange.ownHeaders, ...headers])
  exchange.response.end()
}

/** Answers with a refusal in the contract's envelope. */
export function refuse(exchange: Exchange, error: ApiError): void {
  answerJson(exchange, error.status, errorBody(error), Object.entries(error.headers).flat())
}

/** Refuses a request whose head means two things; where its body ends is then not certain either. */
export function refuseAndClose(exchange: Exchange, flaw: string): void {
  exchange.response.shouldKeepAlive = false
  refuse(exchange, new ApiError('VALIDATION_ERROR', flaw))
}

/** The refusal of a method, with those that would be accepted. */
export const methodNotAllowed = (allow: string): ApiError =>
  new ApiError('METHOD_NOT_ALLOWED', 'this method is not served here', { headers: { allow } })

type Refusal = { status: string; code: ErrorCode; message: string }

const malformed: Refusal = {
  status: '400 Bad Request',
  code: 'VALIDATION_ERROR',
  message: 'the request is not valid HTTP',
}

/** Refusals of what Node's parser does not hand over as a request, by the parser's error code. */
const parserRefusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'PAYLOAD_TOO_LARGE',
    message: 'the request line and headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'VALIDATION_ERROR',
    message: 'the request did not arrive in time',
  },
}

/** A method that no service and no gateway here serves; `CONNECT` would open a tunnel. */
export const methodRefused: Refusal = {
  status: '405 Method Not Allowed',
  code: 'METHOD_NOT_ALLOWED',
  message: 'this method is not served here',
}

/** The refusal that belongs to an error of Node's parser. */
export const parserRefusal = (code: string | undefined): Refusal => parserRefusals[code ?? ''] ?? malformed

/** Writes a refusal to a connection that has no request to answer, and closes it. */
export function refuseConnection(socket: Duplex, refusal: Refusal, headers: readonly string[] = []): void {
  const body = JSON.stringify(errorBody(new ApiError(refusal.code, refusal.message)))
  const all = [
    ...['x-request-id', requestIdFrom(undefined), ...securityHeaders, 'content-type', json],
    ...['content-length', String(Buffer.byteLength(body)), 'connection', 'close', ...headers],
  ]
  const lines = all.map((part, at) => (at % 2 === 0 ? `${part}: ${all[at + 1]}\r\n` : ''))
  socket.end(`HTTP/1.1 ${refusal.status}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}
