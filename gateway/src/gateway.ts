import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { ApiError } from '@campstore/contract/errors'
import type { Logger } from '@campstore/telemetry/log'
import { writeAccessLog } from './access-log.ts'
import { answerEmpty, answerJson, refuse } from './answers.ts'
import { announcesTooMuch, ClientGone, hasBody, readBody } from './body-limit.ts'
import { createClientReader } from './client-address.ts'
import type { GatewayConfig } from './config.ts'
import { guardConnections } from './connections.ts'
import { createCors, isPreflight } from './cors.ts'
import type { Exchange } from './exchange.ts'
import { openExchange } from './exchange.ts'
import { createForward } from './forward.ts'
import { createHealth } from './health.ts'
import { pathOf } from './path-safety.ts'
import { createProxy } from './proxy.ts'
import { createRateLimiter } from './rate-limit.ts'
import { headFlaw } from './request-headers.ts'
import type { Service } from './routing.ts'
import { allowedMethods, methods, serviceOf } from './routing.ts'
import type { Pool } from './upstreams.ts'
import { createPool } from './upstreams.ts'

/** The one door to the services. */
export type Gateway = {
  readonly server: Server
  /** Accepts nothing more, finishes what runs within the given milliseconds, closes. */
  close(grace?: number): Promise<void>
}

/** Limits against clients that send slowly or too much, in milliseconds and bytes; the host check has its own envelope. */
const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  requireHostHeader: false,
  optimizeEmptyRequests: true,
}

const poolsOf = (config: GatewayConfig): Record<Service, Pool> => ({
  booking: createPool(config.BOOKING_URLS),
  products: createPool(config.PRODUCTS_URLS),
  checkout: createPool(config.CHECKOUT_URLS),
  me: createPool(config.ME_URLS),
  admin: createPool(config.ADMIN_URLS),
})

/** Builds the gateway; it listens when its server is told to. */
export function createGateway(config: GatewayConfig, log: Logger): Gateway {
  const pools = poolsOf(config)
  const cors = createCors(config.CORS_ORIGINS)
  const clientOf = createClientReader(config.TRUSTED_PROXY)
  const perMinute = config.RATE_LIMIT_PER_MINUTE
  const limiter = perMinute === 0 ? undefined : createRateLimiter(perMinute, config.REDIS_URL, log)
  const health = createHealth(pools)
  const proxy = createProxy()
  const forward = createForward(proxy, config.UPSTREAM_TIMEOUT_MS)
  let closing = false

  const answerHealth = async (exchange: Exchange): Promise<void> => {
    if (!isRead(exchange)) throw notAllowed('GET, HEAD')
    if (exchange.path === '/health/live') return answerJson(exchange, 200, { success: true, data: { status: 'live' } })
    const services = await health()
    const away = Object.values(services).includes('down')
    const error = { code: 'SERVICE_UNAVAILABLE', message: 'not every service is up' }
    if (away) answerJson(exchange, 503, { success: false, error, data: { services } }, ['retry-after', '2'])
    else answerJson(exchange, 200, { success: true, data: { services } })
  }

  /** The way of every request, from the outside in. */
  const pass = async (exchange: Exchange): Promise<void> => {
    const { request } = exchange
    const flaw = headFlaw(request)
    if (flaw !== undefined) return refuseAndClose(exchange, flaw)
    exchange.path = pathOf(request.url ?? '')
    if (exchange.path === '/health' || exchange.path === '/health/live') return answerHealth(exchange)
    exchange.service = exchange.path === undefined ? undefined : serviceOf(exchange.path)
    if (exchange.service === undefined) throw new ApiError('NOT_FOUND', 'there is nothing at this path')
    if (!methods.has(request.method ?? '')) throw notAllowed(allowedMethods)
    if (isPreflight(request)) return answerEmpty(exchange, 204, cors.preflight(request.headers.origin))
    if (limiter !== undefined) await limiter.admit(exchange.client.address)
    const pool = pools[exchange.service]
    if (pool.upstreams.length === 0) throw new ApiError('SERVICE_UNAVAILABLE', 'this service is not there yet')
    forward(exchange, pool, hasBody(request) ? await readBody(request) : undefined)
  }

  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    if (closing) response.shouldKeepAlive = false
    const exchange = openExchange(request, response, clientOf, cors)
    response.once('close', () => writeAccessLog(log, exchange))
    pass(exchange).catch((error: unknown) => {
      if (error instanceof ApiError) return refuse(exchange, error)
      if (error instanceof ClientGone) return response.destroy()
      log.error({ err: error, requestId: exchange.requestId, traceId: exchange.traceId }, 'the gateway failed')
      refuse(exchange, new ApiError('INTERNAL_ERROR', 'something went wrong'))
    })
  }

  const server = createServer(serverLimits, receive)
  guardConnections(server)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A client that is not told to go on keeps its body, and what it sends next could be either: so close.
    if (announcesTooMuch(request)) response.shouldKeepAlive = false
    else response.writeContinue()
    receive(request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    refuseAndClose(openExchange(request, response, clientOf, cors), 'the only expectation that is met is 100-continue')
  })

  const close = (grace = 8_000): Promise<void> => {
    closing = true
    return new Promise(resolve => {
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const end = setTimeout(() => server.closeAllConnections(), grace)
      server.close(() => {
        clearInterval(sweep)
        clearTimeout(end)
        proxy.close()
        limiter?.close()
        resolve()
      })
    })
  }
  return { server, close }
}

const isRead = ({ request }: Exchange): boolean => request.method === 'GET' || request.method === 'HEAD'

const notAllowed = (allow: string) =>
  new ApiError('METHOD_NOT_ALLOWED', 'this method is not served here', { headers: { allow } })

/** Refuses a request whose head means two things; where its body ends is then not certain either. */
function refuseAndClose(exchange: Exchange, flaw: string): void {
  exchange.response.shouldKeepAlive = false
  refuse(exchange, new ApiError('VALIDATION_ERROR', flaw))
}
