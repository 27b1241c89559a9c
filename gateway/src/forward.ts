import { ApiError } from '@campstore/contract/errors'
import { tooBusy } from './body-limit.ts'
import type { AnswerHeaders, Failure, ProxyTransport, Sent } from './proxy.ts'
import type { RequestContext } from './request-context.ts'
import { headersForService } from './request-context.ts'
import { answerHeaders } from './response-headers.ts'
import { refuse } from './responses.ts'
import type { InHand, Pool, Upstream } from './upstreams.ts'
import { letGo, takeInHand } from './upstreams.ts'
import type { Watch } from './watch.ts'

/** Gets an context answered by one of the processes of a pool. */
export type Forward = (context: RequestContext, pool: Pool, body: Buffer | undefined) => void

/** How much is forwarded, and how long it may take. */
export type ForwardLimits = {
  /** Milliseconds without a sign of life from the service, or of a client that takes nothing. */
  timeout: number
  /** Requests in hand of this process. One service may have half of them, so that a slow one leaves room for the others. */
  concurrent: number
}

const untried: ReadonlySet<Upstream> = new Set()

const isSafe = ({ request }: RequestContext): boolean => request.method === 'GET' || request.method === 'HEAD'

/** The refusal of a request whose service has no process that answers. */
export const serviceAway = () =>
  new ApiError('SERVICE_UNAVAILABLE', 'This part of the service is temporarily unavailable. Try again in 2 seconds.')

const tooSlow = () => new ApiError('GATEWAY_TIMEOUT', 'The service did not answer in time.')

/**
 * Gets an context answered by one of a service's processes.
 *
 * A request that changes something is sent again only where it is certain that nothing of it arrived. A read is sent
 * again to each other process, and once more to the same one over a new connection where that one had closed an idle
 * connection just as it was used. From the first byte of an answer on, nothing is repeated. What a frozen process has in
 * hand goes the same way as soon as that is known: a read to another process, the rest is answered with a timeout.
 */
export function createForward(engine: ProxyTransport, watch: Watch, limits: ForwardLimits): Forward {
  const perService = Math.ceil(limits.concurrent / 2)
  let inHand = 0

  return function forward(context: RequestContext, pool: Pool, body: Buffer | undefined): void {
    const { request, response } = context
    // Gone while its body was read or counted.
    if (response.destroyed) return
    if (inHand >= limits.concurrent || pool.inHand >= perService) throw tooBusy()
    const first = pool.next(untried)
    if (first === undefined) throw serviceAway()
    const { method = '', url: path = '' } = request
    const headers = headersForService(context)
    let tried = untried
    let current: Upstream = first
    let sent: Sent | undefined
    let waits: InHand | undefined
    let released = false
    let length = Number.NaN

    inHand += 1
    pool.inHand += 1
    const release = () => {
      if (released) return
      released = true
      inHand -= 1
      pool.inHand -= 1
      settle()
    }
    /** The present upstream need not be watched for this request any more. */
    const settle = () => {
      if (waits !== undefined) letGo(current, waits)
      waits = undefined
    }

    const timer = setTimeout(() => {
      const begun = sent?.hasBegun() ?? false
      sent?.abandon()
      release()
      if (response.headersSent) return void response.destroy()
      // A request that only waited for a connection of ours says nothing against the upstream.
      if (!begun) return refuse(context, tooBusy())
      pool.failed(current)
      refuse(context, tooSlow())
    }, limits.timeout)

    context.forwarding = {
      close() {
        clearTimeout(timer)
        if (!released) sent?.abandon()
        release()
      },
    }

    const sendOn = (upstream: Upstream, fresh: boolean): void => {
      current = upstream
      if (waits === undefined) {
        waits = { since: watch.now, place: 0, onFrozen }
        takeInHand(upstream, waits)
      }
      sent = engine.send({
        upstream,
        method,
        path,
        headers,
        body,
        fresh,
        onAnswer(status, answered) {
          upstream.heard = true
          length = Number(answered['content-length'] ?? Number.NaN)
          if (upstream.failures > 0) pool.answered(upstream)
          settle()
          timer.refresh()
          relayHead(context, status, answered)
        },
        onData(chunk) {
          upstream.heard = true
          // Whole: head and body leave together, in one system call for most answers.
          if (chunk.length === length) {
            response.end(chunk)
            return true
          }
          timer.refresh()
          if (response.write(chunk)) return true
          response.once('drain', () => sent?.resume())
          return false
        },
        onEnd() {
          release()
          if (!response.writableEnded) response.end()
        },
        onFailure: failure => onFailure(failure, upstream),
      })
    }

    const onFailure = ({ code, begun, reused }: Failure, upstream: Upstream): void => {
      if (response.destroyed) return
      // Closed without an end, so that no client takes the answer for complete.
      if (response.headersSent) return void response.destroy()
      settle()
      if (reused && isSafe(context)) return void sendOn(upstream, true)
      if (!reused) pool.failed(upstream)
      tried = new Set(tried).add(upstream)
      const next = !begun || isSafe(context) ? pool.next(tried) : undefined
      if (next !== undefined) return void sendOn(next, false)
      clearTimeout(timer)
      release()
      context.failure = code
      refuse(context, serviceAway())
    }

    const onFrozen = (long: boolean): void => {
      tried = new Set(tried).add(current)
      const next = isSafe(context) ? pool.next(tried) : undefined
      const better = next !== undefined && !next.frozen
      if (!better && !long) return
      sent?.abandon()
      settle()
      if (better) return void sendOn(next, false)
      clearTimeout(timer)
      release()
      context.failure = 'frozen'
      refuse(context, tooSlow())
    }

    sendOn(first, false)
  }
}

/** Begins the answer with the service's head. */
function relayHead({ response, ownHeaders }: RequestContext, status: number, headers: AnswerHeaders): void {
  response.writeHead(status, answerHeaders(headers, ownHeaders))
}
