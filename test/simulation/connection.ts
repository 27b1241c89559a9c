import { backoffMs } from '@campstore/core/backoff'
import type { Logger } from '@campstore/core/telemetry/log'
import type { Broker } from '@campstore/messaging/broker'
import { createRecoveringChannel, type RecoveringChannel } from '@campstore/messaging/channel'
import type { Connection } from '@campstore/messaging/connection'
import { createPublisher } from '@campstore/messaging/publisher'
import type { Topology } from '@campstore/messaging/topology'
import type { ChannelModel, ConfirmChannel } from 'amqplib'
import type { SimulatedBroker } from './broker.ts'
import { createChannel, type SimulatedChannel } from './channel.ts'
import { createWire, type Delays, type Link, type Wire } from './network.ts'
import { type Owner, runAs, type Time } from './time.ts'

/** What connections need of the world. */
export type BrokerNetwork = {
  time: Time
  delays: Delays
  server: SimulatedBroker
  alarm: { until: number }
  /** Most messages that a consumer gets, regardless of its prefetch. */
  mostInHand: number
}

/** A connection that a fault can end: each side notices in its own time, and data in transit arrives before that or is lost. */
export type SimulatedConnection = Connection & {
  lose(options: { processAfter: number; brokerAfter: number; isReset: boolean }): void
  /** The process is gone: the data it sent arrives, and then its end. */
  vanish(): void
}

const alarmNoticeMs = 2

type ConnectionOptions = {
  name: string
  owner: Owner
  link: Link
  topology: Topology
  log: Logger
  obeysAlarm: boolean
}
type Attempt = { wire: Wire; channels: Set<SimulatedChannel>; model: ChannelModel; end: AbortController }

/** What a connection of a process has at an instant. */
type State = ReturnType<typeof createState> & { latest?: Attempt; current?: Attempt | undefined }

/** Where the broker blocks publishers, it reads nothing from their connections. */
const behindAlarm = (link: Link, alarm: { until: number }): Link => ({
  get blockedUntil() {
    const { toServer, toClient } = link.blockedUntil
    return { toServer: Math.max(toServer, alarm.until), toClient }
  },
})

const createState = (network: BrokerNetwork, options: ConnectionOptions) => ({
  ...network,
  ...options,
  link: options.obeysAlarm ? behindAlarm(options.link, network.alarm) : options.link,
  recovering: new Set<RecoveringChannel>(),
  attempts: 0,
  failures: 0,
  isClosed: false,
  /** The broker tells of an alarm when something is published during it. */
  blockedUntil: 0,
})

/** A connection of a process: it connects, declares the topology, and recovers, as the one of libs/messaging. */
function openConnection(network: BrokerNetwork, options: ConnectionOptions): SimulatedConnection {
  const { time, server } = network
  const { owner, log } = options
  const state: State = createState(network, options)
  const { recovering } = state
  runAs(owner, () => connect(state))
  return {
    isConnected: () => state.current !== undefined && [...recovering].every(channel => channel.current() !== undefined),
    isBlocked: () => state.blockedUntil > time.now(),
    outage: () => undefined,
    openChannel(setup) {
      const channel = createRecoveringChannel({
        setup,
        declare: () =>
          state.current ? declare(state, state.current.wire) : Promise.reject(new Error('Connection closed')),
        onClose: () => recovering.delete(channel),
        log,
      })
      recovering.add(channel)
      if (state.current) channel.open(state.current.model, state.current.end.signal)
      return channel
    },
    async close() {
      state.isClosed = true
      const closing = state.current
      closing?.end.abort()
      closing?.wire.send('toServer', () => endAtBroker(state, closing))
    },
    abandon: () => void (state.current && endAtProcess(state, state.current)),
    vanish() {
      const vanished = state.latest
      vanished?.wire.send('toServer', () => endAtBroker(state, vanished))
    },
    lose({ processAfter, brokerAfter, isReset }) {
      const lost = state.current
      if (!lost) return
      if (isReset) lost.wire.cut()
      time.at(time.now() + processAfter, owner, () => endAtProcess(state, lost))
      time.at(time.now() + brokerAfter, server.owner, () => {
        endAtBroker(state, lost)
        lost.wire.send('toClient', () => endAtProcess(state, lost))
      })
    },
  }
}

