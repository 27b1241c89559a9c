import { type AdministratorDirectory, requirePermissions } from '@campstore/auth/administrators'
import { bearerToken } from '@campstore/auth/bearer'
import type { Clock, TokenVerifier } from '@campstore/auth/identity'
import { verifyInternalToken } from '@campstore/auth/internal-token'
import { createMemberDirectory } from '@campstore/auth/members'
import { verifierFromConfig } from '@campstore/auth/verifier-from-config'
import { ApiError } from '@campstore/contract/errors'
import { newId } from '@campstore/core/new-id'
import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import { openDatabase } from '@campstore/database/database'
import { isDatabaseUnavailable } from '@campstore/database/errors'
import type { ShippedMigrations } from '@campstore/database/schema-state'
import { type AppOptions, createApp } from '@campstore/http/app'
import type { Endpoint } from '@campstore/http/endpoint'
import type { ForwardedEndpoint } from '@campstore/http/forwarded'
import type { HealthCheck, HealthDetails } from '@campstore/http/health'
import { listen } from '@campstore/http/listen'
import { type Broker, connectBroker } from '@campstore/messaging/broker'
import { createOutboxSignal } from '@campstore/messaging/outbox'
import { startRelay } from '@campstore/messaging/relay'
import type { Topology } from '@campstore/messaging/topology'
import type { EntitySchema } from '@mikro-orm/postgresql'
import type { Middleware } from 'koa'
import { startWhenMigrated } from './background-jobs.ts'
import type { ServiceConfig } from './config.ts'
import type { Consuming, Publishing, Running } from './dependencies.ts'
import { checkSchema, type SchemaCheck } from './schema-check.ts'

/**
 * How long a stop waits for background work and for connections to close, in milliseconds. A frozen server answers nothing, and
 * a process that does not end within 30 s is killed: requests in progress take up to 10 s (the query timeout), then these.
 * Unfinished work is delivered again, or left to another process.
 */
const backgroundStopMs = 10_000
const connectionStopMs = 3_000

/** Something that works beside the requests: a consumer, a sweeper. */
export type Background = { stop(): Promise<void> }

/** What makes a service the one it is. */
export type ServiceParts = {
  endpoints: readonly (Endpoint | ForwardedEndpoint)[]
  /** Who the administrators are, where administrators call the service themselves. */
  administrators?: AdministratorDirectory
  /** Connections that are closed with the service, side by side, such as that of a cache. */
  connections?: readonly Background[]
  /**
   * Starts what works in the background, when the database has all migrations of {@link ServiceOptions}; stopped after the last
   * request is answered, side by side.
   */
  startBackground?(): readonly Background[]
  /** What its health tells besides, for those who look; it changes nothing of whether the service is ready. */
  healthDetails?: HealthDetails
  /** Passed by every request that is not about health, after log, ids and errors and before routing. */
  middleware?: readonly Middleware[]
}

/** A running service. */
export type Service = {
  url: string
  /** Stops accepting, finishes what runs, settles what was consumed, closes. */
  stop(): Promise<void>
}

type Common = {
  /** Name of the service, and the audience of internal calls to it. */
  name: string
  config: ServiceConfig
  log: Logger
  clock?: Clock
  entities: EntitySchema[]
  /** Without all of these in the database, it answers no request with anything but 503 and does nothing in the background. */
  migrations?: ShippedMigrations
  /** What it needs besides database and broker. */
  health?: HealthCheck
}

type Built = ServiceParts | Promise<ServiceParts>
type Link = { url: string; topology: Topology }

/** A service without a broker; one that takes messages; one that also has an outbox, which is relayed. */
export type ServiceOptions =
  | (Common & { broker?: undefined; build(running: Running, verify: TokenVerifier): Built })
  | (Common & { broker: Link & { outboxSchema?: undefined }; build(running: Consuming, verify: TokenVerifier): Built })
  | (Common & { broker: Link & { outboxSchema: string }; build(running: Publishing, verify: TokenVerifier): Built })

/**
 * Starts a service: connections, what works in the background, HTTP. It starts, and waits, also while servers are away.
 *
 * A database that does not have all of its migrations yet is waited for: until then every request is refused, no message is
 * taken, and nothing is done in the background.
 *
 * @param options.build makes its endpoints and says how its background parts start, given the connections that `broker` asks
 *   for and what proves tokens
 * @throws {ConfigError} naming the variable that the identity provider misses
 */
