import type { Logger } from '@campstore/core/telemetry/log'
import { type ConfirmChannel, IllegalOperationError, type Message, type Options } from 'amqplib'
import { createRecoveringChannel } from './channel.ts'
import type { Connection } from './connection.ts'
import { declareQueues, type Topology } from './topology.ts'

/** A message on its way out. Always persistent; `timestamp` is in unix seconds, now where absent. */
export type OutgoingMessage = {
  /** Empty for the default exchange, where the routing key is the name of a queue. */
  exchange: string
  routingKey: string
  content: Buffer
  /** Whether it is a failure when the message reaches no queue. */
  mandatory: boolean
  properties: Omit<Options.Publish, 'mandatory' | 'persistent' | 'deliveryMode'>
}

/** Why a message is not known to have arrived. It may have: whoever publishes again must expect duplicates. */
export class PublishFailed extends Error {
  override readonly name = 'PublishFailed'
  /** The broker is fine, but no queue takes this message. */
  readonly unroutable: boolean
  /** It cannot be written as AMQP, whoever tries. */
  readonly unencodable: boolean
  constructor(message: string, cause: { unroutable?: boolean; unencodable?: boolean } = {}) {
    super(message)
    this.unroutable = cause.unroutable ?? false
    this.unencodable = cause.unencodable ?? false
  }
}

export type Publisher = {
  /**
   * Publishes and waits until the broker has the message safely.
   *
   * @throws PublishFailed when the broker is away or blocked, refuses the message, does not confirm in time, or returns a
   * mandatory message as unroutable
   */
  publish(message: OutgoingMessage): Promise<void>
  /** Whether there is a point in publishing now. */
  isReady(): boolean
  stop(): Promise<void>
}

/** Must stay below the time that a session of the database may be idle, because the outbox relay keeps its claims by one. */
const defaultConfirmTimeoutMs = 10_000

/** Starts publishing on a connection of its own: one channel, opened again whenever it is lost. */
export function createPublisher(options: {
  connection: Connection
  topology: Topology
  log: Logger
  confirmTimeoutMs?: number
}): Publisher {
  const { connection } = options
  const timeoutMs = options.confirmTimeoutMs ?? defaultConfirmTimeoutMs
  const returned = new Set<string>()
  const lasting = createRecoveringChannel({
    connection,
    topology: options.topology,
    purpose: 'publishing',
    log: options.log,
    prepare: async channel => {
      returned.clear()
      const redeclare = redeclaring(channel, options.topology)
      channel.on('return', message => {
        returned.add(returnKey(message.fields.exchange, message.fields.routingKey, message.properties.messageId))
        redeclare()
      })
    },
  })

  return {
    publish: async message => {
      const channel = lasting.current()
      if (!channel) throw new PublishFailed('not connected to RabbitMQ')
      if (connection.isBlocked()) throw new PublishFailed('RabbitMQ takes no messages for now')
      await confirmed(channel, message, timeoutMs)
      const key = returnKey(message.exchange, message.routingKey, message.properties.messageId)
      // The broker returns a message before it confirms it.
      if (message.mandatory && returned.delete(key)) throw unroutable(message)
    },
    isReady: () => lasting.current() !== undefined && !connection.isBlocked(),
    stop: () => lasting.stop(),
  }
}

const unroutable = ({ exchange, routingKey }: OutgoingMessage) =>
  new PublishFailed(`no queue takes ${exchange || 'the default exchange'} / ${routingKey}`, { unroutable: true })

const returnKey = (exchange: string, routingKey: string, messageId: Message['properties']['messageId']): string =>
  `${exchange}\n${routingKey}\n${messageId}`

function confirmed(channel: ConfirmChannel, message: OutgoingMessage, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PublishFailed('RabbitMQ did not confirm in time')), timeoutMs)
    const settle = (error: unknown) => {
      clearTimeout(timer)
      if (error) reject(new PublishFailed(error instanceof Error ? error.message : 'refused by RabbitMQ'))
      else resolve()
    }
    try {
      const { exchange, routingKey, content, mandatory, properties } = message
      const timestamp = properties.timestamp ?? Math.floor(Date.now() / 1000)
      channel.publish(exchange, routingKey, content, { ...properties, timestamp, mandatory, persistent: true }, settle)
    } catch (error) {
      clearTimeout(timer)
      // The library refuses a closed channel in the same way as a message that it cannot encode.
      const unencodable = !(error instanceof IllegalOperationError)
      reject(new PublishFailed(error instanceof Error ? error.message : 'refused', { unencodable }))
    }
  })
}

/** Declares the queues anew when a message was returned, once at a time: somebody may have deleted its queue. */
function redeclaring(channel: ConfirmChannel, topology: Topology): () => void {
  let running = false
  return () => {
    if (running) return
    running = true
    declareQueues(channel, topology)
      // A refusal closes the channel; opening the next one says why.
      .catch(() => {})
      .finally(() => {
        running = false
      })
  }
}
