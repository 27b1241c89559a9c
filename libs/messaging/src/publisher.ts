import { type ConfirmChannel, IllegalOperationError, type Options } from 'amqplib'
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
   * Publishes a message and waits for the broker's confirm. Throws PublishError when the broker is disconnected or blocked,
   * rejects the message, does not confirm in time, or returns a mandatory message as unroutable.
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
    let isDeclaring = false
    channel.on('return', ({ fields, properties }) => {
      returned.add(`${routeOf(fields)}\n${properties.messageId}`)
      // Its queue may have been deleted. Where the declaration fails, the channel is lost with the error, and reports it.
      if (isDeclaring) return
      isDeclaring = true
      const declared = declareQueues(channel, topology).catch(() => {})
      void declared.then(() => {
        isDeclaring = false
      })
    })
  })

  return {
    publish: async message => {
      const channel = recovering.current()
      if (!channel) throw new PublishError('not connected to the broker', 'unsent')
      if (connection.isBlocked()) throw new PublishError('the broker blocks publishing', 'unsent')
      const route = routeOf(message)
      await confirmed(channel, message, confirmTimeoutMs, () => noteUnconfirmed(channel, route))
      unconfirmed.delete(route)
      // The broker returns a message before it confirms it.
      if (message.mandatory && returned.delete(`${route}\n${message.properties.messageId}`))
        throw new PublishError(`no queue takes ${message.exchange || 'the default exchange'} / ${message.routingKey}`)
    },
    isReady: () => recovering.current() !== undefined && !connection.isBlocked(),
    stop: () => recovering.close(),
  }
}

const routeOf = ({ exchange, routingKey }: { exchange: string; routingKey: string }) => `${exchange}\n${routingKey}`

/** @param onTimeout called when the broker has not confirmed in time */
function confirmed(
  channel: ConfirmChannel,
  message: OutgoingMessage,
  timeoutMs: number,
  onTimeout: () => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (error: unknown, failure?: PublishError['failure']) =>
    reject(new PublishError(error instanceof Error ? error.message : 'rejected by the broker', failure))
  const timer = setTimeout(() => {
    fail(new Error('the broker did not confirm in time'))
    onTimeout()
  }, timeoutMs)
  try {
    const { exchange, routingKey, content, mandatory, properties } = message
    const timestamp = properties.timestamp ?? Math.floor(Date.now() / 1000)
    const options = { ...properties, timestamp, mandatory, persistent: true }
    channel.publish(exchange, routingKey, content, options, (error: unknown) => (error ? fail(error) : resolve()))
  } catch (error) {
    // The library refuses a closed channel in the same way as a message that it cannot encode.
    fail(error, error instanceof IllegalOperationError ? 'unsent' : 'unencodable')
  }
  return promise.finally(() => clearTimeout(timer))
}
