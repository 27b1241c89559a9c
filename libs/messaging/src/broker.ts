import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import type { Logger } from '@campstore/core/telemetry/log'
import { type Connection, openConnection } from './connection.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import type { Topology } from './topology.ts'

export type Broker = {
  publisher: Publisher
  /** Connection of the publisher, for other channels that publish. */
  publishing: Connection
  /** Connection of the consumers, for {@link startConsumer}. */
  consuming: Connection
  user: string
  /** Whether messages can be published and consumed now. */
  isConnected(): boolean
  /** Closes both connections; stop consumers and relays before. */
  close(): Promise<void>
}

/**
 * A process that is frozen, or whose machine is lost, keeps its unacknowledged messages until the broker has missed its
 * heartbeats, for 5 to 10 s, in which payments and expired holds wait. A shorter interval would disconnect a busy machine.
 */
const consumingHeartbeatSeconds = 5

/**
 * Connects to RabbitMQ in the background and stays connected. Returns at once, so that a service starts while the broker is
 * unavailable.
 *
 * Publishers and consumers have separate connections, because a broker that runs out of memory stops reading from connections
 * that publish, and acknowledgements must still get through.
 *
 * @param options.url of the broker, or of each node of a cluster, separated by commas
 * @param options.confirmTimeoutMs how long to wait for the confirm of a message, default 10 s
 */
export function connectBroker(options: {
  url: string
  name: string
  log: Logger
  topology: Topology
  confirmTimeoutMs?: number
}): Broker {
  const { url, name, log, topology, confirmTimeoutMs } = options
  const publishing = openConnection({ url, log, topology, name: `${name} publishing` })
  const heartbeatSeconds = consumingHeartbeatSeconds
  const consuming = openConnection({ url, log, topology, name: `${name} consuming`, heartbeatSeconds })
  const publisher = createPublisher({ connection: publishing, topology, confirmTimeoutMs })
  return {
    publisher,
    publishing,
    consuming,
    user: userOf(brokerAddressesIn(url)[0]),
    isConnected: () => publisher.isReady() && consuming.isConnected(),
    close: async () => {
      await publisher.stop()
      await Promise.all([publishing.close(), consuming.close()])
    },
  }
}

/** The library logs in as guest where an address has no user. */
function userOf(url: string): string {
  const { username, password } = new URL(url)
  return username === '' && password === '' ? 'guest' : decodeURIComponent(username)
}
