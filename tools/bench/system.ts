import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createInternalKeys } from '@campstore/auth/internal-keys'
import pg from 'pg'
import { localDirectory } from '../command.ts'
import type { BenchContext } from './context.ts'
import { generateLoad } from './load-generator.ts'
import { type ProcessorTimes, recordProcessorTimes } from './processor-time.ts'
import type { BenchRequest } from './requests.ts'
import type { Variant } from './rounds.ts'
import { type BenchDatabase, type NodeServer, type ServiceName, startNode, type VirtualHost } from './servers.ts'

/** What checkouts leave, and how it is removed. */
export type Cleanup = {
  /** Schema whose outbox they fill. */
  schema: string
  /** Removes what they have left in the database, so that each round meets the same one. */
  deleteResults(database: pg.Client): Promise<void>
}

/** The system under test: a gateway and services on a filled database. */
export type System = {
  name: string
  gateway: NodeServer
  services: readonly NodeServer[]
  database: BenchDatabase
  owner: pg.Client
  /** Longest that the relay took, after a round, to publish what was left; in seconds. */
  slowestDrain: number
  /** CPU time of its processes and of the servers for each request. */
  processorTimes: ProcessorTimes
  /** Waits for the relay, then removes what checkouts have left in database and broker. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

/** How long everything is held: nothing ends while something else is measured. */
export const holdSeconds = 7200

/** What {@link startSystem} takes. */
export type SystemPlan = {
  name: string
  database: BenchDatabase
  /** In the order of their start; each may call those before it. */
  services: readonly ServiceName[]
  cleanup: Cleanup
  /** Another way to the broker, given its address; the same way when it is not given. */
  brokerUrl?: (url: string) => Promise<string>
  /** Flags of Node for each process, besides those that every service is started with. */
  flags?: (process: 'gateway' | ServiceName) => readonly string[]
}

/** Starts a system, with bare Koa behind its gateway too. */
export async function startSystem(context: BenchContext, plan: SystemPlan): Promise<System> {
  const { name, database, cleanup } = plan
  const host = await context.servers.createVirtualHost(name)
  const broker = { ...host, url: (await plan.brokerUrl?.(host.url)) ?? host.url }
  const services: NodeServer[] = []
  for (const service of plan.services) services.push(await startService(context, plan, service, broker, services))
  const gateway = await startGateway(context, plan, services)
  const owner = new pg.Client({ connectionString: database.adminUrl })
  owner.on('error', () => {
    // The query that it interrupts fails with the same error.
  })
  await owner.connect()
  const measured = [
    { name: 'gateway', pid: gateway.pid },
    ...services.map(({ pid }, index) => ({ name: plan.services[index] ?? '', pid })),
    { name: 'bare Koa', pid: context.limits.koa.pid },
  ]
  const system: System = {
    name,
    gateway,
    services,
    database,
    owner,
    slowestDrain: 0,
    processorTimes: recordProcessorTimes(measured),
    cleanUp: async () => {
      system.slowestDrain = Math.max(system.slowestDrain, await awaitEmptyOutbox(owner, cleanup.schema))
      await cleanup.deleteResults(owner)
      await broker.purgeQueues()
    },
    close: async () => {
      await owner.end()
      for (const process of [gateway, ...services]) await process.stop()
    },
  }
  return system
}

/** @param before the services that run already, which this one may call; in the plan's order */
function startService(
  context: BenchContext,
  plan: SystemPlan,
  service: ServiceName,
  broker: VirtualHost,
  before: readonly NodeServer[],
): Promise<NodeServer> {
  const { home } = context.servers
  return startNode({
    home,
    name: `${service} ${plan.name}`,
    flags: [...profiling(context, plan, service), ...(plan.flags?.(service) ?? [])],
    main: `services/${service}/src/main.ts`,
    readyPath: '/health/ready',
    environment: {
      ...context.environment,
      ...redis(context),
      ...secrets,
      ...addressesOf(plan, before),
      DATABASE_URL: plan.database.urlOf(service),
      RABBITMQ_URL: broker.url,
      CHECKOUT_HOLD_SECONDS: String(holdSeconds),
    },
  })
}

function startGateway(context: BenchContext, plan: SystemPlan, services: readonly NodeServer[]): Promise<NodeServer> {
  const { servers, limits } = context
  return startNode({
    home: servers.home,
    name: `gateway ${plan.name}`,
    flags: [...profiling(context, plan, 'gateway'), ...(plan.flags?.('gateway') ?? [])],
    main: 'gateway/src/main.ts',
    readyPath: '/health',
    environment: { ...redis(context), ADMIN_URLS: limits.koa.url, ...addressesOf(plan, services) },
  })
}

/** Where the services of a plan that are open can be reached. */
const addressesOf = ({ services }: SystemPlan, open: readonly NodeServer[]): Record<string, string> =>
  Object.fromEntries(open.map(({ url }, index) => [`${services[index]?.toUpperCase() ?? ''}_URLS`, url]))

/** What no measurement depends on. */
const secrets = {
  ...createInternalKeys().environment,
  PAYMENT_SIGNING_SECRET: 'secret-of-the-benchmark',
  ECPAY_CHECKOUT_URL: 'http://payments.test/form',
  ECPAY_MERCHANT_ID: '1',
  ECPAY_HASH_KEY: 'key-of-the-benchmark',
  ECPAY_HASH_IV: 'iv-of-the-benchmark',
  ECPAY_RETURN_URL: 'http://payments.test/return',
}

const redis = ({ servers: { redisUrl } }: BenchContext): Record<string, string> =>
  redisUrl === undefined ? {} : { REDIS_URL: redisUrl }

/** A load: a kind of request on some connections. */
export type Load = { name: string; request: BenchRequest; connections: number }

/** Requests to a system through its gateway. */
export function loadVariant(system: System, { tokens }: BenchContext, { name, ...requests }: Load): Variant {
  const job = { ...requests, tokens, origin: system.gateway.url }
  return {
    name,
    run: seconds =>
      system.processorTimes.during(name, requests.connections, () => generateLoad({ ...job, seconds }), seconds),
    ...(requests.request.kind === 'checkout' ? { after: () => system.cleanUp() } : {}),
  }
}

/** With `--profile` Node writes a CPU profile of each process when it stops, which developer tools of browsers open. */
const profiling = ({ options }: BenchContext, { name }: SystemPlan, process: string): string[] =>
  options.profile
    ? [
        '--cpu-prof',
        `--cpu-prof-dir=${join(localDirectory, 'profiles')}`,
        `--cpu-prof-name=${process}-${name}.cpuprofile`,
      ]
    : []

/**
 * Waits until the relay has published everything.
 *
 * @returns how many seconds that took
 */
export async function awaitEmptyOutbox(database: pg.Client, schema: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rowCount } = await database.query(`select from ${schema}.outbox limit 1`)
    const waited = (performance.now() - began) / 1000
    if (rowCount === 0 || waited > 120) return waited
    await delay(100)
  }
}
