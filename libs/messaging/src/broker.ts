import { brokerAddressesIn, brokerLoginIn } from '@campstore/core/config/broker-addresses'
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
const heartbeatSeconds = 5

/**
 * Connects to RabbitMQ in the background and stays connected. Returns at once, so that a service starts while the broker is
 * unavailable.
 *
 * Publishers and consumers have separate connections, because a broker that runs out of memory stops reading from connections
 * that publish, and acknowledgements must still get through.
 *
 * @param options.url of the broker, or of each node of a cluster, separated by commas
 */
export function connectBroker(options: { url: string; name: string; log: Logger; topology: Topology }): Broker {
  const { url, name, log, topology } = options
  const publishing = openConnection({ url, log, topology, name: `${name} publishing` })
  const consuming = openConnection({ url, log, topology, name: `${name} consuming`, heartbeatSeconds })
  const publisher = createPublisher({ connection: publishing, topology })
  return {
    publisher,
    publishing,
    consuming,
    user: brokerLoginIn(brokerAddressesIn(url)[0]).user,
    isConnected: () => publisher.isReady() && consuming.isConnected(),
    close: async () => {
      await publisher.stop()
      await Promise.all([publishing.close(), consuming.close()])
    },
  }
}
