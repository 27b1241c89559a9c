import { bearerToken } from '@campstore/auth/bearer'
import type { Clock } from '@campstore/auth/identity'
import { verifyInternalToken } from '@campstore/auth/internal-token'
import { createMemberDirectory } from '@campstore/auth/members'
import { verifierFromConfig } from '@campstore/auth/verifier-from-config'
import { type Database, openDatabase } from '@campstore/database/database'
import { isDatabaseUnavailable } from '@campstore/database/errors'
import { type AppOptions, createApp } from '@campstore/http/app'
import type { Endpoint } from '@campstore/http/endpoint'
import type { HealthCheck } from '@campstore/http/health'
import { listen } from '@campstore/http/listen'
import { newId } from '@campstore/ids/new-id'
import { type Broker, connectBroker } from '@campstore/messaging/broker'
import { createOutboxSignal } from '@campstore/messaging/outbox'
import { startRelay } from '@campstore/messaging/relay'
import type { Topology } from '@campstore/messaging/topology'
import type { Logger } from '@campstore/telemetry/log'
import type { EntitySchema } from '@mikro-orm/postgresql'
import type { Middleware } from 'koa'
import type { ServiceConfig } from './config.ts'
import type { Consuming, Publishing, Running } from './dependencies.ts'

/** Something that works beside the requests: a consumer, a sweeper. */
export type Background = { stop(): Promise<void> }

/** What makes a service the one it is. */
export type ServiceParts = {
  endpoints: readonly Endpoint[]
  /** Stopped after the last request is answered, side by side. */
  background?: readonly Background[]
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
  /** What it needs besides database and broker. */
  health?: HealthCheck
}

type Built = ServiceParts | Promise<ServiceParts>
type Link = { url: string; topology: Topology }

/** A service without a broker; one that takes messages; one that also has an outbox, which is relayed. */
export type ServiceOptions =
  | (Common & { broker?: undefined; build(running: Running): Built })
  | (Common & { broker: Link & { outboxSchema?: undefined }; build(running: Consuming): Built })
  | (Common & { broker: Link & { outboxSchema: string }; build(running: Publishing): Built })

/**
 * Starts a service: connections, what works in the background, HTTP. It starts, and waits, also while servers are away.
 *
 * @param options.build makes its endpoints and starts its background parts, given the connections that `broker` asks for
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
    entities: options.entities,
    applicationName: name,
  })
  const running = { database, clock, newId, log }
  const { parts, messaging } = await build(options, running)
  const authenticate = await authenticators(name, config, running, parts.endpoints)
  const app = createApp({
    log,
    authenticate,
    endpoints: parts.endpoints,
    middleware: parts.middleware,
    isUnavailable: isDatabaseUnavailable,
    responseCheck: config.RESPONSE_CHECK,
    health: healthOf(database, messaging?.broker, options.health),
  })
  const http = await listen(app, { host: config.HOST, port: config.PORT })
  return {
    url: http.url,
    async stop() {
      await http.stop()
      await Promise.all((parts.background ?? []).map(part => part.stop()))
      await messaging?.relay?.stop()
      await messaging?.broker.close()
      await database.close()
    },
  }
}

type Messaging = { broker: Broker; relay?: Background }

async function build(
  options: ServiceOptions,
  running: Running,
): Promise<{ parts: ServiceParts; messaging?: Messaging }> {
  if (!hasBroker(options)) return { parts: await options.build(running) }
  const { name, log } = options
  const { url, topology } = options.broker
  const broker = await connectBroker({ url, name, log, topology })
  if (!hasOutbox(options)) return { parts: await options.build({ ...running, broker }), messaging: { broker } }
  const { outboxSchema: schema } = options.broker
  const { pool } = running.database
  const signalOutbox = createOutboxSignal(pool, schema)
  const parts = await options.build({ ...running, broker, signalOutbox })
  const relay = startRelay({
    ...{ pool, schema, log, publisher: broker.publisher, databaseUrl: options.config.DATABASE_URL },
  })
  return { parts, messaging: { broker, relay } }
}

type WithBroker = Exclude<ServiceOptions, { broker?: undefined }>
const hasBroker = (options: ServiceOptions): options is WithBroker => options.broker !== undefined
const hasOutbox = (options: WithBroker): options is Extract<WithBroker, { broker: { outboxSchema: string } }> =>
  options.broker.outboxSchema !== undefined

/** What proves who asks, as far as the endpoints need it: an identity verifier takes memory. */
async function authenticators(
  audience: string,
  config: ServiceConfig,
  running: Running,
  endpoints: readonly Endpoint[],
): Promise<AppOptions['authenticate']> {
  const secret = config.INTERNAL_TOKEN_SECRET
  const forMembers = endpoints.some(({ route }) => route.access === 'member')
  return {
    member: forMembers ? await memberAuthenticator(config, running) : undefined,
    internal: async (authorization, permission) =>
      verifyInternalToken(bearerToken(authorization), { secret, audience, permission }, running.clock),
  }
}

async function memberAuthenticator(
  config: ServiceConfig,
  { database, clock }: Running,
): Promise<NonNullable<AppOptions['authenticate']['member']>> {
  const verify = await verifierFromConfig(config, clock)
  const members = createMemberDirectory({ pool: database.pool, newId, clock })
  return async authorization => members.resolve((await verify(bearerToken(authorization))).identity)
}

const healthOf =
  ({ pool }: Database, broker: Broker | undefined, more: HealthCheck | undefined): HealthCheck =>
  async () => ({
    database: { up: await answers(pool), needed: true },
    ...(broker && { broker: { up: broker.isConnected(), needed: false } }),
    ...(await more?.()),
  })

const answers = (pool: { query(text: string): Promise<unknown> }): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )
