import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, internalError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import { requestIdFrom } from '@campstore/core/telemetry/trace'
import { createClientReader, createPeerReader } from '@campstore/http/client-address'
import { type Connections, guardConnections } from '@campstore/http/connections'
import type { Refusal } from '@campstore/http/refusals'
import { announcesTooMuch, ClientGone, isEncoded } from '@campstore/http/request-body'
import { stopServer } from '@campstore/http/stop-server'
import { createStreamLimit } from '@campstore/http/stream-limit'
import { createUpstreamClient } from '@campstore/upstream/client'
import { createPool, type Pool } from '@campstore/upstream/pool'
import { finishRequest } from './access-log.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import {
  connectionsPerClient,
  type GatewayConfig,
  rateLimits,
  requestsPerClient,
  streamLimits,
  upstreamLimits,
} from './config.ts'
import { limitConnectionShare } from './connection-share.ts'
import { openConsole } from './console.ts'
import { consoleSignIn } from './console-sign-in.ts'
import { createCors } from './cors.ts'
import { readDocuments } from './documents.ts'
import { createForward } from './forward.ts'
import { readPages } from './pages.ts'
import { createRateLimiter } from './rate-limit.ts'
import { createRequestContext, type RequestContext } from './request-context.ts'
import { createRequestHandler, type RequestHandler } from './request-handler.ts'
import { noStore, sendError, sendErrorAndClose } from './responses.ts'
import type { Service } from './routing.ts'
import { securityHeaders } from './security-headers.ts'
import { resetSlowReader } from './slow-reader.ts'

/** The one entrance to the services. */
export type Gateway = {
  readonly server: Server
  /**
   * Ends streams, accepts no new connections, ends existing ones with their next response, and finishes requests in progress.
   *
   * @param graceMs milliseconds for requests in progress
   */
  close(graceMs?: number): Promise<void>
}

/** Limits against clients that send slowly or too much, in milliseconds and bytes. */
const serverLimits = {
  /** How long a client may take to close a connection after its last response. */
  lingerMs: 30_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // `validateRequestHead` refuses a missing Host: Node's own refusal lacks the contract's envelope.
  requireHostHeader: false,
  optimizeEmptyRequests: true,
}

/** Limits that differ in a test. */
type GatewayLimits = Partial<typeof serverLimits & ReturnType<typeof upstreamLimits> & ReturnType<typeof streamLimits>>

/** Where tools/build-console.ts puts the console. */
const consoleFolder = new URL('../console/', import.meta.url)

/** How long idle client connections stay open after a stop begins, in milliseconds. */
const idleMs = 2_000

