import { randomUUID } from 'node:crypto'
import { createServer, type Socket, connect as tcp } from 'node:net'
import { createTestVhost, type TestVhost } from '@campstore/testing/broker'
import { createTestDatabase } from '@campstore/testing/databases'
import { until } from '@campstore/testing/waiting'
import type pg from 'pg'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type Broker, connectBroker } from '../broker.ts'
import type { Topology } from '../topology.ts'
import { createTables, messagingTables } from './tables.ts'

export const silentLog = pino({ enabled: false })
/** A name that no other test uses, for queues and the like. */
export const unique = (name: string): string => `${name}.${randomUUID().slice(0, 8)}`

/** An empty database with outbox and inbox in schema `store`; dropped after the test. */
export async function storeDatabase(): Promise<{ pool: pg.Pool; url: string }> {
  const database = await createTestDatabase()
  const pool = database.pool(undefined, { max: 10 })
  await createTables(pool, 'store', [messagingTables])
  onTestFinished(() => database.drop())
  return { pool, url: database.adminUrl }
}

let vhost: Promise<TestVhost> | undefined

/** Deletes the vhost of a test file, at its end. */
export async function deleteFileVhost(): Promise<void> {
  const used = await vhost
  vhost = undefined
  await used?.delete()
}

/** The vhost of this test file, which ends with {@link deleteFileVhost}. */
export function fileVhost(): Promise<TestVhost> {
  vhost ??= createTestVhost()
  return vhost
}

export const brokerUrl = async (): Promise<string> => (await fileVhost()).url

/** Opens the connections to the broker, without waiting for them; closes them after the test. */
export async function openBroker(topology: Topology, url?: string): Promise<Broker> {
  const broker = await connectBroker({ url: url ?? (await brokerUrl()), name: 'test', log: silentLog, topology })
  onTestFinished(() => broker.close())
  return broker
}

/** Opens the connections to the broker and waits for them. */
export async function openConnectedBroker(topology: Topology, url?: string): Promise<Broker> {
  const broker = await openBroker(topology, url)
  await until(() => broker.isConnected())
  return broker
}

/** A proxy of the broker that can disconnect everyone, as a stopped broker does. */
type BrokerProxy = {
  url: string
  disconnect(): void
  reconnect(): void
  /** Keeps what clients send until it is called with false, as a broker that does not read. */
  hold(isHeld: boolean): void
  /** How often a client has connected. */
  connections(): number
  /** Calls a function when a client sends these bytes for the first time, before the broker gets them. */
  whenSent(bytes: Buffer, act: (client: Socket) => void): void
  /** Disconnects the next client that sends these bytes, before the broker gets them. */
  disconnectAt(bytes: Buffer): void
}

export async function startBrokerProxy(): Promise<BrokerProxy> {
  const target = new URL(await brokerUrl())
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let connected = true
  let connections = 0
  const awaited = new Map<Buffer, (client: Socket) => void>()
  const server = createServer(inbound => {
    if (!connected) return inbound.destroy()
    connections += 1
    clients.add(inbound)
    const outbound = tcp(Number(target.port), target.hostname)
    for (const socket of [inbound, outbound]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        inbound.destroy()
        outbound.destroy()
      })
    }
    outbound.pipe(inbound)
    inbound.on('data', chunk => {
      for (const [bytes, act] of awaited) {
        if (!chunk.includes(bytes)) continue
        awaited.delete(bytes)
        act(inbound)
      }
      if (!inbound.destroyed) outbound.write(chunk)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  const disconnect = () => {
    connected = false
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    disconnect()
    server.close()
  })
  return {
    url: url.href,
    disconnect,
    reconnect: () => {
      connected = true
    },
    hold: isHeld => {
      for (const client of clients) isHeld ? client.pause() : client.resume()
    },
    connections: () => connections,
    whenSent: (bytes, act) => void awaited.set(bytes, act),
    disconnectAt: bytes => void awaited.set(bytes, client => client.destroy()),
  }
}
