import type { AdministratorDirectory } from '@campstore/auth/administrators'
import type { Clock, TokenVerifier } from '@campstore/auth/identity'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { newId } from '@campstore/core/new-id'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import { type Database, type LoadEntities, openDatabase } from '@campstore/database/database'
import { databaseClockOf, startDatabaseClock } from '@campstore/database/database-clock'
import { isDatabaseUnavailable } from '@campstore/database/errors'
import { deleteOldKeys } from '@campstore/database/idempotency-keys'
import { afterCommit } from '@campstore/database/keyed-transaction'
import { createKeyedRequests } from '@campstore/database/request-keys'
import type { ShippedMigrations } from '@campstore/database/schema-state'
import { type AppOptions, createApp } from '@campstore/http/app'
import type { Endpoint } from '@campstore/http/endpoint'
import type { ForwardedEndpoint } from '@campstore/http/forwarded'
import type { HealthCheck, HealthDetails } from '@campstore/http/health'
import { listen } from '@campstore/http/listen'
import type { Broker } from '@campstore/messaging/broker'
import { reportOutboxAge } from '@campstore/messaging/outbox'
import type { Topology } from '@campstore/messaging/topology'
import type { Middleware } from 'koa'
import { createAuthenticators, createLazyVerifier } from './authentication.ts'
import { responseCheckOf, type ServiceConfig } from './config.ts'
import type { BrokerContext, ConsumerContext, ServiceContext } from './dependencies.ts'
import { answerExportPages } from './export-pages.ts'
import { createHealthCheck, reportDependencies } from './health-check.ts'
import { type MigrationCheck, startMigrationCheck } from './migration-check.ts'
import { hourly, startPeriodicJob } from './periodic-job.ts'
import { type Stoppable, startWhenMigrated } from './start-when-migrated.ts'

/**
 * How long the steps of a stop wait, in milliseconds: consumers and jobs while requests in progress end, which takes up to 10 s
 * too (the query timeout), then the relay, then connections. A frozen server answers nothing, and a process that does not end
 * within 30 s is killed. Unfinished work is delivered again, or left to another process.
 */
const backgroundStopMs = 10_000
const relayStopMs = 3_000
const connectionStopMs = 3_000

export type ServiceParts = {
  endpoints: readonly (Endpoint | ForwardedEndpoint)[]
  /** The administrators, where they call the service themselves. */
  administrators?: AdministratorDirectory
  /** Records that an administrator who calls the service got a first response again. */
  recordReplay?: AppOptions['recordReplay']
  /** Verifies requests of the payment service; absent for a service without such routes. */
  sender?: AppOptions['authenticate']['sender']
  /** Connections that are closed with the service, such as a cache's. */
  connections?: readonly Stoppable[]
  /** Greatest number of open event streams; absent for a service without streams. */
  maxStreams?: number
  /** Starts consumers and jobs, when the database has all migrations; they are stopped while the last requests are answered. */
  startBackground?(): readonly Stoppable[]
  /** Additional health information; it does not affect readiness. */
  healthDetails?: HealthDetails
  /** Runs for each request that is not a health check, after log, ids and errors and before routing. */
  middleware?: readonly Middleware[]
}

type CommonOptions = {
  /** Name of the service, and the audience of internal calls to it. */
  name: string
  config: ServiceConfig
  log: Logger
  /** For tests, in place of PostgreSQL's clock. */
  clock?: Clock
  /** How long a hold lasts, in seconds, in a service that has holds. */
  holdSeconds?: number
  entities?: LoadEntities
  /** Until the database has all of these, every request gets 503 and nothing runs in the background. */
  migrations?: ShippedMigrations
}

type Built = ServiceParts | Promise<ServiceParts>
type BrokerOptions = { url: string; topology: Topology }
type WithoutBroker = CommonOptions & { broker?: undefined; build(deps: ServiceContext, verify: TokenVerifier): Built }
type WithBroker = CommonOptions & {
  broker: BrokerOptions & { outboxSchema?: undefined }
  build(deps: BrokerContext, verify: TokenVerifier): Built
}
type WithOutbox = CommonOptions & {
  broker: BrokerOptions & { outboxSchema: string }
  build(deps: ConsumerContext, verify: TokenVerifier): Built
}

/** A service without a broker; one that consumes messages; one that also has an outbox, for which a relay is started. */
export type ServiceOptions = WithoutBroker | WithBroker | WithOutbox

/**
 * Starts a service: connections, background work, HTTP. It starts, and waits, also while its servers are unavailable. A stop
 * accepts no requests, finishes those in progress and the background work, and closes the connections. Throws
 * ConfigError naming the variable that the identity provider misses.
 *
 * @param options.build makes the endpoints and the background work from the dependencies that `broker` implies and a verifier of
 *   identity tokens
 */
