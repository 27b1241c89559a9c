import { type ConfirmChannel, IllegalOperationError, type Message, type Options } from 'amqplib'
import type { Connection } from './connection.ts'
import { declareQueues, type Topology } from './topology.ts'

/** A message to publish. Always persistent; `timestamp` is in Unix seconds, by default now. */
export type OutgoingMessage = {
  /** Empty for the default exchange, where the routing key is the name of a queue. */
  exchange: string
  routingKey: string
  content: Buffer
  /** Whether it is an error when no queue takes the message. */
  mandatory: boolean
  properties: Omit<Options.Publish, 'mandatory' | 'persistent' | 'deliveryMode'>
}

/** A message may not have arrived. Publishing it again can duplicate it. */
export class PublishError extends Error {
  override readonly name = 'PublishError'
  /** `untaken`: it was sent, but no queue takes it, or the broker refused it, closed the channel, or did not reply. */
  readonly failure: 'unsent' | 'unencodable' | 'untaken'
  constructor(message: string, failure: PublishError['failure'] = 'untaken') {
    super(message)
    this.failure = failure
  }
}

export type Publisher = {
  /**
   * Publishes a message and waits for the broker's confirm.
   *
   * @throws PublishError when the broker is disconnected or blocked, rejects the message, does not confirm in time, or returns
   *   a mandatory message as unroutable
   */
  publish(message: OutgoingMessage): Promise<void>
  /** Whether messages can be published now. */
  isReady(): boolean
  stop(): Promise<void>
}

/** Must be below the database's idle session timeout, because the outbox relay holds its claims with a session. */
const defaultConfirmTimeoutMs = 10_000

/**
 * If a queue confirms on none of this many connections, the queue is the cause, and dropping more connections only harms other
 * queues. Clusters commonly have three nodes.
 */
const blamedConnections = 3

/** Starts a publisher with its own channel on a connection. */
export function createPublisher(options: {
  connection: Connection
  topology: Topology
  confirmTimeoutMs?: number
}): Publisher {
  const { connection, topology, confirmTimeoutMs = defaultConfirmTimeoutMs } = options
  const returned = new Set<string>()
  /** For each route without a timely confirm: the number of connections in a row, and the channel of the last one. */
  const unconfirmed = new Map<string, { connections: number; last: ConfirmChannel }>()
  const noteUnconfirmed = (channel: ConfirmChannel, route: string) => {
    const { connections = 0, last } = unconfirmed.get(route) ?? {}
    // A later connection is not to blame.
    if (last === channel || recovering.current() !== channel || connection.isBlocked()) return
    unconfirmed.set(route, { connections: connections + 1, last: channel })
    if (connections < blamedConnections) connection.abandon()
  }
  const recovering = connection.openChannel(async channel => {
    returned.clear()
    const redeclare = createRedeclare(channel, topology)
    channel.on('return', message => {
      returned.add(returnKey(message.fields.exchange, message.fields.routingKey, message.properties.messageId))
      redeclare()
    })
  })

  return {
    publish: async message => {
      const channel = recovering.current()
      if (!channel) throw new PublishError('not connected to the broker', 'unsent')
      if (connection.isBlocked()) throw new PublishError('the broker blocks publishing', 'unsent')
      const route = `${message.exchange}\n${message.routingKey}`
      await confirmed(channel, message, confirmTimeoutMs, () => noteUnconfirmed(channel, route))
      unconfirmed.delete(route)
      const key = returnKey(message.exchange, message.routingKey, message.properties.messageId)
      // The broker returns a message before it confirms it.
      if (message.mandatory && returned.delete(key))
        throw new PublishError(`no queue takes ${message.exchange || 'the default exchange'} / ${message.routingKey}`)
    },
    isReady: () => recovering.current() !== undefined && !connection.isBlocked(),
    stop: () => recovering.close(),
  }
}

const returnKey = (exchange: string, routingKey: string, messageId: Message['properties']['messageId']): string =>
  `${exchange}\n${routingKey}\n${messageId}`

/** @param onTimeout called when the broker has not confirmed in time */
function confirmed(
  channel: ConfirmChannel,
  message: OutgoingMessage,
  timeoutMs: number,
  onTimeout: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new PublishError(reason))
    const timer = setTimeout(() => {
      fail('the broker did not confirm in time')
      onTimeout()
    }, timeoutMs)
    const settle = (error: unknown) => {
      clearTimeout(timer)
      if (error) fail(error instanceof Error ? error.message : 'rejected by the broker')
      else resolve()
    }
    try {
      const { exchange, routingKey, content, mandatory, properties } = message
      const timestamp = properties.timestamp ?? Math.floor(Date.now() / 1000)
      channel.publish(exchange, routingKey, content, { ...properties, timestamp, mandatory, persistent: true }, settle)
    } catch (error) {
      clearTimeout(timer)
      // The library refuses a closed channel in the same way as a message that it cannot encode.
      const failure = error instanceof IllegalOperationError ? 'unsent' : 'unencodable'
      reject(new PublishError(error instanceof Error ? error.message : 'rejected', failure))
    }
  })
}

/** Declares the queues again, once at a time, when a message was returned: its queue may have been deleted. */
function createRedeclare(channel: ConfirmChannel, topology: Topology): () => void {
  let running = false
  return () => {
    if (running) return
    running = true
    declareQueues(channel, topology)
      .catch(() => {
        // The channel is lost with the error, and reports it.
      })
      .finally(() => {
        running = false
      })
  }
}