export function startService(options: Extract<ServiceOptions, { broker?: undefined }>): Promise<Service>
export function startService(
  options: Extract<ServiceOptions, { broker: { outboxSchema?: undefined } }>,
): Promise<Service>
export function startService(options: Extract<ServiceOptions, { broker: { outboxSchema: string } }>): Promise<Service>
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, config, log, clock = () => new Date() } = options
  const database = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    backgroundPoolSize: config.DATABASE_BACKGROUND_POOL_SIZE,
    staffPoolSize: config.DATABASE_STAFF_POOL_SIZE,
    entities: options.entities,
    applicationName: name,
  })
  const running = { database, clock, newId, log }
  const { verify, load } = verifierOnDemand(config, clock)
  const schema = await checkSchema(database, options.migrations, log)
  const { parts, messaging } = await build(options, running, verify)
  if (parts.endpoints.some(({ route }) => route.access === 'member' || route.access === 'admin')) await load()
  const app = createApp({
    log,
    authenticate: authenticators(options, running, verify, parts.administrators),
    endpoints: parts.endpoints,
    middleware: [refuseUntilMigrated(schema), ...(parts.middleware ?? [])],
    isUnavailable: isDatabaseUnavailable,
    responseCheck: config.RESPONSE_CHECK,
    health: healthOf(schema, messaging?.broker, options.health),
    healthDetails: parts.healthDetails,
  })
  const jobs = startWhenMigrated(schema, () => [...(parts.startBackground?.() ?? [])])
  const relay = startWhenMigrated(schema, () => (messaging?.startRelay ? [messaging.startRelay()] : []))
  const http = await listen(app, {
    host: config.HOST,
    port: config.PORT,
    maxConcurrentRequests: config.MAX_CONCURRENT_REQUESTS,
    log,
  })
  const stopBackground = async () => {
    await jobs.stop()
    await relay.stop()
    await Promise.all((parts.connections ?? []).map(part => part.stop()))
  }
  return {
    url: http.url,
    async stop() {
      await http.stop()
      schema.stop()
      await withTimeout(backgroundStopMs, stopBackground())
      await withTimeout(connectionStopMs, Promise.all([messaging?.broker.close(), database.close()]))
    },
  }
}

type Messaging = { broker: Broker; startRelay?: () => Background }

async function build(
  options: ServiceOptions,
  running: Running,
  verify: TokenVerifier,
): Promise<{ parts: ServiceParts; messaging?: Messaging }> {
  if (!hasBroker(options)) return { parts: await options.build(running, verify) }
  const { name, log } = options
  const { url, topology } = options.broker
  const broker = await connectBroker({ url, name, log, topology })
  if (!hasOutbox(options)) return { parts: await options.build({ ...running, broker }, verify), messaging: { broker } }
  const { outboxSchema: schema } = options.broker
  const { background } = running.database
  const signalOutbox = createOutboxSignal(background, schema)
  const parts = await options.build({ ...running, broker, signalOutbox }, verify)
  const databaseUrl = options.config.DATABASE_URL
  const startOwnRelay = () => startRelay({ pool: background, schema, log, publisher: broker.publisher, databaseUrl })
  return { parts, messaging: { broker, startRelay: startOwnRelay } }
}

type WithBroker = Exclude<ServiceOptions, { broker?: undefined }>
const hasBroker = (options: ServiceOptions): options is WithBroker => options.broker !== undefined
const hasOutbox = (options: WithBroker): options is Extract<WithBroker, { broker: { outboxSchema: string } }> =>
  options.broker.outboxSchema !== undefined

/** Loads the identity verifier when it is needed: it takes memory that a service without members can do without. */
function verifierOnDemand(config: ServiceConfig, clock: Clock) {
  let loading: Promise<TokenVerifier> | undefined
  const load = () => {
    loading ??= verifierFromConfig(config, clock)
    return loading
  }
  const verify: TokenVerifier = async token => (await load())(token)
  return { load, verify }
}

function authenticators(
  { name: audience, config }: Common,
  { database, clock }: Running,
  verify: TokenVerifier,
  administrators: AdministratorDirectory | undefined,
): AppOptions['authenticate'] {
  const members = createMemberDirectory({ pool: database.pool, newId, clock })
  const keys = config.INTERNAL_TOKEN_PUBLIC_KEYS ?? new Map()
  return {
    member: async authorization => members.resolve((await verify(bearerToken(authorization))).identity),
    internal: async (authorization, permissions) =>
      verifyInternalToken(bearerToken(authorization), { keys, audience, permissions }, clock),
    admin:
      administrators &&
      (async (authorization, permissions, origin) => {
        const { identity } = await verify(bearerToken(authorization))
        const administrator = await administrators.resolve(identity, origin)
        requirePermissions(administrator.permissions, permissions)
        return administrator
      }),
  }
}

/** Refuses what arrives before the database has what the code needs. */
const refuseUntilMigrated =
  (schema: SchemaCheck): Middleware =>
  (_, next) => {
    if (schema.isMigrated()) return next()
    throw new ApiError('SERVICE_UNAVAILABLE', 'The service cannot answer yet')
  }

const healthOf =
  (schema: SchemaCheck, broker: Broker | undefined, more: HealthCheck | undefined): HealthCheck =>
  async () => {
    const state = await schema.look()
    return {
      database: { up: state !== 'unavailable', needed: true },
      ...(state === 'behind' && { migrations: { up: false, needed: true } }),
      ...(broker && { broker: { up: broker.isConnected(), needed: false } }),
      ...(await more?.()),
    }
  }
