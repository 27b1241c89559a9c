import { shutdownNoticeHeader } from '@campstore/http/shutdown-notice'
import { Client, Pool as ConnectionPool, type Dispatcher } from 'undici'
import { buildUpstreamConnector, isOfReusedConnection } from './connector.ts'
import type { Upstream } from './pool.ts'

export type UpstreamRequest = {
  method: string
  /** Path and query. */
  path: string
  /** A flat list of names and values; `traceparent` is added. */
  headers: string[]
  /** The W3C `traceparent` of the work that causes the request. */
  traceparent: string
  body: Buffer | undefined
}

/** Headers of a response, by their name in lower case. */
export type UpstreamHeaders = Record<string, string | string[] | undefined>

/** Why an attempt got no response, or not the whole of it. */
export type AttemptFailure = {
  /** The system's or the client's error code, for the log. */
  code: string
  /** The upstream may have begun the request: something of it was sent, and no shutdown notice came back. */
  requestWasSent: boolean
  /** The connection had served before, so the upstream may have closed it while it was idle. */
  connectionWasReused: boolean
}

/** Receives the events of an attempt. Either `onEnd` or `onFailure` is called, once, unless the attempt is aborted. */
export type AttemptHandler = {
  onResponse(status: number, headers: UpstreamHeaders): void
  /** Returns false to pause until {@link Attempt.resume}. */
  onData(chunk: Buffer): boolean
  onEnd(): void
  onFailure(failure: AttemptFailure): void
}

/** Sends requests to upstreams. */
export type Transport = {
  /**
   * Never throws; a failure goes to the handler, possibly before this returns.
   *
   * @param newConnection not to take a connection that was used before
   */
  send(upstream: Upstream, request: UpstreamRequest, handler: AttemptHandler, newConnection: boolean): Attempt
  /** Closes the connections to an upstream that is gone, each when its request is answered. */
  remove(upstream: Upstream): void
  /** Closes all connections; requests under way fail. */
  close(): void
}

const abortedByCaller = new Error('The request was aborted.')

/**
 * One request to one upstream. A class with plain methods: with a getter or closures per request, each request lived until a
 * full collection.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #handler: AttemptHandler
  #controller: Dispatcher.DispatchController | undefined
  #done = false

  constructor(handler: AttemptHandler) {
    this.#handler = handler
  }

  /** Whether anything of the request may have reached the upstream; false while it waits for a connection. */
  requestWasSent(): boolean {
    return this.#controller !== undefined
  }

  /** Closes the connection of the request; its handler is no longer called. */
  abort(): void {
    this.#done = true
    this.#controller?.abort(abortedByCaller)
  }

  resume(): void {
    this.#controller?.resume()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#done) controller.abort(abortedByCaller)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: UpstreamHeaders): void {
    if (this.#done || status < 200) return
    if (headers[shutdownNoticeHeader] === undefined) return void this.#handler.onResponse(status, headers)
    this.#done = true
    this.#controller = undefined
    this.#handler.onFailure({ code: 'SHUTDOWN_NOTICE', requestWasSent: false, connectionWasReused: false })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#done && !this.#handler.onData(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#done) return
    this.#done = true
    this.#handler.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#done) return
    this.#done = true
    const connectionWasReused = isOfReusedConnection(error)
    this.#handler.onFailure({ code: codeOf(error), requestWasSent: this.requestWasSent(), connectionWasReused })
  }
}

/** The system's or the client's code of an error. */
export const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message

/**
 * A transport on undici's dispatcher. A request waits for a free connection when all are in use; how long a response may take
 * is for the caller to decide.
 *
 * @param connections to each upstream at most; without it, as many as there are requests
 */
export function createTransport(connections?: number): Transport {
  const optionsFor = (upstream: Upstream) =>
    ({ connect: buildUpstreamConnector(upstream), allowH2: false, headersTimeout: 0, bodyTimeout: 0 }) as const
  const pools = new Map<Upstream, ConnectionPool>()

  const poolFor = (upstream: Upstream): ConnectionPool => {
    const existing = pools.get(upstream)
    if (existing !== undefined) return existing
    const pool = new ConnectionPool(upstream.url.origin, { ...optionsFor(upstream), connections })
    pools.set(upstream, pool)
    return pool
  }

  return {
    send(upstream, { method, path, headers, body }, handler, newConnection) {
      const attempt = new Attempt(handler)
      const request = { method, path, headers, body: body ?? null }
      if (newConnection) {
        const client = new Client(upstream.url.origin, optionsFor(upstream))
        client.dispatch(request, attempt)
        void client.close()
      } else {
        poolFor(upstream).dispatch(request, attempt)
      }
      return attempt
    },
    remove(upstream) {
      void pools.get(upstream)?.close()
      pools.delete(upstream)
    },
    close() {
      for (const pool of pools.values()) void pool.destroy()
    },
  }
}
