import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import { connect, type RecoveringChannelModel } from 'amqplib'
import { errorText } from './error-text.ts'
import { tolerateUndecodableHeaders } from './undecodable-headers.ts'

/** A connection to the broker that comes back by itself, for as long as it is not closed. */
export type Connection = {
  model: RecoveringChannelModel
  isConnected(): boolean
  /** Whether the broker has stopped taking messages, because its memory or disk runs out. */
  isBlocked(): boolean
  close(): Promise<void>
}

tolerateUndecodableHeaders()

/** The other side counts as gone when it has been silent for one to two times this. */
const defaultHeartbeatSeconds = 15
const connectTimeoutMs = 10_000
const closeTimeoutMs = 5_000

/**
 * Opens a connection in the background: returns at once, whether the broker is there or not, and connects again after
 * every loss. Logs each change of state once.
 *
 * @param name what the broker's operator sees the connection as
 * @param heartbeatSeconds default 15; an address that names a heartbeat of its own wins
 */
export async function openConnection(options: {
  url: string
  name: string
  log: Logger
  heartbeatSeconds?: number
}): Promise<Connection> {
  const model = await connect(withHeartbeat(options.url, options.heartbeatSeconds ?? defaultHeartbeatSeconds), {
    timeout: connectTimeoutMs,
    noDelay: true,
    keepAlive: true,
    clientProperties: { connection_name: options.name },
    recovery: { initialDelay: 200, maxDelay: 3_000, waitForConnect: false },
  })
  logChanges(model, options.name, options.log)
  let connected = false
  let blocked = false
  let ended: Promise<unknown> = Promise.resolve()

  model.on('connect', current => {
    ended = new Promise(resolve => current.once('close', resolve))
    connected = true
    blocked = false
  })
  model.on('disconnect', () => {
    connected = false
  })
  model.on('blocked', () => {
    blocked = true
  })
  model.on('unblocked', () => {
    blocked = false
  })
  // Every error is followed by `disconnect`, which says it; without a listener it would end the process.
  model.on('error', () => {})

  return {
    model,
    isConnected: () => connected,
    isBlocked: () => blocked,
    close: async () => {
      // A close that the connection does not survive is never answered; the connection's end is what counts.
      const closed = model.close()
      await withTimeout(closeTimeoutMs, connected ? Promise.race([closed, ended]) : closed)
      connected = false
    },
  }
}

/** One line per change of state, none per attempt. */
function logChanges(model: RecoveringChannelModel, connection: string, log: Logger): void {
  let lastFailure = ''
  model.on('connect', () => {
    lastFailure = ''
    log.info({ connection }, 'connected to RabbitMQ')
  })
  model.on('disconnect', error => {
    log.warn({ connection, reason: errorText(error) }, 'lost RabbitMQ, connecting again')
  })
  model.on('connect-failed', error => {
    const reason = errorText(error)
    if (reason !== lastFailure) log.warn({ connection, reason }, 'cannot reach RabbitMQ, trying again')
    lastFailure = reason
  })
  model.on('blocked', reason => log.warn({ connection, reason }, 'RabbitMQ takes no messages for now'))
  model.on('unblocked', () => log.info({ connection }, 'RabbitMQ takes messages again'))
}

function withHeartbeat(url: string, heartbeatSeconds: number): string {
  const address = new URL(url)
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', String(heartbeatSeconds))
  return address.href
}
