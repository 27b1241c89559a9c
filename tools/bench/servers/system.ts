import { setTimeout as delay } from 'node:timers/promises'
import type { ProcessName, ServiceName, ServiceProcess } from '@campstore/testing/processes'
import pg from 'pg'
import type { Context } from '../context.ts'
import { type Cleanup, cleanUp } from '../data/data.ts'
import { runLoadInThread } from '../measure/load.ts'
import type { Variant } from '../measure/rounds.ts'
import type { Workload } from '../workloads/requests.ts'
import { startMeasuredProcesses } from './node-server.ts'
import type { BenchDatabase } from './servers.ts'

/** The system under test: a gateway and services on a filled database. */
export type System = {
  gateway: ServiceProcess
  services: readonly ServiceProcess[]
  owner: pg.Client
  /** Longest time in seconds that the relay took, after a round, to publish the rest. */
  slowestDrain: number
  /** Waits for the relay, then deletes what checkouts have left in database and broker. */
  cleanUp(): Promise<void>
}

export type SystemOptions = {
  name: string
  database: BenchDatabase
  services: readonly ServiceName[]
  cleanup: Cleanup
  /** Another way to the broker, given its address. */
  brokerUrl?(url: string): Promise<string>
  /** Root folder of another release. */
  release?: string | undefined
}

/** The payment provider, which no checkout calls. */
export const paymentProvider = {
  ECPAY_CHECKOUT_URL: 'http://payments.test/form',
  ECPAY_MERCHANT_ID: '1',
  ECPAY_HASH_KEY: 'key-of-the-benchmark',
  ECPAY_HASH_IV: 'iv-of-the-benchmark',
  ECPAY_RETURN_URL: 'http://payments.test/return',
}

/** How long everything is held: nothing ends while something else is measured. */
export const holdSeconds = 7200

export async function startMeasuredSystem(context: Context, options: SystemOptions): Promise<System> {
  const { name: instance, database, cleanup, release, brokerUrl = async (url: string) => url } = options
  const { servers } = context
  const environment = { ...context.environment, ...paymentProvider }
  const host = await servers.createVirtualHost(instance)
  const common = { ...environment, RABBITMQ_URL: await brokerUrl(host.url), CHECKOUT_HOLD_SECONDS: String(holdSeconds) }
  const counts = Object.fromEntries(['gateway', ...options.services].map(name => [name, 1]))
  const variablesOf = (name: ProcessName): Record<string, string> =>
    name === 'gateway' ? environment : { ...common, DATABASE_URL: database.urlOf(name) }
  const running = await startMeasuredProcesses(context, { counts, variablesOf, instance, release })
  const owner = new pg.Client({ connectionString: database.adminUrl })
  owner.on('error', () => {
    // The query that it interrupts fails with the same error.
  })
  await owner.connect()
  const system: System = {
    gateway: running.process('gateway', 0),
    services: running.processes(),
    owner,
    slowestDrain: 0,
    cleanUp: async () => {
      system.slowestDrain = Math.max(system.slowestDrain, await awaitEmptyOutbox(owner, cleanup.schema))
      await cleanUp(owner, cleanup)
      await host.purgeQueues()
    },
  }
  return system
}

/** Waits until the relay has published everything, at most two minutes. @returns how many seconds that took */
export async function awaitEmptyOutbox(database: pg.Client, schema: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rowCount } = await database.query(`select from ${schema}.outbox limit 1`)
    const waited = (performance.now() - began) / 1000
    if (rowCount === 0 || waited > 120) return waited
    await delay(100)
  }
}

/** Requests to a system through its gateway; what checkouts leave is deleted afterwards. */
export function loadVariant(
  system: System,
  { tokens }: Pick<Context, 'tokens'>,
  load: { name: string; workload: Workload; connections: number },
): Variant {
  const { name, ...job } = load
  const isCheckout = job.workload.kind === 'booking' || job.workload.kind === 'order'
  return {
    name,
    run: seconds => runLoadInThread({ ...job, tokens, origin: system.gateway.url, seconds }),
    ...(isCheckout ? { after: system.cleanUp } : {}),
  }
}