function connect(state: State): void {
  const { time, delays, server, name, link, owner, recovering } = state
  state.attempts += 1
  const wire = createWire(time, delays, {
    name: `${name}/${state.attempts}`,
    link,
    client: owner,
    server: server.owner,
  })
  const channels = new Set<SimulatedChannel>()
  const attempt = { wire, channels, model: createModel(state, wire, channels), end: new AbortController() }
  state.latest = attempt
  // A server that does not answer is given up, as by the library.
  const timeout = setTimeout(() => {
    wire.cut()
    retry(state)
  }, 10_000)
  void declare(state, wire).then(() => {
    clearTimeout(timeout)
    if (wire.isCut() || state.isClosed) return
    state.failures = 0
    state.current = attempt
    for (const channel of recovering) channel.open(attempt.model, attempt.end.signal)
  })
}

function retry(state: State): void {
  state.failures += 1
  if (state.isClosed) return
  setTimeout(() => connect(state), backoffMs(state.failures, { firstMs: 200, longestMs: 3_000 }))
}

const createModel = (state: State, wire: Wire, channels: Set<SimulatedChannel>) =>
  ({
    createConfirmChannel: async () => {
      const { name, attempts, server } = state
      const channel = createChannel(`${name}/${attempts}/${channels.size}`, wire, state, () => noteAlarm(state))
      channels.add(channel)
      wire.send('toServer', () => server.openChannel(channel.atBroker))
      return channel as unknown as ConfirmChannel
    },
  }) as ChannelModel

const declare = ({ server, topology }: State, wire: Wire) =>
  new Promise<void>(resolve =>
    wire.send('toServer', () => {
      server.declare(topology)
      wire.send('toClient', resolve)
    }),
  )

function noteAlarm(state: State): void {
  const { time, owner, alarm, obeysAlarm } = state
  if (!obeysAlarm || alarm.until <= time.now()) return
  time.at(time.now() + alarmNoticeMs, owner, () => {
    state.blockedUntil = alarm.until
  })
}

function endAtBroker({ server }: State, { channels }: Attempt): void {
  for (const { atBroker } of channels) server.endChannel(atBroker)
}

function endAtProcess(state: State, attempt: Attempt): void {
  attempt.wire.send('toServer', () => endAtBroker(state, attempt))
  if (state.current !== attempt) return
  state.current = undefined
  attempt.end.abort()
  for (const channel of attempt.channels) channel.end()
  state.log.warn({ connection: state.name }, 'No connection to the broker, retrying')
  retry(state)
}

/** The two connections of a process to the broker. */
export function connectSimulatedBroker(
  network: BrokerNetwork,
  { owner, link, topology, log }: { owner: Owner; link: Link; topology: Topology; log: Logger },
): Broker & { connections: [publishing: SimulatedConnection, consuming: SimulatedConnection] } {
  const [publishing, consuming] = (['publishing', 'consuming'] as const).map(purpose =>
    openConnection(network, {
      name: `${owner.name} ${purpose}`,
      owner,
      link,
      topology,
      log,
      obeysAlarm: purpose === 'publishing',
    }),
  ) as [SimulatedConnection, SimulatedConnection]
  const publisher = createPublisher({ connection: publishing, topology })
  return {
    publisher,
    publishing,
    consuming,
    user: 'guest',
    isConnected: () => publisher.isReady() && consuming.isConnected(),
    outage: async () => undefined,
    close: async () => {
      await publisher.stop()
      await Promise.all([publishing.close(), consuming.close()])
    },
    connections: [publishing, consuming],
  }
}
