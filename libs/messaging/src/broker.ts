import { brokerAddressesIn, brokerLoginIn } from '@campstore/core/config/broker-addresses'
import { answerWithin, type OutageReason, outageReason } from '@campstore/core/outage-reason'
import type { Logger } from '@campstore/core/telemetry/log'
import type { ConfirmChannel } from 'amqplib'
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
  /** Asks the broker, and says why messages cannot be published or consumed now; undefined when they can. */
  outage(): Promise<OutageReason | undefined>
  /** Closes both connections; stop consumers and relays before. */
  close(): Promise<void>
}

/**
 * A process that is frozen, or whose machine is lost, keeps its unacknowledged messages until the broker has missed its
 * heartbeats, for 5 to 10 s, in which payments and expired holds wait. A shorter interval would disconnect a busy machine.
 */
const heartbeatSeconds = 5

/** How long an answer of the broker may take, in milliseconds. */
const answerLimitMs = 2_000

/**
 * A round trip to the broker on a channel of its own. Callers share one that is on its way: a frozen broker gets one question.
 */
function createQuestion(connection: Connection): () => Promise<OutageReason | undefined> {
  const channel = connection.openChannel(async () => {})
  let asked: { on: ConfirmChannel; answer: Promise<undefined> } | undefined
  return async () => {
    const on = channel.current()
    if (!on) return 'connection lost'
    if (asked?.on !== on) {
      // Any broker answers this to any user, also while an alarm blocks publishers.
      const answer = on.prefetch(1).then((): undefined => {
        asked = undefined
      })
      asked = { on, answer }
    }
    return answerWithin<OutageReason | undefined>(answerLimitMs, asked.answer, 'no answer', outageReason)
  }
}

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
  const ask = createQuestion(consuming)
  return {
    publisher,
    publishing,
    consuming,
    user: brokerLoginIn(brokerAddressesIn(url)[0]).user,
    isConnected: () => publisher.isReady() && consuming.isConnected(),
    outage: async () => publishing.outage() ?? consuming.outage() ?? (publisher.isReady() ? ask() : 'connection lost'),
    close: async () => {
      await publisher.stop()
      await Promise.all([publishing.close(), consuming.close()])
    },
  }
}
