import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { jitteredBackoffMs } from '@campstore/core/backoff'
import { brokerAddressesIn, brokerLoginIn } from '@campstore/core/config/broker-addresses'
import { type OutageReason, outageReason } from '@campstore/core/outage-reason'
import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import type { Logger } from '@campstore/core/telemetry/log'
import { type ChannelModel, connect, credentials } from 'amqplib'
import { type ChannelSetup, closeEnding, createRecoveringChannel, type RecoveringChannel } from './channel.ts'
import { errorText } from './error-text.ts'
import { sendTogether, tolerateUndecodableHeaders } from './library-fixes.ts'
import { ensureTopology, type Topology } from './topology.ts'

/** A connection to the broker that recovers, with its topology and its channels, until it is closed. */
export type Connection = {
  /** Whether the connection and all its channels are open. */
  isConnected(): boolean
  /** Whether the broker blocks publishers, because its memory or disk runs low. */
  isBlocked(): boolean
  /** Why there is no connection, or publishers are blocked. Its channels are not looked at: consumers close them when the database is down. */
  outage(): OutageReason | undefined
  /** Opens a channel now or as soon as there is a connection, and again whenever it is lost. */
  openChannel(setup: ChannelSetup): RecoveringChannel
  /**
   * Replaces the connection with one to the next node of a cluster: a connected node may be unable to reach the leader of a
   * queue, without even closing its channels.
   */
  abandon(): void
  close(): Promise<void>
}

tolerateUndecodableHeaders()
sendTogether()

/** A peer that is silent for one to two times this long counts as lost. */
const defaultHeartbeatSeconds = 15
const connectTimeoutMs = 10_000
const reconnecting = { firstMs: 200, longestMs: 3_000 }
/** How often the topology is declared again, because nothing reports a lost binding. */
const defaultDeclareAgainMs = 30_000

/** A connection whose topology is declared. */
type OpenConnection = {
  model: ChannelModel
  /** Ends it, or the attempt to make it, at once. */
  attempt: AbortController
  /** Resolves with the reason when the connection is closed or lost. */
  ended: Promise<unknown>
  /** Aborted at that moment. */
  end: AbortSignal
}

/**
 * Opens a connection in the background and returns at once, even without a broker. After every loss it reconnects and declares
 * the topology. Each channel reopens itself ({@link createRecoveringChannel}), so a channel that the broker closes affects
 * neither the connection nor other channels.
 *
 * @param options.url several addresses, separated by commas, name a cluster's nodes: they are tried in turn, from a random one
 *   on
 * @param options.heartbeatSeconds default 15; a heartbeat in an address takes precedence
 * @param options.declareAgainMs how often removed queues and bindings are declared again; default 30 s
 */
