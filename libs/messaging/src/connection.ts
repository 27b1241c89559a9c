import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import type { Logger } from '@campstore/core/telemetry/log'
import { withTimeout } from '@campstore/core/with-timeout'
import { type ChannelModel, connect, type Options, type RecoveringChannelModel } from 'amqplib'
import { type ChannelSetup, createRecoveringChannel, type RecoveringChannel } from './channel.ts'
import { errorText } from './error-text.ts'
import { tolerateLossesAtClose, tolerateUndecodableHeaders } from './library-fixes.ts'
import { ensureTopology, type Topology } from './topology.ts'

/** A connection to the broker that recovers, with its topology and its channels, until it is closed. */
export type Connection = {
  /** Whether the connection and all its channels are open. */
  isConnected(): boolean
  /** Whether the broker blocks publishers, because its memory or disk runs low. */
  isBlocked(): boolean
  /** Opens a channel now or as soon as there is a connection, and again whenever it is lost. */
  openChannel(setup: ChannelSetup): RecoveringChannel
  /**
   * Ends the present connection and makes another one, to the next node of a cluster: a node may be connected and not able to reach
   * the leader of a queue, and a channel on it is then not even closed.
   */
  abandon(): void
  close(): Promise<void>
}

tolerateUndecodableHeaders()
tolerateLossesAtClose()

/** A peer that is silent for one to two times this long counts as lost. */
const defaultHeartbeatSeconds = 15
const connectTimeoutMs = 10_000
const closeTimeoutMs = 5_000
/**
 * How often the topology is declared again. Nothing says that a binding is gone: the messages go where others are, or wait in front of
 * it.
 */
const defaultDeclareAgainMs = 30_000

/**
 * Opens a connection in the background and returns at once, whether the broker is there or not. The library's recovery connects
 * again after every loss; its `setup` declares the topology. It recovers connections only: each channel opens itself again
 * ({@link createRecoveringChannel}), so that one that the broker closes costs neither the connection nor another channel.
 *
 * @param options.url several addresses, separated by commas, name a cluster's nodes: they are tried in turn, from a random one on
 * @param options.name of the connection, for the broker's operator
 * @param options.heartbeatSeconds default 15; a heartbeat in an address takes precedence
 * @param options.declareAgainMs how often a queue or a binding that somebody has removed is declared again; default 30 s
 */
export async function openConnection(options: {
  url: string
  name: string
  topology: Topology
  log: Logger
  heartbeatSeconds?: number
  declareAgainMs?: number
}): Promise<Connection> {
  const { url, name, topology, log, heartbeatSeconds = defaultHeartbeatSeconds } = options
  const { declareAgainMs = defaultDeclareAgainMs } = options
  const channels = new Set<RecoveringChannel>()
  let current: { model: ChannelModel; end: AbortController } | undefined
  const ended = new WeakSet<ChannelModel>()
  let closed: Promise<unknown> = Promise.resolve()
  let blocked = false

  let declaring: { model: ChannelModel; done: Promise<void> } | undefined
  /** One declaration serves all channels of the connection that are lost meanwhile. */
  const declare = (model: ChannelModel) => {
    if (declaring?.model === model) return declaring.done
    const done = ensureTopology(model, topology).finally(() => {
      if (declaring === own) declaring = undefined
    })
    const own = { model, done }
    declaring = own
    return done
  }
  const keepDeclared = async (declared: ChannelModel, ended: AbortSignal) => {
    while (!ended.aborted) {
      await wait(declareAgainMs, undefined, { signal: ended, ref: false }).catch(() => {})
      // What the broker refuses now, it has refused to others, which have logged it.
      // As long as it takes: where one queue does not reply, each new attempt would keep another channel.
      if (!ended.aborted && !blocked) await ensureTopology(declared, topology, true).catch(() => {})
    }
  }
  const setup = async (model: ChannelModel) => {
    closed = new Promise(resolve => model.once('close', resolve))
    model.once('close', () => ended.add(model))
    // The library waits for the broker's reply to a close, which never comes when the connection is lost first.
    const close = model.close.bind(model)
    const end = closed
    model.close = async () => {
      await Promise.race([close(), end])
    }
    model.on('error', () => {
      // The recovery reports it; without a listener it would end the process.
    })
    const lost = closed.then(() => {
      throw new Error('Connection lost during its setup')
    })
    await Promise.race([declare(model), lost])
  }
  const endCurrent = () => {
    current?.end.abort()
    current = undefined
  }
  const nextAddress = addressesInTurn(url, heartbeatSeconds)
  // The library reads the address at each attempt.
  const address = nextAddress()
  const model = await connect(address, {
    timeout: connectTimeoutMs,
    noDelay: true,
    keepAlive: true,
    clientProperties: { connection_name: name },
    recovery: { initialDelay: 200, maxDelay: 3_000, waitForConnect: false, setup },
  })
  logStateChanges(model, name, log)
  for (const event of ['connect-failed', 'disconnect'] as const)
    model.on(event, () => void Object.assign(address, nextAddress()))
  model.on('connect', connected => {
    current = { model: connected, end: new AbortController() }
    blocked = false
    for (const channel of channels) channel.open(connected, current.end.signal)
    void keepDeclared(connected, current.end.signal)
    // The recovery misses the end of a connection that is lost between its setup and this event.
    if (ended.has(connected)) connected.emit('close', new Error('Connection lost during its setup'))
  })
  model.on('disconnect', endCurrent)
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
    isConnected: () => current !== undefined && [...channels].every(channel => channel.current() !== undefined),
    isBlocked: () => blocked,
    openChannel: channelSetup => {
      const channel = createRecoveringChannel({
        setup: channelSetup,
        declare,
        onClose: () => channels.delete(channel),
        log,
        connection: name,
      })
      channels.add(channel)
      if (current) channel.open(current.model, current.end.signal)
      return channel
    },
    abandon: () => {
      const { stream } = (current?.model.connection ?? {}) as { stream?: Socket }
      stream?.destroy(new Error('The broker does not confirm'))
    },
    close: async () => {
      // The broker may never reply to a close that the connection does not survive, but the connection ends.
      const closing = model.close()
      const wasConnected = current !== undefined
      endCurrent()
      await withTimeout(closeTimeoutMs, wasConnected ? Promise.race([closing, closed]) : closing)
    },
  }
}

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

/** Returns the next address at each call, again and again from a random one on, so that processes spread over the nodes. */
function addressesInTurn(list: string, heartbeatSeconds: number): () => Options.Connect {
  const addresses = brokerAddressesIn(list).map(address => connectOptions(address, heartbeatSeconds))
  let turn = Math.floor(Math.random() * addresses.length)
  return () => {
    turn += 1
    return { ...addresses[turn % addresses.length] }
  }
}

/** The parts of an address as the library takes them: every one is set, so that another address replaces all of them. */
function connectOptions(url: string, heartbeatSeconds: number): Options.Connect {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url)
  const hasLogin = username !== '' || password !== ''
  const number = (name: string) => (searchParams.has(name) ? Number(searchParams.get(name)) : undefined)
  return {
    protocol: protocol.slice(0, -1),
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? undefined : Number(port),
    username: hasLogin ? decodeURIComponent(username) : undefined,
    password: hasLogin ? decodeURIComponent(password) : undefined,
    vhost: pathname.slice(1),
    locale: searchParams.get('locale') ?? undefined,
    frameMax: number('frameMax'),
    channelMax: number('channelMax'),
    heartbeat: number('heartbeat') ?? heartbeatSeconds,
  }
}
