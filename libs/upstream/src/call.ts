import { crc32 } from 'node:zlib'
import type { Span } from '@campstore/core/telemetry/spans'
import type { Monitor, WaitingRequest } from './monitor.ts'
import { addPending, type PendingRequest, type Pool, removePending, type Upstream } from './pool.ts'
import type {
  Attempt,
  AttemptFailure,
  AttemptHandler,
  Transport,
  UpstreamHeaders,
  UpstreamRequest,
} from './transport.ts'

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

/** Receives the events of a request, as the handler of an attempt does. */
export type ResponseHandler = Omit<AttemptHandler, 'onFailure'> & { onFailure(failure: UpstreamFailure): void }

/** The state that all calls to one service share. */
export type CalledService = { transport: Transport; monitor: Monitor; pool: Pool }

const noUpstreams: ReadonlySet<Upstream> = new Set()

/**
 * Writes with one token prefer one process, where a repeated request waits for its first attempt (docs/architecture/requests.md#idempotency-keys);
 * undefined without a token. The whole token counts, because many tokens of Firebase's emulator, which have no signature, end alike.
 */
function preferenceOf({ method, headers }: UpstreamRequest): number | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  const place = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization')
  return place < 0 ? undefined : crc32(headers[place + 1] ?? '')
}

/**
 * One request to a service, answered by one of its processes.
 *
 * A write is sent again only where it is certain that no process has begun it. A read is sent again to each other process, and
 * once more to the same one over a new connection where that one had closed an idle connection just as it was used. When no
 * process is left, requests that may be sent again wait for one (`monitor.ts`). From the first byte of a response on, nothing is
 * repeated. When a process turns out to be frozen, or loses its database, its pending reads go to another process, and so do writes
 * that still wait for a connection to it; the other writes to a frozen one fail, while another one lives that the client can repeat
 * them to.
 */
export class UpstreamCall implements AttemptHandler, PendingRequest, WaitingRequest {
  sentAtTick = 0
  index = 0
  readonly #service: CalledService
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
  /** Why it waits for a process; undefined while it does not. */
  #waitsBecauseOf: string | undefined

  constructor(service: CalledService, request: UpstreamRequest, handler: ResponseHandler, span?: Span) {
    this.#service = service
    this.#request = request
    this.#handler = handler
    this.#span = span
  }

  /** Sends the request. A failure can be reported before this returns. */
  start(): void {
    const first = this.#service.pool.next(noUpstreams, preferenceOf(this.#request))
    if (first === undefined) this.#fail('unreachable', 'no address is configured', false)
    else this.#sendTo(first, false)
  }

  /** Gives the request up; its handler is no longer called. */
  abort(): void {
    this.#abortAttempt()
    this.#span?.end('aborted')
  }

  /** Gives the request up because it takes too long, and reports that. */
  timeOut(): void {
    this.#abortAttempt()
    if (this.#waitsBecauseOf !== undefined) return void this.#fail('unreachable', this.#waitsBecauseOf, false)
    const requestWasSent = this.#requestWasSent()
    // A request that only waited for a connection of ours says nothing against the upstream.
    if (this.#upstream !== undefined && requestWasSent && !this.#responded)
      this.#service.pool.markFailed(this.#upstream)
    this.#fail('timeout', 'timeout', requestWasSent)
  }

  /** Resumes reading the response after `onData` returned false. */
  resume(): void {
    this.#attempt?.resume()
  }

  onResponse(status: number, headers: UpstreamHeaders): void {
    const upstream = this.#upstream
    if (upstream !== undefined) {
      upstream.active = true
      this.#service.pool.markHealthy(upstream)
    }
    this.#responded = true
    this.#removePending()
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
    this.#removePending()
    const { pool } = this.#service
    const upstream = this.#upstream
    if (this.#responded || upstream === undefined) return void this.#fail('interrupted', code, true)
    if (connectionWasReused && this.#isRead() && !this.#connectionIsNew) return void this.#sendTo(upstream, true)
    if (!connectionWasReused) pool.markFailed(upstream)
    this.#tried = new Set(this.#tried).add(upstream)
    if (requestWasSent && !this.#isRead()) return void this.#fail('unreachable', code, true)
    const next = pool.next(this.#tried)
    if (next !== undefined) this.#sendTo(next, false)
    else this.#waitForProcess(code, requestWasSent)
  }

  onFrozen(silentThroughout: boolean): void {
    if (this.#upstream !== undefined) this.#tried = new Set([this.#upstream])
    const mayMove = this.#isRead() || !this.#requestWasSent()
    const next = mayMove ? this.#service.pool.next(this.#tried) : undefined
    // One that says that it is not served may still answer, so it is not left for one that did not even take a connection.
    const healthy =
      next && !next.frozen && !next.unserved && (silentThroughout || next.failures === 0) ? next : undefined
    // It may just be slow: a request is only given up where its client can repeat it to a process that seems to live.
    if (healthy === undefined && (mayMove || !silentThroughout || !this.#hasAnother())) return
    this.#abortAttempt()
    if (healthy === undefined) this.#fail('frozen', 'frozen', this.#requestWasSent())
    else this.#sendTo(healthy, false)
  }

  onOutageEnd(reachable: boolean): void {
    const code = this.#waitsBecauseOf ?? ''
    this.#waitsBecauseOf = undefined
    this.#tried = noUpstreams
    const next = reachable ? this.#service.pool.next(noUpstreams) : undefined
    if (next === undefined) this.#fail('unreachable', code, false)
    else this.#sendTo(next, false)
  }

  /** @param requestWasSent true if a read was sent and its response was lost */
  #waitForProcess(code: string, requestWasSent: boolean): void {
    this.#attempt = undefined
    const { monitor, pool } = this.#service
    if (monitor.wait(pool, this)) this.#waitsBecauseOf = code
    else this.#fail('unreachable', code, requestWasSent)
  }

  #sendTo(upstream: Upstream, newConnection: boolean): void {
    this.#upstream = upstream
    this.#connectionIsNew = newConnection
    this.sentAtTick = this.#service.monitor.tick
    this.#pending = true
    addPending(upstream, this)
    this.#attempts += 1
    const number = this.#attempts
    const attempt = this.#service.transport.send(upstream, this.#request, this, newConnection)
    // One that has failed before this returns may have been followed by another.
    if (number === this.#attempts) this.#attempt = attempt
  }

  #abortAttempt(): void {
    this.#removePending()
    const { monitor, pool } = this.#service
    if (this.#waitsBecauseOf !== undefined) monitor.leave(pool, this)
    this.#attempt?.abort()
  }

  #removePending(): void {
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

  #hasAnother(): boolean {
    return this.#service.pool.upstreams.some(one => one !== this.#upstream && !one.frozen && one.failures === 0)
  }

  #isRead(): boolean {
    return this.#request.method === 'GET' || this.#request.method === 'HEAD'
  }
}
