import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createInternalKeys } from '@campstore/auth/internal-keys'
import pg from 'pg'
import { localDirectory } from '../command.ts'
import { generateLoad } from './generate-load.ts'
import { noteProcessorTimes, type ProcessorTimes } from './processor-time.ts'
import type { BenchRequest } from './requests.ts'
import type { Contender } from './rounds.ts'
import type { Stage } from './scenario.ts'
import { type BenchDatabase, type NodeServer, type ServiceName, startNode, type VirtualHost } from './servers.ts'

/** What checkouts leave, and how it is removed. */
export type Leavings = {
  /** Schema whose outbox they fill. */
  schema: string
  /** Removes what they have left in the database, so that each round meets the same one. */
  forget(database: pg.Client): Promise<void>
}

/** The system under test: a gateway and services on a filled database. */
export type Shop = {
  name: string
  gateway: NodeServer
  services: readonly NodeServer[]
  database: BenchDatabase
  owner: pg.Client
  /** Longest that the relay took, after a round, to publish what was left; in seconds. */
  slowestDrain: number
  /** What its processes and the servers have spent on what was asked of it. */
  processorTimes: ProcessorTimes
  /** Waits for the relay, then removes what checkouts have left in database and broker. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

/** How long everything is held: nothing ends while something else is measured. */
export const holdSeconds = 7200

/** What {@link openShop} takes. */
export type ShopPlan = {
  name: string
  database: BenchDatabase
  /** In the order in which they are started; each may ask those before it. */
  services: readonly ServiceName[]
  leavings: Leavings
  /** Another way to the broker, given its address; the same way when it is not given. */
  brokerUrl?: (url: string) => Promise<string>
  /** Flags of Node for each process, besides those that every service is started with. */
  flags?: (process: 'gateway' | ServiceName) => readonly string[]
}

/** Opens a shop; bare Koa is behind its gateway too. */
export async function openShop(stage: Stage, plan: ShopPlan): Promise<Shop> {
  const { name, database, leavings } = plan
  const host = await stage.servers.createVirtualHost(name)
  const broker = { ...host, url: (await plan.brokerUrl?.(host.url)) ?? host.url }
  const services: NodeServer[] = []
  for (const service of plan.services) services.push(await openService(stage, plan, service, broker, services))
  const gateway = await openGateway(stage, plan, services)
  const owner = new pg.Client({ connectionString: database.adminUrl })
  owner.on('error', () => {
    // Told by the query that it interrupts; at the end of everything there is none.
  })
  await owner.connect()
  const measured = [
    { name: 'gateway', pid: gateway.pid },
    ...services.map(({ pid }, index) => ({ name: plan.services[index] ?? '', pid })),
    { name: 'bare Koa', pid: stage.limits.koa.pid },
  ]
  const shop: Shop = {
    name,
    gateway,
    services,
    database,
    owner,
    slowestDrain: 0,
    processorTimes: noteProcessorTimes(measured),
    cleanUp: async () => {
      shop.slowestDrain = Math.max(shop.slowestDrain, await awaitEmptyOutbox(owner, leavings.schema))
      await leavings.forget(owner)
      await broker.purgeQueues()
    },
    close: async () => {
      await owner.end()
      for (const process of [gateway, ...services]) await process.stop()
    },
  }
  return shop
}

/** @param before the services that are open already, which this one may ask; in the plan's order */
function openService(
  stage: Stage,
  plan: ShopPlan,
  service: ServiceName,
  broker: VirtualHost,
  before: readonly NodeServer[],
): Promise<NodeServer> {
  const { home } = stage.servers
  return startNode({
    home,
    name: `${service} ${plan.name}`,
    flags: [...profiling(stage, plan, service), ...(plan.flags?.(service) ?? [])],
    main: `services/${service}/src/main.ts`,
    readyPath: '/health/ready',
    environment: {
      ...stage.environment,
      ...redis(stage),
      ...secrets,
      ...addressesOf(plan, before),
      DATABASE_URL: plan.database.urlOf(service),
      RABBITMQ_URL: broker.url,
      CHECKOUT_HOLD_SECONDS: String(holdSeconds),
    },
  })
}

function openGateway(stage: Stage, plan: ShopPlan, services: readonly NodeServer[]): Promise<NodeServer> {
  const { servers, limits } = stage
  return startNode({
    home: servers.home,
    name: `gateway ${plan.name}`,
    flags: [...profiling(stage, plan, 'gateway'), ...(plan.flags?.('gateway') ?? [])],
    main: 'gateway/src/main.ts',
    readyPath: '/health',
    environment: { ...redis(stage), ADMIN_URLS: limits.koa.url, ...addressesOf(plan, services) },
  })
}

/** Where the services of a plan that are open can be reached. */
const addressesOf = ({ services }: ShopPlan, open: readonly NodeServer[]): Record<string, string> =>
  Object.fromEntries(open.map(({ url }, index) => [`${services[index]?.toUpperCase() ?? ''}_URLS`, url]))

/** What no measurement depends on. */
const secrets = {
  ...createInternalKeys().environment,
  PAYMENT_SIGNING_SECRET: 'secret-of-the-benchmark',
  ECPAY_CHECKOUT_URL: 'http://payments.test/form',
  ECPAY_MERCHANT_ID: '1',
  ECPAY_HASH_KEY: 'key-of-the-benchmark',
  ECPAY_HASH_IV: 'iv-of-the-benchmark',
  ECPAY_RETURN_URL: 'http://payments.test/told',
}

const redis = ({ servers: { redisUrl } }: Stage): Record<string, string> =>
  redisUrl === undefined ? {} : { REDIS_URL: redisUrl }

/** A load: a kind of request on some connections. */
export type Asking = { name: string; request: BenchRequest; connections: number }

/** Asking a shop through its gateway. */
export function asking(shop: Shop, { tokens }: Stage, { name, ...asked }: Asking): Contender {
  const job = { ...asked, tokens, origin: shop.gateway.url }
  return {
    name,
    run: seconds =>
      shop.processorTimes.during(name, asked.connections, () => generateLoad({ ...job, seconds }), seconds),
    ...(asked.request.kind === 'checkout' ? { after: () => shop.cleanUp() } : {}),
  }
}

/** With `--profile` Node writes a CPU profile of each process when it stops, which developer tools of browsers open. */
const profiling = ({ options }: Stage, { name }: ShopPlan, process: string): string[] =>
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
