import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import { type ChannelModel, connect, type RecoveringChannelModel } from 'amqplib'
import { type ChannelSetup, createRecoveringChannel, type RecoveringChannel } from './channel.ts'
import { errorText } from './error-text.ts'
import { ensureTopology, type Topology } from './topology.ts'
import { tolerateUndecodableHeaders } from './undecodable-headers.ts'

/** A connection to the broker that recovers, with its topology and its channels, until it is closed. */
export type Connection = {
  isConnected(): boolean
  /** Whether the broker blocks publishers, because its memory or disk runs low. */
  isBlocked(): boolean
  /** Opens a channel now, and again after each recovery. */
  openChannel(setup: ChannelSetup): RecoveringChannel
  close(): Promise<void>
}

tolerateUndecodableHeaders()

/** A peer that is silent for one to two times this long counts as lost. */
const defaultHeartbeatSeconds = 15
const connectTimeoutMs = 10_000
const closeTimeoutMs = 5_000
/** A frozen broker replies to no declaration: the recovery tries again after this long. */
const setupTimeoutMs = 15_000

/**
 * Opens a connection in the background and returns at once, whether the broker is there or not. The library's recovery connects
 * again after every loss; its `setup` declares the topology and opens the channels. It recovers connections only: a channel
 * that is lost by itself therefore closes its connection, so that there is one way back with one back-off.
 *
 * @param options.name of the connection, for the broker's operator
 * @param options.heartbeatSeconds default 15; a heartbeat in the address takes precedence
 */
export async function openConnection(options: {
  url: string
  name: string
  topology: Topology
  log: Logger
  heartbeatSeconds?: number
}): Promise<Connection> {
  const { url, name, topology, log, heartbeatSeconds = defaultHeartbeatSeconds } = options
  const channels = new Set<RecoveringChannel>()
  let current: ChannelModel | undefined
  let closed: Promise<unknown> = Promise.resolve()
  let blocked = false

  const restart = (model: ChannelModel, error: unknown) => {
    // After the events of this turn: a channel is also lost with its connection, and then there is nothing to do.
    setImmediate(() => {
      if (model === current) log.error({ reason: errorText(error), connection: name }, 'Lost a channel, reconnecting')
      // The recovery misses the end of a connection that is lost between its setup and its first event.
      model.close().catch(reason => model.emit('close', reason))
    })
  }
  const openChannels = async (model: ChannelModel) => {
    for (const channel of channels) await channel.open(model, error => restart(model, error))
  }
  const setup = async (model: ChannelModel) => {
    closed = new Promise(resolve => model.once('close', resolve))
    // The library waits for the broker's reply to a close, which never comes when the connection is lost first.
    const close = model.close.bind(model)
    const ended = closed
    model.close = async () => {
      await Promise.race([close(), ended])
    }
    model.on('error', () => {
      // The recovery reports it; without a listener it would end the process.
    })
    const lost = closed.then(() => {
      throw new Error('Connection lost during its setup')
    })
    await Promise.race([declareAll(model), lost, rejectAfter(setupTimeoutMs)])
  }
  const declareAll = async (model: ChannelModel) => {
    await ensureTopology(model, topology)
    await openChannels(model)
  }
  const model = await connect(withHeartbeat(url, heartbeatSeconds), {
    timeout: connectTimeoutMs,
    noDelay: true,
    keepAlive: true,
    clientProperties: { connection_name: name },
    recovery: { initialDelay: 200, maxDelay: 3_000, waitForConnect: false, setup },
  })
  logStateChanges(model, name, log)
  model.on('connect', connected => {
    current = connected
    blocked = false
    // Those that were added while the setup ended.
    openChannels(connected).catch(error => restart(connected, error))
  })
  model.on('disconnect', () => {
    current = undefined
  })
  model.on('blocked', () => {
    blocked = true
  })
  model.on('unblocked', () => {
    blocked = false
  })
  model.on('error', () => {
    // `disconnect` follows; without a listener it would end the process.
  })

  return {
    isConnected: () => current !== undefined,
    isBlocked: () => blocked,
    openChannel: channelSetup => {
      const channel = createRecoveringChannel(channelSetup, () => channels.delete(channel))
      channels.add(channel)
      const connected = current
      if (connected) openChannels(connected).catch(error => restart(connected, error))
      return channel
    },
    close: async () => {
      // The broker may never reply to a close that the connection does not survive, but the connection ends.
      const closing = model.close()
      const wasConnected = current !== undefined
      current = undefined
      await withTimeout(closeTimeoutMs, wasConnected ? Promise.race([closing, closed]) : closing)
    },
  }
}

const rejectAfter = (milliseconds: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(reject, milliseconds, new Error(`No reply to the setup of the connection in ${milliseconds} ms`)).unref()
  })

const topologyConflict =
  'another version declared this queue: consume its messages and delete it, and it is declared again; under npm start, stop and delete .local/rabbitmq'

/** One line per change of state, none per attempt. */
function logStateChanges(model: RecoveringChannelModel, connection: string, log: Logger): void {
  let lastFailure = ''
  model.on('connect', () => {
    lastFailure = ''
    log.info({ connection }, 'Broker connected')
  })
  model.on('disconnect', error => {
    log.warn({ reason: errorText(error), connection }, 'Broker disconnected, reconnecting')
  })
  model.on('connect-failed', error => {
    const reason = errorText(error)
    const remedy = reason.includes('inequivalent arg') ? { remedy: topologyConflict } : {}
    if (reason !== lastFailure) log.warn({ reason, ...remedy, connection }, 'Cannot connect to the broker, retrying')
    lastFailure = reason
  })
  model.on('blocked', reason => log.warn({ reason, connection }, 'Broker blocks publishing'))
  model.on('unblocked', () => log.info({ connection }, 'Broker unblocked publishing'))
}

function withHeartbeat(url: string, heartbeatSeconds: number): string {
  const address = new URL(url)
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', String(heartbeatSeconds))
  return address.href
}
