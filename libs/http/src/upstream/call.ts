import type { Span } from '@campstore/core/telemetry/spans'
import { addPending, type PendingRequest, type Pool, removePending, type Upstream } from './pool.ts'
import type {
  Attempt,
  AttemptFailure,
  AttemptHandler,
  Transport,
  UpstreamHeaders,
  UpstreamRequest,
} from './transport.ts'
import type { Watch } from './watch.ts'

/** Why a request got no response, or not the whole of it. */
export type UpstreamFailure = {
  /**
   * - `unreachable`: no process of the service answers;
   * - `interrupted`: the connection was lost after the response had begun;
   * - `timeout`: the caller's time is over;
   * - `frozen`: the process that has the request is frozen, and no other may be given it.
   */
  reason: 'unreachable' | 'interrupted' | 'timeout' | 'frozen'
  /** The system's or the client's error code, for the log. */
  code: string
  /** The service may have acted on the request. */
  requestWasSent: boolean
}

/** Receives what comes of a request, as the handler of an attempt does. */
export type ResponseHandler = Omit<AttemptHandler, 'onFailure'> & { onFailure(failure: UpstreamFailure): void }

const noUpstreams: ReadonlySet<Upstream> = new Set()

/**
 * One request to a service, answered by one of its processes.
 *
 * A write is sent again only where it is certain that nothing of it reached the service. A read is sent again to each other
 * process, and once more to the same one over a new connection where that one had closed an idle connection just as it was
 * used. From the first byte of a response on, nothing is repeated. When a process turns out to be frozen, its pending reads go
 * to another process, and its writes fail.
 */
export class UpstreamCall implements AttemptHandler, PendingRequest {
  sentAtTick = 0
  index = 0
  readonly #transport: Transport
  readonly #watch: Watch
  readonly #pool: Pool
  readonly #request: UpstreamRequest
  readonly #handler: ResponseHandler
  /** From here to the end of the response, with all attempts. */
  readonly #span: Span | undefined
  #tried = noUpstreams
  #upstream: Upstream | undefined
  #attempt: Attempt | undefined
  #attempts = 0
  #connectionIsNew = false
  #pending = false
  #responded = false

  constructor(
    transport: Transport,
    watch: Watch,
    pool: Pool,
    request: UpstreamRequest,
    handler: ResponseHandler,
    span?: Span,
  ) {
    this.#transport = transport
    this.#watch = watch
    this.#pool = pool
    this.#request = request
    this.#handler = handler
    this.#span = span
  }

  /** Sends the request. A failure can be reported before this returns. */
  start(): void {
    const first = this.#pool.next(noUpstreams)
    if (first === undefined) this.#fail('unreachable', 'no address is configured', false)
    else this.#sendTo(first, false)
  }

  /** Gives the request up; its handler is not called any more. */
  abort(): void {
    this.#stopWaiting()
    this.#attempt?.abort()
    this.#span?.end('aborted')
  }

  /** Gives the request up because it takes too long, and reports that. */
  timeOut(): void {
    this.abort()
    const requestWasSent = this.#requestWasSent()
    // A request that only waited for a connection of ours says nothing against the upstream.
    if (this.#upstream !== undefined && requestWasSent && !this.#responded) this.#pool.markFailed(this.#upstream)
    this.#fail('timeout', 'timeout', requestWasSent)
  }

  /** Goes on reading the response after `onData` returned false. */
  resume(): void {
    this.#attempt?.resume()
  }

  onResponse(status: number, headers: UpstreamHeaders): void {
    const upstream = this.#upstream
    if (upstream !== undefined) {
      upstream.active = true
      if (upstream.failures > 0) this.#pool.markHealthy(upstream)
    }
    this.#responded = true
    this.#stopWaiting()
    this.#span?.set({ 'http.response.status_code': status, 'server.address': upstream?.url.host })
    this.#handler.onResponse(status, headers)
  }

  onData(chunk: Buffer): boolean {
    if (this.#upstream !== undefined) this.#upstream.active = true
    return this.#handler.onData(chunk)
  }

  onEnd(): void {
    this.#span?.end()
    this.#handler.onEnd()
  }

  onFailure({ code, requestWasSent, connectionWasReused }: AttemptFailure): void {
    this.#stopWaiting()
    const upstream = this.#upstream
    if (this.#responded || upstream === undefined) return void this.#fail('interrupted', code, true)
    if (connectionWasReused && this.#isRead() && !this.#connectionIsNew) return void this.#sendTo(upstream, true)
    if (!connectionWasReused) this.#pool.markFailed(upstream)
    this.#tried = new Set(this.#tried).add(upstream)
    const next = this.#isRead() || !requestWasSent ? this.#pool.next(this.#tried) : undefined
    if (next === undefined) this.#fail('unreachable', code, requestWasSent)
    else this.#sendTo(next, false)
  }

  onFrozen(silentThroughout: boolean): void {
    if (this.#upstream !== undefined) this.#tried = new Set(this.#tried).add(this.#upstream)
    const next = this.#isRead() ? this.#pool.next(this.#tried) : undefined
    const healthy = next?.frozen === false ? next : undefined
    if (healthy === undefined && !silentThroughout) return
    this.abort()
    if (healthy === undefined) this.#fail('frozen', 'frozen', this.#requestWasSent())
    else this.#sendTo(healthy, false)
  }

  #sendTo(upstream: Upstream, newConnection: boolean): void {
    this.#upstream = upstream
    this.#connectionIsNew = newConnection
    this.sentAtTick = this.#watch.tick
    this.#pending = true
    addPending(upstream, this)
    this.#attempts += 1
    const number = this.#attempts
    const attempt = this.#transport.send(upstream, this.#request, this, newConnection)
    // One that has failed before this returns may have been followed by another.
    if (number === this.#attempts) this.#attempt = attempt
  }

  #stopWaiting(): void {
    if (this.#pending && this.#upstream !== undefined) removePending(this.#upstream, this)
    this.#pending = false
  }

  #fail(reason: UpstreamFailure['reason'], code: string, requestWasSent: boolean): void {
    this.#span?.end(reason)
    this.#handler.onFailure({ reason, code, requestWasSent })
  }

  #requestWasSent(): boolean {
    return this.#attempt?.requestWasSent() ?? false
  }

  #isRead(): boolean {
    return this.#request.method === 'GET' || this.#request.method === 'HEAD'
  }
}
