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
import { guardConnections } from './connections.ts'
import { createCors } from './cors.ts'
import { openExchange } from './exchange.ts'
import { createForward } from './forward.ts'
import { createPass } from './pass.ts'
import { createEngine } from './proxy.ts'
import { createRateLimiter } from './rate-limit.ts'
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
  // Node would refuse a missing Host without the contract's envelope; `headFlaw` refuses it with.
  requireHostHeader: false,
  optimizeEmptyRequests: true,
}

/** How long clients are told that their connections end before any is closed, in milliseconds. */
const farewell = 250

/** Builds the gateway; it listens when its server is told to. */
export function createGateway(config: GatewayConfig, log: Logger): Gateway {
  const cors = createCors(config.CORS_ORIGINS)
  const clientOf = createClientReader(config.TRUSTED_PROXY)
  const perMinute = config.RATE_LIMIT_PER_MINUTE
  const limiter = perMinute === 0 ? undefined : createRateLimiter(perMinute, config.REDIS_URL, log)
  const engine = createEngine()
  const pass = createPass(config, cors, limiter, createForward(engine, config.UPSTREAM_TIMEOUT_MS))
  let closing = false

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
  answerExpectations(server, receive)
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    refuseAndClose(openExchange(request, response, clientOf, cors), 'the only expectation that is met is 100-continue')
  })

  const close = async (grace = 8_000): Promise<void> => {
    closing = true
    // Closing an idle connection under a client that is just about to use it loses its request. For a moment more,
    // each answer says that its connection ends; what is idle after that is hardly in use.
    await pause(Math.min(grace, farewell))
    await stopServer(server, grace)
    engine.close()
    limiter?.close()
  }
  return { server, close }
}

/** Asks for the bodies that wait to be asked for, unless they are too large. */
function answerExpectations(server: Server, receive: (request: IncomingMessage, response: ServerResponse) => void) {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // A client that is not told to go on keeps its body, and what it sends next could be either: so close.
    if (announcesTooMuch(request)) response.shouldKeepAlive = false
    else response.writeContinue()
    receive(request, response)
  })
}
