import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceName, type ServiceProcess, startProcesses } from '@campstore/testing/processes'
import pg from 'pg'
import { localDirectory } from '../../command.ts'
import { nodeEnvironment, serviceFlags } from '../../service-flags.ts'
import type { Context } from '../context.ts'
import { type Cleanup, cleanUp } from '../data/data.ts'
import type { BenchDatabase } from './servers.ts'

/** The system under test: a gateway and services on a filled database. */
export type System = {
  gateway: ServiceProcess
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

/** Starts a gateway and services, one process of each, with the flags of `npm start`. */
export async function startMeasuredSystem(context: Context, options: SystemOptions): Promise<System> {
  const { name: instance, database, services, cleanup, release, brokerUrl = async (url: string) => url } = options
  const host = await context.servers.createVirtualHost(instance)
  const environment = {
    ...nodeEnvironment(join(context.home, 'compile-cache')),
    ...context.environment,
    ...paymentProvider,
  }
  const ofServices = {
    ...environment,
    RABBITMQ_URL: await brokerUrl(host.url),
    CHECKOUT_HOLD_SECONDS: String(holdSeconds),
  }
  // Node writes a profile when a process stops.
  const profilingOf = (name: string) => [
    '--cpu-prof',
    `--cpu-prof-dir=${localDirectory}/profiles`,
    `--cpu-prof-name=${name}-${instance}.cpuprofile`,
  ]
  const names = ['gateway', ...services] as const
  const running = await startProcesses({
    counts: Object.fromEntries(names.map(name => [name, 1])),
    variablesOf: name => (name === 'gateway' ? environment : { ...ofServices, DATABASE_URL: database.urlOf(name) }),
    optionsOf: name => ({ flags: [...serviceFlags, ...(context.options.profile ? profilingOf(name) : [])], release }),
  })
  for (const name of names) context.processes.push({ ...running.process(name, 0), name })
  const owner = new pg.Client({ connectionString: database.adminUrl })
  owner.on('error', () => {
    // The query that it interrupts fails with the same error.
  })
  await owner.connect()
  const system: System = {
    gateway: running.process('gateway', 0),
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