export function openConnection(options: {
  url: string
  name: string
  topology: Topology
  log: Logger
  heartbeatSeconds?: number
  declareAgainMs?: number
}): Connection {
  const { url, name, topology } = options
  const { heartbeatSeconds = defaultHeartbeatSeconds, declareAgainMs = defaultDeclareAgainMs } = options
  const log = options.log.child({ connection: name })
  const channels = new Set<RecoveringChannel>()
  const closing = new AbortController()
  let latest: OpenConnection | undefined
  const current = () => (latest?.end.aborted ? undefined : latest)
  /** Ends the present connection, or the attempt to make one. */
  let attempt = new AbortController()
  const alarm = createAlarm(log)
  const declare = createDeclare(topology)
  const nextAddress = addressesInTurn(url, heartbeatSeconds)
  const open = async (): Promise<OpenConnection> => {
    attempt = new AbortController()
    const opened = await connectTo(nextAddress(), name, attempt)
    alarm.watch(opened.model)
    return declareOn(opened, declare)
  }
  const report = createReport(log)
  const stayConnected = async () => {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      try {
        const opened = await open()
        latest = opened
        failures = 0
        report.connected()
        for (const channel of channels) channel.open(opened.model, opened.end)
        void keepDeclared(opened, topology, { everyMs: declareAgainMs, isBlocked: alarm.isBlocked })
        const reason = await opened.ended
        if (!closing.signal.aborted) report.lost(reason)
      } catch (error) {
        if (!closing.signal.aborted) report.failed(error)
      }
      await wait(jitteredBackoffMs(failures + 1, reconnecting), undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const staying = stayConnected()

  return {
    isConnected: () => current() !== undefined && [...channels].every(channel => channel.current() !== undefined),
    isBlocked: alarm.isBlocked,
    outage: () => (current() === undefined ? report.outage() : alarm.outage()),
    openChannel: setup => {
      const onClose = () => channels.delete(channel)
      const channel = createRecoveringChannel({ setup, declare, onClose, log })
      channels.add(channel)
      const opened = current()
      if (opened) channel.open(opened.model, opened.end)
      return channel
    },
    abandon: () => {
      if (current()) attempt.abort(new Error('The broker does not confirm'))
    },
    close: async () => {
      closing.abort()
      const opened = current()
      if (opened) await closeOpen(opened)
      else attempt.abort()
      await staying
    },
  }
}

/** Connects to an address, without declaring anything. Rejects if the broker is unreachable, or the attempt is aborted. */
async function connectTo(address: string, name: string, attempt: AbortController): Promise<OpenConnection> {
  const { signal } = attempt
  const { user, password } = brokerLoginIn(address)
  // The library does not decode every login.
  const login = { credentials: credentials.plain(user, password), clientProperties: { connection_name: name } }
  const socket = { timeout: connectTimeoutMs, noDelay: true, keepAlive: true, signal }
  const model = await connect(address, { ...socket, ...login })
  const end = new AbortController()
  const ended = once(end.signal, 'abort').then((): unknown => end.signal.reason)
  model.once('close', error => end.abort(error ?? new Error('Connection closed')))
  // While it closes, the library does not report the end of its socket.
  signal.addEventListener('abort', () => end.abort(signal.reason))
  model.on('error', () => {
    // `close` follows; without a listener it would end the process.
  })
  return { model, attempt, ended, end: end.signal }
}

/** Declares the topology on a connection, which is closed if that fails. Rejects if the broker refuses or is lost. */
async function declareOn(
  opened: OpenConnection,
  declare: (model: ChannelModel) => Promise<void>,
): Promise<OpenConnection> {
  try {
    await Promise.race([declare(opened.model), opened.ended.then(reason => Promise.reject(reason))])
  } catch (error) {
    await closeOpen(opened)
    throw error
  }
  return opened
}

async function closeOpen({ model, attempt, ended }: OpenConnection): Promise<void> {
  await closeEnding(model, ended)
  attempt.abort()
}

/** Whether the broker blocks publishers of the latest connection. */
function createAlarm(log: Logger) {
  let blocked: OutageReason | undefined
  const texts = { failure: 'Broker blocks publishing', success: 'Broker unblocked publishing' }
  const failures = createFailureLog(log, texts)
  return {
    isBlocked: () => blocked !== undefined,
    outage: () => blocked,
    watch(model: ChannelModel) {
      blocked = undefined
      failures.succeeded() // the broker reports the alarm again on a new connection
      model.on('blocked', reason => {
        blocked = outageReason(reason)
        failures.failed(String(reason))
      })
      model.on('unblocked', () => {
        blocked = undefined
        failures.succeeded()
      })
    },
  }
}

/** Declares a topology again and again while a connection is open. */
async function keepDeclared(
  { model, end }: OpenConnection,
  topology: Topology,
  { everyMs, isBlocked }: { everyMs: number; isBlocked: () => boolean },
): Promise<void> {
  while (!end.aborted) {
    await wait(everyMs, undefined, { signal: end, ref: false }).catch(() => {})
    // Refusals were logged before. No timeout: if a queue does not reply, each new attempt would occupy another
    // channel.
    if (!end.aborted && !isBlocked()) await ensureTopology(model, topology, true).catch(() => {})
  }
}

/** Declares a topology. Lost channels of one connection share a declaration. */
function createDeclare(topology: Topology): (model: ChannelModel) => Promise<void> {
  const declaring = new Map<ChannelModel, Promise<void>>()
  return model => {
    const done = declaring.get(model) ?? ensureTopology(model, topology).finally(() => declaring.delete(model))
    declaring.set(model, done)
    return done
  }
}

const topologyConflict =
  'another version declared this queue: consume its messages and delete it, and it is declared again; under npm start, stop and delete .local/rabbitmq'

/** Lines about the state of the connection, none per attempt, and why there is none. */
function createReport(log: Logger) {
  const success = 'Broker connected'
  const failures = createFailureLog(log, { failure: 'No connection to the broker, retrying', success })
  let last: unknown
  return {
    outage: (): OutageReason => (last === undefined ? 'no answer' : outageReason(last)),
    connected() {
      if (last === undefined) log.info(success)
      else failures.succeeded()
    },
    lost(reason: unknown) {
      last = reason
      failures.failed(errorText(reason))
    },
    failed(error: unknown) {
      last = error
      const reason = errorText(error)
      failures.failed(reason, reason.includes('inequivalent arg') ? { remedy: topologyConflict } : {})
    },
  }
}

/** Returns the addresses in turn from a random one on, so that processes spread over the nodes. */
function addressesInTurn(list: string, heartbeatSeconds: number): () => string {
  const addresses = brokerAddressesIn(list).map(address => withHeartbeat(address, heartbeatSeconds))
  let turn = Math.floor(Math.random() * addresses.length)
  return () => {
    turn += 1
    return addresses[turn % addresses.length] ?? ''
  }
}

function withHeartbeat(address: string, seconds: number): string {
  const url = new URL(address)
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(seconds))
  return url.href
}
