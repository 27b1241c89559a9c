import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { traceparent } from '@campstore/core/telemetry/trace'
import { tooBusy } from '@campstore/http/refusals'
import type { StreamLimit } from '@campstore/http/stream-limit'
import type { ResponseHandler, UpstreamCall, UpstreamFailure } from '@campstore/upstream/call'
import type { UpstreamClient } from '@campstore/upstream/client'
import type { Pool } from '@campstore/upstream/pool'
import type { UpstreamHeaders } from '@campstore/upstream/transport'
import { clientKey } from './client-key.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { headersForService, type RequestContext } from './request-context.ts'
import { responseHeaders } from './response-headers.ts'
import { sendError } from './responses.ts'
import { accessOfStream } from './routing.ts'

/** Sends a request to a service, and its response to the client. */
export type Forward = (context: RequestContext, pool: Pool, body: Buffer | undefined) => void

/** The error for a request if no process of its service answers. */
export const serviceUnavailable = () => new ApiError('SERVICE_UNAVAILABLE', text('failure.partUnavailable'))

/**
 * Forwards requests to services.
 *
 * @param timeoutMs milliseconds without a sign of life from the service, or without the client reading
 */
export function createForward(
  client: UpstreamClient,
  limit: ConcurrencyLimit,
  streams: StreamLimit<{ end(): void }>,
  timeoutMs: number,
): Forward {
  return function forward(context, pool, body) {
    const { request, response } = context
    // The client left while its body was read or its requests were counted.
    if (response.destroyed) return
    const key = clientKey(context.client.address)
    const access = accessOfStream(request.method, context.path)
    const forwarding = new Forwarding(context)
    forwarding.release = access ? streams.acquire(forwarding, key, access === 'public') : limit.acquire(pool, key)
    context.forwarding = forwarding
    const upstreamRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: headersForService(context),
      traceparent: context.span?.traceparent ?? traceparent(context.traceId),
      body,
    }
    forwarding.start(client[access ? 'stream' : 'call'](pool, upstreamRequest, forwarding), timeoutMs)
  }
}

/** How long, in milliseconds, a stream lasts while the service is silent (three heartbeats) or the client reads nothing. */
const streamSilenceMs = 45_000

/** One request on its way to a service and back. */
class Forwarding implements ResponseHandler {
  /** Releases the request's place in the limit of requests in progress, or of streams. */
  release: () => void = () => {}
  readonly #context: RequestContext
  #released = false
  #call: UpstreamCall | undefined
  #timer: NodeJS.Timeout | undefined
  /** Announced length of the response's body; -1 where there is none. */
  #contentLength = -1

  constructor(context: RequestContext) {
    this.#context = context
  }

  start(call: UpstreamCall, timeoutMs: number): void {
    this.#call = call
    this.#timer = setTimeout(() => this.#timeOut(), timeoutMs)
    call.start()
  }

  /** Ends a stream: the client reconnects with its last event. Before the head, the client gets an error. */
  end(): void {
    const context = this.#context
    this.#call?.abort()
    if (context.response.headersSent) context.response.end()
    else sendError(context, serviceUnavailable())
  }

  /** The client has the whole response, or its connection is gone. */
  close(): void {
    clearTimeout(this.#timer)
    if (!this.#released) this.#call?.abort()
    this.#releaseOnce()
  }

  onResponse(status: number, headers: UpstreamHeaders): void {
    const { response, gatewayHeaders } = this.#context
    this.#contentLength = Number(headers['content-length'] ?? -1)
    if (isEventStream(status, headers)) this.#begin()
    else this.#timer?.refresh()
    response.writeHead(status, responseHeaders(headers, gatewayHeaders))
  }

  /** From here on, the response is a stream. */
  #begin(): void {
    this.#context.isStream = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#timeOut(), streamSilenceMs)
    // A stream ends with its connection: the client reconnects over a new one, which no stopping gateway accepts.
    this.#context.response.shouldKeepAlive = false
  }

  onData(chunk: Buffer): boolean {
    const { response } = this.#context
    // The whole body: head and body leave together, in one system call for most responses.
    if (chunk.length === this.#contentLength) {
      response.end(chunk)
      return true
    }
    this.#timer?.refresh()
    if (response.write(chunk)) return true
    response.once('drain', () => this.#call?.resume())
    return false
  }

  onEnd(): void {
    const { response } = this.#context
    this.#releaseOnce()
    if (!response.writableEnded) response.end()
  }

  onFailure(failure: UpstreamFailure): void {
    const context = this.#context
    clearTimeout(this.#timer)
    this.#releaseOnce()
    if (context.response.destroyed) return
    // Closed without an end, so that no client mistakes the response for complete.
    if (context.response.headersSent) return void context.response.destroy()
    context.failure = failure.code
    sendError(context, errorFor(failure, context.service))
  }

  #timeOut(): void {
    // The service has answered, but the client does not read the rest of it.
    if (this.#released) this.#context.response.destroy()
    else this.#call?.timeOut()
  }

  #releaseOnce(): void {
    if (this.#released) return
    this.#released = true
    this.release()
  }
}

const isEventStream = (status: number, headers: UpstreamHeaders): boolean =>
  status === 200 && String(headers['content-type']).startsWith('text/event-stream')

function errorFor({ reason, requestWasSent }: UpstreamFailure, owner = ''): ApiError {
  if (reason === 'unreachable' || reason === 'interrupted') return serviceUnavailable()
  if (reason === 'timeout' && !requestWasSent) return tooBusy()
  return new ApiError('GATEWAY_TIMEOUT', text('failure.ownerTimeout', { owner }))
}
