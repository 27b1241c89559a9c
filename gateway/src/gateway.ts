import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@campstore/contract/errors'
import type { Logger } from '@campstore/telemetry/log'
import { writeAccessLog } from './access-log.ts'
import { refuse, refuseAndClose } from './answers.ts'
import { announcesTooMuch, ClientGone } from './body-limit.ts'
import { createClientReader } from './client-address.ts'
import type { GatewayConfig } from './config.ts'
import { ratePerMinute } from './config.ts'
import { guardConnections } from './connections.ts'
import { createCors } from './cors.ts'
import type { Exchange } from './exchange.ts'
import { openExchange } from './exchange.ts'
import { createForward } from './forward.ts'
import { createPass } from './pass.ts'
import { createEngine } from './proxy.ts'
import { createRateLimiter } from './rate-limit.ts'
import { isEncoded } from './request-headers.ts'
import type { Service } from './routing.ts'
import { stopServer } from './stopping.ts'
import type { Pool } from './upstreams.ts'
import { createPool } from './upstreams.ts'
import { watchUpstreams } from './watch.ts'

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
  // Node would refuse a missing Host without the contract's envelope; `headFlaw` refuses it with.
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
  const engine = createEngine(config.UPSTREAM_CONNECTIONS)
  const pools = createPools(config)
  const upstreams = Object.values(pools).flatMap(pool => pool.upstreams)
  const watch = watchUpstreams(upstreams, config.UPSTREAM_SILENCE_MS)
  const forwardLimits = { timeout: config.UPSTREAM_TIMEOUT_MS, concurrent: config.MAX_CONCURRENT_REQUESTS }
  const pass = createPass(pools, cors, limiter, createForward(engine, watch, forwardLimits))
  const server = createServer({ ...serverLimits, ...limits })
  server.maxConnections = config.MAX_CONNECTIONS
  const queue = guardConnections(server)
  let closing = false

  const failed = (exchange: Exchange, error: unknown): void => {
    if (error instanceof ApiError) return void refuse(exchange, error)
    if (error instanceof ClientGone) return void exchange.response.destroy()
    log.error({ err: error, requestId: exchange.requestId, traceId: exchange.traceId }, 'the gateway failed')
    refuse(exchange, new ApiError('INTERNAL_ERROR', 'Something went wrong.'))
  }

  const run = (exchange: Exchange): void => {
    try {
      pass(exchange)?.catch((error: unknown) => failed(exchange, error))
    } catch (error) {
      failed(exchange, error)
    }
  }

  const receive = (request: IncomingMessage, response: ServerResponse, way: (exchange: Exchange) => void): void => {
    const exchange = openExchange(request, response, clientOf, cors)
    queue({
      request,
      response,
      run() {
        if (closing) response.shouldKeepAlive = false
        way(exchange)
      },
      closed() {
        exchange.forwarding?.close()
        writeAccessLog(log, exchange)
      },
      cutOff(refusal) {
        if (response.headersSent) return undefined
        exchange.cutOffWith = refusal.status
        return exchange.ownHeaders
      },
    })
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => receive(request, response, run))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    receive(request, response, exchange => {
      // A client that is not told to go on keeps its body, and what it sends next could be either: so close.
      if (announcesTooMuch(request) || isEncoded(request)) response.shouldKeepAlive = false
      else response.writeContinue()
      run(exchange)
    })
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    receive(request, response, exchange => {
      refuseAndClose(exchange, 'The only supported expectation is 100-continue.')
    })
  })

  const close = async (grace = 8_000): Promise<void> => {
    closing = true
    // Closing an idle connection under a client that is just about to use it loses its request. For a moment more,
    // each answer says that its connection ends; what is idle after that is hardly in use.
    await pause(Math.min(grace, drainDelayMs))
    await stopServer(server, grace)
    watch.stop()
    engine.close()
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
