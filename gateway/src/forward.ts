import type { IncomingMessage } from 'node:http'
import { ApiError } from '@campstore/contract/errors'
import { refuse } from './answers.ts'
import type { Exchange } from './exchange.ts'
import { headersForService } from './exchange.ts'
import type { Engine } from './proxy.ts'
import { answerHeaders } from './response-headers.ts'
import type { Pool, Upstream } from './upstreams.ts'

/** Gets an exchange answered by one of the processes of a pool. */
export type Forward = (exchange: Exchange, pool: Pool, body: Buffer | undefined) => void

const untried: ReadonlySet<Upstream> = new Set()

/** The connection never stood, so the upstream has seen nothing of the request. */
const nothingWasSent = ({ code, syscall }: NodeJS.ErrnoException): boolean =>
  code === 'ECONNREFUSED' || syscall === 'connect' || syscall === 'getaddrinfo'

const isSafe = (exchange: Exchange): boolean => exchange.request.method === 'GET' || exchange.request.method === 'HEAD'

/**
 * Gets an exchange answered by one of a service's processes.
 *
 * A request that changes something is sent again only where it is certain that nothing of it arrived. A read is sent
 * again to each other process, and once more to the same one over a new connection where that one had closed an idle
 * connection just as it was used. From the first byte of an answer on, nothing is repeated.
 *
 * @param patience milliseconds without a sign of life from the service, or of a client that takes nothing
 */
export function createForward(engine: Engine, patience: number): Forward {
  return function forward(exchange: Exchange, pool: Pool, body: Buffer | undefined): void {
    const { request, response } = exchange
    // Gone while its body was read or counted.
    if (response.destroyed) return
    const first = pool.next(untried)
    if (first === undefined) throw new ApiError('SERVICE_UNAVAILABLE', 'this service is not there yet')
    const headers = headersForService(exchange)
    if (body !== undefined) headers['content-length'] = String(body.length)
    let tried = untried
    let abandon: () => void
    let current = first

    const timer = setTimeout(() => {
      abandon()
      if (response.headersSent) return response.destroy()
      pool.failed(current)
      refuse(exchange, new ApiError('GATEWAY_TIMEOUT', 'the service did not answer in time'))
    }, patience)
    response.once('close', () => {
      clearTimeout(timer)
      if (!response.writableFinished) abandon()
    })

    const send = (upstream: Upstream, fresh: boolean): void => {
      current = upstream
      abandon = engine.send(request, response, {
        ...{ upstream, headers, body, fresh },
        onAnswer(answer) {
          if (upstream.failures > 0) pool.answered(upstream)
          timer.refresh()
          relay(exchange, answer, timer)
        },
        onFailure(error, reused) {
          if (response.destroyed) return
          const unseen = nothingWasSent(error)
          if (reused && !unseen && isSafe(exchange)) return send(upstream, true)
          if (!reused) pool.failed(upstream)
          tried = new Set(tried).add(upstream)
          const next = unseen || isSafe(exchange) ? pool.next(tried) : undefined
          if (next !== undefined) return send(next, false)
          clearTimeout(timer)
          exchange.failure = error.code ?? error.message
          refuse(exchange, new ApiError('SERVICE_UNAVAILABLE', 'the service is away'))
        },
      })
    }

    send(first, false)
  }
}

/** Passes a service's answer on as it comes. One that breaks off ends the connection, so that nobody takes it for whole. */
function relay(exchange: Exchange, answer: IncomingMessage, timer: NodeJS.Timeout): void {
  const { response, ownHeaders } = exchange
  response.writeHead(answer.statusCode ?? 502, answerHeaders(answer.rawHeaders, ownHeaders))
  answer.on('data', (chunk: Buffer) => {
    timer.refresh()
    if (response.write(chunk)) return
    answer.pause()
    response.once('drain', () => answer.resume())
  })
  answer.on('end', () => response.end())
  answer.on('error', () => response.destroy())
  answer.on('close', () => {
    if (!answer.complete) response.destroy()
  })
}
