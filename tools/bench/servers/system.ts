import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '@campstore/local-servers/ports'
import { type ProcessName, type ServiceName, type ServiceProcess, startProcesses } from '@campstore/testing/processes'
import pg from 'pg'
import { serviceFlags } from '../../service-flags.ts'
import type { Context } from '../context.ts'
import { type Cleanup, runSql } from '../data/data.ts'
import type { Source } from '../profile/costs.ts'
import { postgresSource } from '../profile/postgres.ts'
import { v8Source } from '../profile/v8.ts'
import type { BenchDatabase } from './servers.ts'

/** The system under test: a gateway and services on a filled database. */
export type System = {
  gateway: ServiceProcess
  owner: pg.Client
  /** What can be observed of it while it is profiled. */
  sources: readonly Source[]
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
  const environment = { ...context.environment, ...paymentProvider }
  const ofServices = {
    ...environment,
    RABBITMQ_URL: await brokerUrl(host.url),
    CHECKOUT_HOLD_SECONDS: String(holdSeconds),
  }
  const names = ['gateway', ...services] as const
  const { profile } = context.options
  const inspectorPorts = profile ? await freePorts(names.length) : []
  const inspectorOf = (name: ProcessName) => inspectorPorts[names.indexOf(name)]
  const running = await startProcesses({
    counts: Object.fromEntries(names.map(name => [name, 1])),
    variablesOf: name => (name === 'gateway' ? environment : { ...ofServices, DATABASE_URL: database.urlOf(name) }),
    optionsOf: name => ({ flags: [...serviceFlags, ...(profile ? [`--inspect=${inspectorOf(name)}`] : [])], release }),
  })
  for (const name of names) context.processes.push({ name, pid: running.process(name, 0).pid })
  const owner = new pg.Client({ connectionString: database.adminUrl })
  owner.on('error', () => {
    // The query that it interrupts fails with the same error.
  })
  await owner.connect()
  // The broker's own command takes a second, and V8's profile shall be short.
  const ofProcesses = names.map(name => v8Source(name, inspectorOf(name) ?? 0))
  const sources = [...context.servers.brokerSources, postgresSource(database.adminUrl), ...ofProcesses]
  const system: System = {
    gateway: running.process('gateway', 0),
    owner,
    sources: profile ? sources : [],
    slowestDrain: 0,
    cleanUp: async () => {
      const drain = await secondsUntilNone(owner, `select from ${cleanup.schema}.outbox limit 1`)
      system.slowestDrain = Math.max(system.slowestDrain, drain)
      for (const file of cleanup.files) await runSql(owner, file, { release })
      await host.purgeQueues()
    },
  }
  return system
}

/** Waits until a query finds no row, at most three minutes. @returns how many seconds that took */
export async function secondsUntilNone(database: pg.Client, text: string, values: unknown[] = []): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rowCount } = await database.query(text, values)
    const waited = (performance.now() - began) / 1000
    if (rowCount === 0 || waited > 180) return waited
    await delay(100)
  }
}
