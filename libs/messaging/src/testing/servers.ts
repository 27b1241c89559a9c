import { randomUUID } from 'node:crypto'
import { createTestVhost, type TestVhost } from '@campstore/testing/broker'
import { createTestDatabase } from '@campstore/testing/databases'
import { proxyBefore } from '@campstore/testing/tcp-proxy'
import { until } from '@campstore/testing/waiting'
import type pg from 'pg'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type Broker, connectBroker } from '../broker.ts'
import { messagingSql } from '../sql-library.ts'
import type { Topology } from '../topology.ts'
import { createTables } from './tables.ts'

export const silentLog = pino({ enabled: false })
/** A name that no other test uses, for queues and the like. */
export const unique = (name: string): string => `${name}.${randomUUID().slice(0, 8)}`

/** Of an empty database with outbox and inbox in schema `store`; dropped after the test. */
export async function storePool(): Promise<pg.Pool> {
  const database = await createTestDatabase()
  const pool = database.pool(undefined, { max: 10 })
  await createTables(pool, 'store', [messagingSql('store')])
  onTestFinished(() => database.drop())
  return pool
}

let vhost: Promise<TestVhost> | undefined

/** One vhost for all test files of this process, in which each names its own queues. */
export function vhostOfTests(): Promise<TestVhost> {
  vhost ??= createTestVhost()
  return vhost
}

export const brokerUrl = async (): Promise<string> => (await vhostOfTests()).url

/** Opens the connections to the broker, without waiting for them; closes them after the test. */
export async function openBroker(topology: Topology, url?: string): Promise<Broker> {
  const broker = connectBroker({ url: url ?? (await brokerUrl()), name: 'test', log: silentLog, topology })
  onTestFinished(() => broker.close())
  return broker
}

export async function openConnectedBroker(topology: Topology, url?: string): Promise<Broker> {
  const broker = await openBroker(topology, url)
  await until(() => broker.isConnected())
  return broker
}

/** Starts a proxy before the broker that can disconnect everyone, as a stopped broker does. */
export async function startBrokerProxy() {
  const proxy = await proxyBefore(await brokerUrl())
  const disconnect = () => proxy.leadTo(undefined)
  onTestFinished(disconnect)
  return { ...proxy, disconnect, reconnect: proxy.restore }
}