export function startService(options: WithoutBroker): Promise<Running>
export function startService(options: WithBroker): Promise<Running>
export function startService(options: WithOutbox): Promise<Running>
export async function startService(options: ServiceOptions): Promise<Running> {
  const { name: audience, config, log } = options
  const database = await openServiceDatabase(options)
  const { databaseClock, stopClock } = await openClock(options, database)
  const clock = databaseClock.now
  const deps = { database, clock, databaseClock, newId, log }
  const { verify, load } = createLazyVerifier(config, clock)
  const migrations = await startMigrationCheck(database, options.migrations, log)
  const { parts, broker, startOutboxRelay } = await build(options, deps, verify)
  const { endpoints, administrators, sender, connections = [], middleware = [], healthDetails, maxStreams } = parts
  if (endpoints.some(({ route }) => route.access === 'member' || route.access === 'admin')) await load()
  const isServed = () => database.outage('requests') === undefined
  const health = createHealthCheck(database, migrations, broker)
  const endReports = startReports(options, database, health)
  const app = createApp({
    log,
    endpoints,
    healthDetails,
    authenticate: createAuthenticators(deps, { audience, config, verify, administrators, sender }),
    middleware: [refuseUntilMigrated(migrations), answerExportPages, ...middleware],
    recordReplay: parts.recordReplay,
    ...(options.migrations && {
      answerOnce: createKeyedRequests({ ...options.migrations, pool: database.requests, clock }),
    }),
    isUnavailable: isDatabaseUnavailable,
    responseCheck: responseCheckOf(config),
    health,
    isServed,
  })
  const background = startWhenMigrated(migrations, () => [
    ...(parts.startBackground?.() ?? []),
    ...(options.migrations ? [startKeyRetention(options.migrations.schema, deps)] : []),
  ])
  const relay = startWhenMigrated(migrations, () => (startOutboxRelay ? [startOutboxRelay()] : []))
  const http = await listen(app, {
    host: config.HOST,
    port: config.PORT,
    maxConcurrentRequests: config.MAX_CONCURRENT_REQUESTS,
    maxStreams,
    log,
  })
  const closeConnections = () =>
    Promise.all([broker?.close(), database.close(), ...connections.map(connection => connection.stop())])
  return {
    url: http.url,
    async stop() {
      await Promise.all([http.stop(), withTimeout(backgroundStopMs, background.stop())])
      migrations.stop()
      stopClock()
      endReports()
      // Requests, consumers and jobs add to the outbox until they end; the relay publishes that last.
      await withTimeout(relayStopMs, relay.stop())
      await withTimeout(connectionStopMs, closeConnections())
    },
  }
}

const openServiceDatabase = ({ name, config, entities, log }: CommonOptions) =>
  openDatabase({
    entities,
    url: config.DATABASE_URL,
    sessionUrl: config.DATABASE_SESSION_URL,
    replica: config.DATABASE_REPLICA_URL === undefined ? undefined : { url: config.DATABASE_REPLICA_URL, log },
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: name,
  })

/**
 * A deadline may come from a slower clock for a minute after PostgreSQL's has jumped forward: by a statement that waited for a
 * lock.
 */
const clockMarginSeconds = 60

/** Starts to sample PostgreSQL's clock; a test's clock takes its place. */
async function openClock({ clock, log, holdSeconds = 0 }: ServiceOptions, { health }: Database) {
  if (clock) return { databaseClock: databaseClockOf(clock), stopClock: () => {} }
  const databaseClock = startDatabaseClock({ pool: health, log, windowSeconds: holdSeconds + clockMarginSeconds })
  await databaseClock.begin()
  return { databaseClock, stopClock: databaseClock.stop }
}

/** Connects the broker that the options ask for and builds the parts of the service. */
async function build(
  options: ServiceOptions,
  deps: ServiceContext,
  verify: TokenVerifier,
): Promise<{ parts: ServiceParts; broker?: Broker; startOutboxRelay?: () => Stoppable }> {
  if (!hasBroker(options)) return { parts: await options.build(deps, verify) }
  const { name, log } = options
  const { url, topology } = options.broker
  // Not loaded by a service without a broker.
  const [{ connectBroker }, { startRelay }] = await Promise.all([
    import('@campstore/messaging/broker'),
    import('@campstore/messaging/relay'),
  ])
  const broker = connectBroker({ url, name, log, topology })
  if (!hasOutbox(options)) return { broker, parts: await options.build({ ...deps, broker }, verify) }
  // Until it is started, its first round is yet to come.
  let relay: ReturnType<typeof startRelay> | undefined
  const signalOutbox = () => void afterCommit(() => relay?.wake())
  const parts = await options.build({ ...deps, broker, signalOutbox }, verify)
  const startOutboxRelay = () => {
    const { outboxSchema: schema } = options.broker
    relay = startRelay({ pool: deps.database.background, schema, log, publisher: broker.publisher })
    return relay
  }
  return { parts, broker, startOutboxRelay }
}

const hasBroker = (options: ServiceOptions): options is WithBroker | WithOutbox => options.broker !== undefined
const hasOutbox = (options: WithBroker | WithOutbox): options is WithOutbox => options.broker.outboxSchema !== undefined

/** Reports the state of the dependencies and the age of the outbox; returns a function that stops it. */
function startReports(options: ServiceOptions, { health: pool }: Database, check: HealthCheck): () => void {
  const ends = [
    reportDependencies(check, options.log),
    ...(hasBroker(options) && hasOutbox(options) ? [reportOutboxAge(pool, options.broker.outboxSchema)] : []),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Deletes old idempotency keys of a schema soon and then every hour (docs/contract/conventions.md#idempotency). */
const startKeyRetention = (schema: string, { database, clock, log }: ServiceContext): Stoppable => {
  const run = () => deleteOldKeys(database.background, schema, clock())
  return startPeriodicJob({ name: 'delete old idempotency keys', run, ...hourly }, log)
}

const refuseUntilMigrated =
  (migrations: MigrationCheck): Middleware =>
  (_, next) => {
    if (migrations.isMigrated()) return next()
    throw new ApiError('SERVICE_UNAVAILABLE', text('failure.starting'))
  }
