import type { Logger } from '@campstore/core/telemetry/log'
import pg from 'pg'
import { errorText } from './error-text.ts'
import { type Outcome, startLoop } from './loop.ts'

type ListenOptions = {
  databaseUrl: string
  /** A plain lower-case identifier. */
  channel: string
  applicationName: string
  /** Also called after each connect, because notifications may have been missed. */
  onNotification(): void
  log: Logger
}

/**
 * Listens to a PostgreSQL notification channel on a connection of its own, which is opened again whenever it is lost.
 * Notifications sent meanwhile are missed, so callers poll as well.
 */
export function startPgListener(options: ListenOptions): { stop(): Promise<void> } {
  const { channel, log } = options
  let disconnect = async () => {}
  let lost = false
  let stopped = false

  const round = async (): Promise<Outcome> => {
    if (stopped) return 'idle'
    const { client, connecting, ended } = connect(options)
    // A client that gets `end` while it connects never ends.
    disconnect = async () => {
      await connecting.catch(() => {})
      await client.end().catch(() => {})
    }
    try {
      await connecting
      await client.query(`listen ${channel}`)
      if (lost) log.info({ channel }, 'Listening to notifications again')
      lost = false
      options.onNotification()
      await ended
      return 'idle'
    } catch (error) {
      if (!lost && !stopped)
        log.warn({ reason: errorText(error), channel }, 'Cannot listen to notifications, polling instead')
      lost = true
      await disconnect()
      return 'failed'
    }
  }
  const loop = startLoop({ round, idleMs: 200, maxBackoffMs: 3_000 })

  return {
    async stop() {
      stopped = true
      await disconnect()
      await loop.stop()
    },
  }
}

function connect(options: ListenOptions) {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  // `end` follows; without a listener the error would end the process.
  client.on('error', () => {})
  client.on('notification', options.onNotification)
  const ended = new Promise<void>(resolve => client.once('end', resolve))
  return { client, ended, connecting: client.connect() }
}
