import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Logger } from '@campstore/core/telemetry/log'
import type Koa from 'koa'
import { guardConnections } from './connections.ts'
import { isHealthPath } from './health.ts'
import { overloaded, refuseRequest } from './refusals.ts'

/** A listening server. */
export type Listening = {
  url: string
  /** Accepts nothing new, lets what runs finish for at most `graceMs`, then closes. */
  stop(graceMs?: number): Promise<void>
}

/** Where a server listens, and how much it takes on. */
export type ListenOptions = {
  host: string
  port: number
  /** Requests beyond this many in progress are refused at once with 503; those about health are not counted. */
  maxConcurrentRequests?: number
  /** Whoever sends a request more slowly than this, in milliseconds, is answered 408. */
  requestTimeoutMs?: number
  /** Told that requests are refused because too many are in progress. */
  log?: Pick<Logger, 'warn'>
}

/** What one process takes on unless it is told otherwise. */
export const defaultMaxConcurrentRequests = 500

/** Connections beyond these are closed as they come: far more than gateways, probes and the admin service open. */
const maxConnections = 2_000

/** Idle connections of the gateway's pool outlive its own timeout, so that it is never the service that closes first. */
const keepAliveMs = 65_000

/** While requests are being refused, the log says so this often, in milliseconds. */
const overloadNoticeMs = 10_000

/** How long an idle connection outlives the beginning of a stop, for a request that is already on its way. */
const lastRequestsMs = 300

/** Serves an application over HTTP. Port 0 takes a free one. */
export function listen(app: Koa, options: ListenOptions): Promise<Listening> {
  const { host, port, requestTimeoutMs = 30_000 } = options
  const answer = bounded(app, options)
  let stopping = false
  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, 5_000),
  })
  server.maxConnections = maxConnections
  const connections = guardConnections(server)
  server.on('request', (request, response) => {
    response.shouldKeepAlive &&= !stopping
    if (connections.admit(request, response)) answer(request, response)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo
      resolve({ url: `http://${host}:${address.port}`, stop: graceMs => stop(graceMs ?? 10_000) })
    })
  })

  /** Each connection ends with its last answer, which says so: whoever keeps it takes the next request elsewhere. */
  function stop(graceMs: number): Promise<void> {
    stopping = true
    for (const response of connections.responses()) response.shouldKeepAlive = false
    return new Promise(resolve => {
      const startedAt = performance.now()
      const sweep = setInterval(() => {
        if (performance.now() - startedAt >= lastRequestsMs) server.closeIdleConnections()
      }, 50)
      const force = setTimeout(() => server.closeAllConnections(), graceMs)
      // HTTP's own close would end idle connections at once, also those on which a request is about to arrive.
      NetServer.prototype.close.call(server, () => {
        clearInterval(sweep)
        clearTimeout(force)
        resolve()
      })
    })
  }
}

/**
 * The application, at most so many requests of it at one time. A request is in progress until its handler has ended, also
 * when its client has gone: its work goes on all the same.
 */
function bounded(app: Koa, options: ListenOptions): RequestListener {
  const { maxConcurrentRequests: most = defaultMaxConcurrentRequests, log } = options
  const answer = app.callback()
  let inProgress = 0
  let noticeAt = 0
  const refuse = (response: ServerResponse) => {
    refuseRequest(response, overloaded)
    if (performance.now() < noticeAt) return
    noticeAt = performance.now() + overloadNoticeMs
    log?.warn({ inProgress }, 'too many requests in progress, refusing more')
  }
  return (request, response) => {
    if (isHealthPath(request.url ?? '')) return void answer(request, response)
    if (inProgress >= most) return refuse(response)
    inProgress += 1
    answer(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        inProgress -= 1
      })
  }
}
