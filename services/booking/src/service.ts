import { bearerToken } from '@campstore/auth/bearer'
import type { Clock } from '@campstore/auth/identity'
import { verifyInternalToken } from '@campstore/auth/internal-token'
import { createMemberDirectory } from '@campstore/auth/members'
import { verifierFromConfig } from '@campstore/auth/verifier-from-config'
import { openDatabase } from '@campstore/database/database'
import { isDatabaseUnavailable } from '@campstore/database/errors'
import { createApp } from '@campstore/http/app'
import { listen } from '@campstore/http/listen'
import { newId } from '@campstore/ids/new-id'
import { connectBroker } from '@campstore/messaging/broker'
import { createOutboxSignal } from '@campstore/messaging/outbox'
import { startRelay } from '@campstore/messaging/relay'
import type { Logger } from '@campstore/telemetry/log'
import type { BookingConfig } from './config.ts'
import { consumeEndedHolds, consumePayments } from './consumers.ts'
import type { Dependencies } from './dependencies.ts'
import { entities } from './persistence/entities.ts'
import { bookingEndpoints } from './routes.ts'
import { startSweeper } from './sweeper.ts'
import { bookingTopology } from './topology.ts'
import { sweepOverdueBookings } from './use-cases/expire-booking.ts'

/** A running booking service. */
export type BookingService = {
  url: string
  /** Stops accepting, finishes what runs, settles what was consumed, closes. */
  stop(): Promise<void>
}

/** Starts the service: connections, HTTP, consumers, relay and sweeper. It starts, and waits, also while servers are away. */
export async function startBookingService(
  config: BookingConfig,
  log: Logger,
  clock: Clock = () => new Date(),
): Promise<BookingService> {
  const database = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    entities,
    applicationName: 'booking',
  })
  const { pool } = database
  const broker = await connectBroker({
    url: config.RABBITMQ_URL,
    name: 'booking',
    log,
    topology: bookingTopology(config.CHECKOUT_HOLD_SECONDS),
  })
  const dependencies: Dependencies = {
    database,
    clock,
    newId,
    holdSeconds: config.CHECKOUT_HOLD_SECONDS,
    signalOutbox: createOutboxSignal(pool, 'booking'),
    log,
  }
  const verify = await verifierFromConfig(config, clock)
  const members = createMemberDirectory({ pool, newId, clock })
  const app = createApp({
    log,
    endpoints: bookingEndpoints(dependencies),
    authenticate: {
      member: async authorization => members.resolve((await verify(bearerToken(authorization))).identity),
      internal: async (authorization, permission) =>
        verifyInternalToken(
          bearerToken(authorization),
          { secret: config.INTERNAL_TOKEN_SECRET, audience: 'booking', permission },
          clock,
        ),
    },
    isUnavailable: isDatabaseUnavailable,
    responseCheck: config.RESPONSE_CHECK,
    health: async () => ({
      database: { up: await answers(pool), needed: true },
      broker: { up: broker.isConnected(), needed: false },
    }),
  })

  const relay = startRelay({
    pool,
    databaseUrl: config.DATABASE_URL,
    schema: 'booking',
    publisher: broker.publisher,
    log,
  })
  const signing = {
    secret: config.PAYMENT_SIGNING_SECRET,
    toleranceSeconds: config.PAYMENT_SIGNATURE_TOLERANCE_SECONDS,
  }
  const consumers = [consumeEndedHolds(broker, dependencies), consumePayments(broker, dependencies, signing)]
  const sweeper = startSweeper(
    { what: 'overdue holds', round: sweepOverdueBookings(dependencies), everySeconds: config.SWEEP_INTERVAL_SECONDS },
    log,
  )
  const http = await listen(app, { host: config.HOST, port: config.PORT })

  return {
    url: http.url,
    async stop() {
      await http.stop()
      await Promise.all([sweeper, ...consumers].map(part => part.stop()))
      await relay.stop()
      await broker.close()
      await database.close()
    },
  }
}

const answers = (pool: { query(text: string): Promise<unknown> }): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )
