import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@campstore/contract/errors'
import type { Logger } from '@campstore/core/telemetry/log'
import { createUpstreamClient } from '@campstore/http/upstream/client'
import { createPool, type Pool } from '@campstore/http/upstream/pool'
import { writeAccessLog } from './access-log.ts'
import { announcesTooMuch, ClientGone } from './body-limit.ts'
import { createClientReader } from './client-address.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import type { GatewayConfig } from './config.ts'
import { ratePerMinute } from './config.ts'
import { guardConnections } from './connections.ts'
import { createCors } from './cors.ts'
import { createForward } from './forward.ts'
import { createRateLimiter } from './rate-limit.ts'
import type { RequestContext } from './request-context.ts'
import { createRequestContext } from './request-context.ts'
import { createRequestHandler } from './request-handler.ts'
import { isEncoded } from './request-headers.ts'
import { refuse, sendErrorAndClose } from './responses.ts'
import type { Service } from './routing.ts'
import { stopServer } from './stopping.ts'

/** The one door to the services. */
export type Gateway = {
  readonly server: Server
  /**
   * Tells clients to connect elsewhere, accepts nothing more, finishes what runs, closes.
   *
   * @param grace milliseconds for what runs
   */
  close(grace?: number): Promise<void>
}

/** Limits against clients that send slowly or too much, in milliseconds and bytes. */
const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // Node would refuse a missing Host without the contract's envelope; `validateRequestHead` refuses it with.
  requireHostHeader: false,
  optimizeEmptyRequests: true,
}

/** How long clients are told that their connections end before any is closed. */
const drainDelayMs = 250

/**
 * Builds the gateway; it listens when its server is told to.
 *
 * @param limits in place of the usual ones, for tests
 */
export function createGateway(config: GatewayConfig, log: Logger, limits: Partial<typeof serverLimits> = {}): Gateway {
  const cors = createCors(config.CORS_ORIGINS)
  const clientOf = createClientReader(config.TRUSTED_PROXY)
  const perMinute = ratePerMinute(config)
  const limiter = perMinute === 0 ? undefined : createRateLimiter(perMinute, config.REDIS_URL, log)
  const pools = createPools(config)
  const upstreamClient = createUpstreamClient(Object.values(pools), {
    connections: config.UPSTREAM_CONNECTIONS,
    silenceMs: config.UPSTREAM_SILENCE_MS,
  })
  const concurrency = createConcurrencyLimit(config.MAX_CONCURRENT_REQUESTS)
  const forward = createForward(upstreamClient, concurrency, config.UPSTREAM_TIMEOUT_MS)
  const pass = createRequestHandler(pools, cors, limiter, forward)
  const server = createServer({ ...serverLimits, ...limits })
  server.maxConnections = config.MAX_CONNECTIONS
  const queue = guardConnections(server)
  let closing = false

  const failed = (context: RequestContext, error: unknown): void => {
    if (error instanceof ApiError) return void refuse(context, error)
    if (error instanceof ClientGone) return void context.response.destroy()
    log.error({ err: error, requestId: context.requestId, traceId: context.traceId }, 'the gateway failed')
    refuse(context, new ApiError('INTERNAL_ERROR', 'Something went wrong.'))
  }

  const run = (context: RequestContext): void => {
    try {
      pass(context)?.catch((error: unknown) => failed(context, error))
    } catch (error) {
      failed(context, error)
    }
  }

  const receive = (
    request: IncomingMessage,
    response: ServerResponse,
    way: (context: RequestContext) => void,
  ): void => {
    const context = createRequestContext(request, response, clientOf, cors)
    queue({
      request,
      response,
      run() {
        if (closing) response.shouldKeepAlive = false
        way(context)
      },
      closed() {
        context.forwarding?.close()
        writeAccessLog(log, context)
      },
      cutOff(refusal) {
        if (response.headersSent) return undefined
        context.statusOnSocket = refusal.status
        return context.gatewayHeaders
      },
    })
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => receive(request, response, run))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    receive(request, response, context => {
      // A client that is not told to go on keeps its body, and what it sends next could be either: so close.
      if (announcesTooMuch(request) || isEncoded(request)) response.shouldKeepAlive = false
      else response.writeContinue()
      run(context)
    })
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    receive(request, response, context => {
      sendErrorAndClose(context, 'The only supported expectation is 100-continue.')
    })
  })

  const close = async (grace = 8_000): Promise<void> => {
    closing = true
    // Closing an idle connection under a client that is just about to use it loses its request. For a moment more,
    // each answer says that its connection ends; what is idle after that is hardly in use.
    await pause(Math.min(grace, drainDelayMs))
    await stopServer(server, grace)
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