/** Starts the gateway at the address of its configuration. */
export async function startGateway(config: GatewayConfig, log: Logger): Promise<Running> {
  const { server, close } = createGateway(config, log)
  server.listen(config.PORT, config.HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://${config.HOST}:${port}`, stop: () => close() }
}

/**
 * Builds the gateway; its `server` does not listen yet.
 *
 * @param limits instead of the usual ones, for tests
 */
export function createGateway(config: GatewayConfig, log: Logger, limits: GatewayLimits = {}): Gateway {
  const perClient = rateLimits(config)
  const isLimited = perClient.perMinute > 0 || perClient.holds > 0
  const limiter = isLimited ? createRateLimiter(perClient, config.REDIS_URL, log) : undefined
  const cors = createCors(config.CORS_ORIGINS, log)
  const pools = createPools(config)
  const { lingerMs, ...serverOptions } = { ...serverLimits, ...limits }
  const { streams: maxStreams, streamsPerClient } = { ...streamLimits(config), ...limits }
  const upstreamClient = createUpstreamClient(Object.values(pools), { ...upstreamLimits(config), ...limits })
  const concurrency = createConcurrencyLimit(config.MAX_CONCURRENT_REQUESTS, requestsPerClient(config))
  const streams = createStreamLimit<{ end(): void }>({
    service: 'gateway',
    limit: maxStreams,
    limitOfOne: streamsPerClient,
    refusal: 'limit.streamsOfAddress',
  })
  const forward = createForward(upstreamClient, concurrency, streams, config.UPSTREAM_TIMEOUT_MS)
  const pages = readPages(config.FIREBASE_AUTH_EMULATOR_HOST)
  const handler = createRequestHandler({
    pools,
    documents: readDocuments(),
    pages,
    staffConsole: openConsole(consoleFolder, consoleSignIn(config)),
    cors,
    limiter,
    forward,
    readTimeoutMs: config.UPSTREAM_TIMEOUT_MS,
    allowedHosts: config.ALLOWED_HOSTS,
  })
  const handle = handleErrors(handler, log)

  const server = createServer(serverOptions)
  server.maxConnections = config.MAX_CONNECTIONS
  limitConnectionShare(server, connectionsPerClient(config), createPeerReader(config.TRUSTED_PROXY), log)
  const connections = guardConnections(server, refusal => headersOfRefusal(refusal, log), lingerMs)
  const readClient = createClientReader(config.TRUSTED_PROXY)
  listenForRequests(server, handle, (request, response, handler) => {
    const context = createRequestContext(request, response, readClient, cors)
    enqueue(connections, context, log, handler)
    resetSlowReader(response, config.UPSTREAM_TIMEOUT_MS)
  })

  const close = async (graceMs = 8_000): Promise<void> => {
    streams.close()
    for (const stream of streams.streams) stream.end()
    await stopServer(server, connections, graceMs, idleMs)
    upstreamClient.close()
    limiter?.close()
  }
  return { server, close }
}

const createPools = (config: GatewayConfig): Record<Service, Pool> => ({
  booking: createPool(config.BOOKING_URLS),
  products: createPool(config.PRODUCTS_URLS),
  checkout: createPool(config.CHECKOUT_URLS),
  me: createPool(config.ME_URLS),
  admin: createPool(config.ADMIN_URLS),
})

/** Logs a refusal that belongs to no request, and returns its headers. */
function headersOfRefusal({ error, status = error.status }: Refusal, log: Logger): readonly string[] {
  const requestId = requestIdFrom(undefined)
  log.info({ status, code: error.code, requestId }, 'Received something that is not an HTTP request')
  return ['x-request-id', requestId, ...noStore, ...securityHeaders]
}

type Handler = (context: RequestContext) => void

/** Sends the errors of a handler to the client. */
function handleErrors(handleRequest: RequestHandler, log: Logger): Handler {
  const handleError = (context: RequestContext, error: unknown): void => {
    if (error instanceof ClientGone) return void context.response.destroy()
    if (error instanceof ApiError) return void sendError(context, error)
    log.error({ err: error, requestId: context.requestId, traceId: context.traceId }, 'A request failed')
    sendError(context, internalError())
  }
  return context => {
    try {
      handleRequest(context)?.catch((error: unknown) => handleError(context, error))
    } catch (error) {
      handleError(context, error)
    }
  }
}

type Receive = (request: IncomingMessage, response: ServerResponse, handler: Handler) => void

/** Receives everything that Node's server treats as a request. */
function listenForRequests(server: Server, handle: Handler, receive: Receive): void {
  server.on('request', (request, response) => receive(request, response, handle))
  server.on('checkContinue', (request, response) => {
    receive(request, response, context => {
      // Without "100 Continue", the next bytes may be this body or a new request, so close.
      if (announcesTooMuch(request) || isEncoded(request)) response.shouldKeepAlive = false
      else response.writeContinue()
      handle(context)
    })
  })
  server.on('checkExpectation', (request, response) => {
    receive(request, response, context => {
      sendErrorAndClose(context, text('http.expectation'))
    })
  })
}

/** Runs a handler when its request is next on the connection, and counts and logs the request at its end. */
function enqueue(connections: Connections, context: RequestContext, log: Logger, handler: Handler): void {
  const { request, response } = context
  connections.enqueue({
    request,
    response,
    run: () => handler(context),
    onClose() {
      context.forwarding?.close()
      finishRequest(log, context)
    },
    refusalHeaders({ error, status = error.status }) {
      if (response.headersSent) return undefined
      context.statusOnSocket = status
      context.code = error.code
      return [...context.gatewayHeaders, ...noStore]
    },
  })
}
