import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keepAlive } from '@campstore/core/keep-alive'
import type { Logger } from '@campstore/core/telemetry/log'
import type Koa from 'koa'
import { guardConnections } from './connections.ts'
import { isHealthPath } from './health.ts'
import { refusalHeaders, refuseRequest, tooBusy } from './refusals.ts'
import { countRefusal } from './request-metrics.ts'
import { acceptsNoticeHeader } from './shutdown-notice.ts'
import { stopServer } from './stop-server.ts'

export type Listening = {
  url: string
  /** Accepts nothing new, lets requests in progress finish for at most `graceMs`, then closes. */
  stop(graceMs?: number): Promise<void>
}

export type ListenOptions = {
  host: string
  port: number
  /** Requests beyond this many in progress are refused at once with 503; those about health are not counted. */
  maxConcurrentRequests?: number
  /** Streams of events, which keep their connections; default none. They are not requests in progress. */
  maxStreams?: number | undefined
  /** A request that takes longer to arrive, in milliseconds, is answered with 408. */
  requestTimeoutMs?: number
  /** Logs that requests are refused because too many are in progress. */
  log?: Pick<Logger, 'warn'>
}

export const defaultMaxConcurrentRequests = 500

/** Further connections, apart from streams, are closed at once: gateways, probes and the admin service open far fewer. */
const maxConnections = 2_000

/** While requests are being refused, the log says so this often, in milliseconds. */
const overloadNoticeMs = 10_000

/** Serves an application over HTTP. Port 0 takes a free one. */
export function listen(app: Koa, options: ListenOptions): Promise<Listening> {
  const { host, port, requestTimeoutMs = 30_000, maxStreams = 0 } = options
  const handle = limitConcurrency(app, options)
  const server = createServer({
    ...keepAlive,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, 5_000),
  })
  server.maxConnections = maxConnections + maxStreams
  const connections = guardConnections(server)
  server.on('request', (request, response) => {
    if (request.headers[acceptsNoticeHeader] !== undefined) connections.acceptsNotice(request.socket)
    connections.enqueue({
      request,
      response,
      run: () => handle(request, response),
      refusalHeaders: () => (response.headersSent ? undefined : refusalHeaders(request.headers['x-request-id'])),
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo
      const url = `http://${host}:${address.port}`
      resolve({ url, stop: (graceMs = 10_000) => stopServer(server, connections, graceMs) })
    })
  })
}

/**
 * The application, with a limit of requests in progress. A request is in progress until its handler has ended, also when its
 * client has gone: its work continues nevertheless.
 */
function limitConcurrency(app: Koa, options: ListenOptions): RequestListener {
  const { maxConcurrentRequests = defaultMaxConcurrentRequests, log } = options
  const handle = app.callback()
  let inProgress = 0
  let nextNoticeAt = 0

  const noticeOverload = () => {
    if (performance.now() < nextNoticeAt) return
    nextNoticeAt = performance.now() + overloadNoticeMs
    log?.warn({ inProgress }, 'Too many requests in progress, refusing more')
  }

  return (request, response) => {
    if (isHealthPath(request.url ?? '')) return void handle(request, response)
    if (inProgress >= maxConcurrentRequests) {
      const error = tooBusy()
      refuseRequest(response, { error })
      countRefusal(error.status, error.code)
      return noticeOverload()
    }
    inProgress += 1
    handle(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        inProgress -= 1
      })
  }
}
