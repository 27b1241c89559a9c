import type { Logger } from '@campstore/core/telemetry/log'
import { type Connection, openConnection } from './connection.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import type { Topology } from './topology.ts'

/** A process's way to RabbitMQ. */
export type Broker = {
  publisher: Publisher
  /** Connection of the publisher, for what else publishes. */
  publishing: Connection
  /** Connection of the consumers, for {@link startConsumer}. */
  consuming: Connection
  /** The user that it logs in as. */
  user: string
  topology: Topology
  /** Whether messages go both ways at present. */
  isConnected(): boolean
  /** Closes both connections; consumers and relays are stopped before. */
  close(): Promise<void>
}

/**
 * A process that is frozen, or whose machine is gone, keeps what it has in hand until the broker has missed its heartbeats:
 * 10 to 20 s, in which payments and the ends of holds wait. A shorter one would cut connections of a busy machine.
 */
const consumingHeartbeatSeconds = 10

/**
 * Connects to RabbitMQ in the background and stays connected: returns at once, so that a service starts while the broker
 * is away. The topology is declared on every new channel.
 *
 * Publishers and consumers have a connection each, because a broker short of memory stops reading from those that publish,
 * and acknowledgements must still get through then.
 *
 * @param name name of the process, as the broker's operator sees it
 * @param confirmTimeoutMs how long to wait for the confirm of a message, default 10 s
 */
export async function connectBroker(options: {
  url: string
  name: string
  log: Logger
  topology: Topology
  confirmTimeoutMs?: number
}): Promise<Broker> {
  const { url, name, log, topology, confirmTimeoutMs } = options
  const publishing = await openConnection({ url, name: `${name} publishing`, log })
  const consuming = await openConnection({
    url,
    name: `${name} consuming`,
    log,
    heartbeatSeconds: consumingHeartbeatSeconds,
  })
  const publisher = createPublisher({ connection: publishing, topology, log, confirmTimeoutMs })
  return {
    publisher,
    publishing,
    consuming,
    user: userOf(url),
    topology,
    isConnected: () => publisher.isReady() && consuming.isConnected(),
    close: async () => {
      await publisher.stop()
      await Promise.all([publishing.close(), consuming.close()])
    },
  }
}

/** The library logs in as guest where an address names nobody. */
function userOf(url: string): string {
  const { username, password } = new URL(url)
  return username === '' && password === '' ? 'guest' : decodeURIComponent(username)
}
