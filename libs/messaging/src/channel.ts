import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import type { ConfirmChannel } from 'amqplib'
import type { Connection } from './connection.ts'
import { errorText } from './error-text.ts'
import { type Outcome, startLoop } from './loop.ts'
import { declareQueues, ensureExchanges, type Topology } from './topology.ts'

const closeTimeoutMs = 5_000

/** A channel that is opened again whenever it is lost. */
export type RecoveringChannel = {
  /** The channel while it is open and prepared. */
  current(): ConfirmChannel | undefined
  /** Closes the channel, after the broker has handled what was sent on it. */
  stop(): Promise<void>
}

/**
 * Keeps one channel open, with the topology declared on it each time: what the broker has lost, it gets back.
 *
 * @param prepare what makes the channel useful: listeners, a consumer; it is repeated on every new channel
 */
export function createRecoveringChannel(options: {
  connection: Connection
  topology: Topology
  purpose: string
  log: Logger
  prepare(channel: ConfirmChannel): Promise<void>
}): RecoveringChannel {
  const { connection, log, purpose } = options
  let current: OpenChannel | undefined
  let stopped = false
  let lastFailure = ''

  const openAndHold = async () => {
    await ensureExchanges(() => connection.model.createChannel(), options.topology)
    const open = await openChannel(connection)
    try {
      await declareQueues(open.channel, options.topology)
      await options.prepare(open.channel)
      if (stopped) return
      current = open
      await open.ended
    } finally {
      current = undefined
      await open.close()
    }
  }
  const round = async (): Promise<Outcome> => {
    try {
      await openAndHold()
      return 'more'
    } catch (error) {
      const reason = errorText(error)
      // A lost connection is logged as such; this is the broker refusing what the channel was used for.
      if (connection.isConnected() && reason !== lastFailure)
        log.error({ purpose, reason, ...(isOtherwiseDeclared(reason) && { remedy }) }, 'RabbitMQ refuses, trying again')
      lastFailure = reason
      return 'failed'
    }
  }
  const loop = startLoop({ round, idleMs: 0, longestBackoffMs: 2_000 })

  return {
    current: () => current?.channel,
    async stop() {
      stopped = true
      const ended = loop.stop()
      // A channel that still waits for the connection is given up when that is closed.
      if (current) await withTimeout(closeTimeoutMs, Promise.all([current.close(), ended]))
    },
  }
}

const isOtherwiseDeclared = (reason: string): boolean => reason.includes('inequivalent arg')
const remedy =
  'the queue was declared by another version: consume what is in it, delete it, and it is declared again; under npm start, stop and delete .local/rabbitmq'

/** `ended` resolves when the channel or its connection is closed, and rejects when the broker closed the channel. */
type OpenChannel = { channel: ConfirmChannel; ended: Promise<void>; close(): Promise<void> }

async function openChannel(connection: Connection): Promise<OpenChannel> {
  const channel = await connection.model.createConfirmChannel()
  const ended = new Promise<void>((resolve, reject) => {
    channel.on('error', reject)
    channel.on('close', () => resolve())
  })
  // Whoever is not waiting for the end is told by what it does on the channel.
  const over = ended.catch(() => {})
  return {
    channel,
    ended,
    // A close that the connection does not survive is never answered; the channel's end is what counts.
    close: () => Promise.race([over, channel.close().catch(() => {})]),
  }
}
