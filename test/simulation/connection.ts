import { EventEmitter } from 'node:events'
import { backoffMs } from '@campstore/core/backoff'
import type { Logger } from '@campstore/core/telemetry/log'
import type { Broker } from '@campstore/messaging/broker'
import { createRecoveringChannel, type RecoveringChannel } from '@campstore/messaging/channel'
import type { Connection } from '@campstore/messaging/connection'
import { createPublisher } from '@campstore/messaging/publisher'
import type { Topology } from '@campstore/messaging/topology'
import {
  type ChannelModel,
  type ConfirmChannel,
  type ConsumeMessage,
  IllegalOperationError,
  type Options,
} from 'amqplib'
import type { BrokerChannel, SimulatedBroker } from './broker.ts'
import { createWire, type Delays, type Link, type Wire } from './network.ts'
import { type Owner, runAs, type Time } from './time.ts'

type Confirm = (error: unknown) => void
type Receive = (message: ConsumeMessage | null) => void

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

type SimulatedChannel = ReturnType<typeof createChannel>

/** A channel of the library on the client's side of a wire. */
function createChannel(id: string, wire: Wire, { server: broker, mostInHand }: BrokerNetwork, published: () => void) {
  const events = new EventEmitter()
  const unconfirmed = new Set<Confirm>()
  let isOpen = true
  let hasEnded = false
  let mostUnsettled = 0
  const atBroker: BrokerChannel = {
    id,
    consumers: new Set(),
    receiveReply: undefined,
    returned: ({ exchange, routingKey, properties }) =>
      wire.send('toClient', () => events.emit('return', { fields: { exchange, routingKey }, properties })),
  }
  const requireOpen = () => {
    if (!isOpen) throw new IllegalOperationError('Channel closed', '')
  }
  /** Sends a request, and resolves with the reply; never, when the connection is lost. */
  const ask = async <T>(work: () => T): Promise<T> => {
    requireOpen()
    return new Promise(resolve =>
      wire.send('toServer', () => {
        const reply = work()
        wire.send('toClient', () => resolve(reply))
      }),
    )
  }
  const settle = ({ fields }: ConsumeMessage, isRejected: boolean) => {
    requireOpen()
    wire.send('toServer', () => broker.settle(atBroker, fields.deliveryTag, isRejected))
  }
  /** The channel has ended, alone or with its connection. */
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    isOpen = false
    for (const confirm of unconfirmed) confirm(new Error('channel closed'))
    unconfirmed.clear()
    events.emit('close')
  }
  return Object.assign(events, {
    atBroker,
    end,
    prefetch: async (count: number) => {
      mostUnsettled = Math.min(count, mostInHand)
    },
    consume: async (queue: string, receive: Receive) => {
      const deliver: Receive = message => wire.send('toClient', () => void (isOpen && receive(message)))
      await ask(() => {
        if (queue.startsWith('amq.')) atBroker.receiveReply = deliver
        else if (!broker.consume(atBroker, queue, mostUnsettled, deliver)) wire.send('toClient', end)
      })
      return { consumerTag: 'consumer' }
    },
    publish: (
      exchange: string,
      routingKey: string,
      content: Buffer,
      properties: Options.Publish,
      onConfirm: Confirm = () => {},
    ) => {
      requireOpen()
      // One function may wait for several messages.
      const confirm: Confirm = error => onConfirm(error)
      published()
      unconfirmed.add(confirm)
      wire.send('toServer', () => {
        const message = { exchange, routingKey, content, properties, deliveries: 0 }
        if (!broker.publish(atBroker, message, properties.mandatory === true)) return
        wire.send('toClient', () => void (unconfirmed.delete(confirm) && confirm(null)))
      })
      return true
    },
    ack: (message: ConsumeMessage) => settle(message, false),
    reject: (message: ConsumeMessage) => settle(message, true),
    cancel: () => ask(() => broker.cancel(atBroker)),
    checkQueue: (queue: string) => ask(() => broker.look(queue)),
    assertQueue: (name: string, { arguments: given }: Options.AssertQueue) =>
      ask(() => broker.declare({ exchanges: [], queues: [{ name, arguments: given }], bindings: [] })),
    bindQueue: (queue: string, exchange: string, routingKey: string) =>
      ask(() => broker.declare({ exchanges: [], queues: [], bindings: [{ queue, exchange, routingKey }] })),
    close: async () => {
      const closed = ask(() => broker.endChannel(atBroker))
      // A closing channel no longer sends anything.
      isOpen = false
      await closed
      end()
    },
  })
}

const alarmNoticeMs = 2

type Attempt = { wire: Wire; channels: Set<SimulatedChannel>; model: ChannelModel; end: AbortController }

/** Where the broker blocks publishers, it reads nothing from their connections. */
const behindAlarm = (link: Link, alarm: { until: number }): Link => ({
  get blockedUntil() {
    const { toServer, toClient } = link.blockedUntil
    return { toServer: Math.max(toServer, alarm.until), toClient }
  },
})

/** A connection of a process: it connects, declares the topology, and recovers, as the one of libs/messaging. */
function openConnection(
  network: BrokerNetwork,
  options: { name: string; owner: Owner; link: Link; topology: Topology; log: Logger; obeysAlarm: boolean },
): SimulatedConnection {
  const { time, delays, server, alarm } = network
  const { name, owner, topology, log, obeysAlarm } = options
  const link = obeysAlarm ? behindAlarm(options.link, alarm) : options.link
  const recovering = new Set<RecoveringChannel>()
  let latest: Attempt | undefined
  let current: Attempt | undefined
  let attempts = 0
  let failures = 0
  let isClosed = false
  /** The broker tells of an alarm when something is published during it. */
  let blockedUntil = 0
  const noteAlarm = () => {
    if (obeysAlarm && alarm.until > time.now())
      time.at(time.now() + alarmNoticeMs, owner, () => {
        blockedUntil = alarm.until
      })
  }

  const declare = (wire: Wire) =>
    new Promise<void>(resolve =>
      wire.send('toServer', () => {
        server.declare(topology)
        wire.send('toClient', resolve)
      }),
    )
  const createModel = (wire: Wire, channels: Set<SimulatedChannel>) =>
    ({
      createConfirmChannel: async () => {
        const channel = createChannel(`${name}/${attempts}/${channels.size}`, wire, network, noteAlarm)
        channels.add(channel)
        wire.send('toServer', () => server.openChannel(channel.atBroker))
        return channel as unknown as ConfirmChannel
      },
    }) as ChannelModel
  const connect = () => {
    attempts += 1
    const wire = createWire(time, delays, { name: `${name}/${attempts}`, link, client: owner, server: server.owner })
    const channels = new Set<SimulatedChannel>()
    const attempt = { wire, channels, model: createModel(wire, channels), end: new AbortController() }
    latest = attempt
    // A server that does not answer is given up, as by the library.
    const timeout = setTimeout(() => {
      wire.cut()
      retry()
    }, 10_000)
    void declare(wire).then(() => {
      clearTimeout(timeout)
      if (wire.isCut() || isClosed) return
      failures = 0
      current = attempt
      for (const channel of recovering) channel.open(attempt.model, attempt.end.signal)
    })
  }
  const retry = () => {
    failures += 1
    if (!isClosed) setTimeout(connect, backoffMs(failures, { firstMs: 200, longestMs: 3_000 }))
  }
  const endAtBroker = ({ channels }: Attempt) => {
    for (const { atBroker } of channels) server.endChannel(atBroker)
  }
  const endAtProcess = (attempt: Attempt) => {
    attempt.wire.send('toServer', () => endAtBroker(attempt))
    if (current !== attempt) return
    current = undefined
    attempt.end.abort()
    for (const channel of attempt.channels) channel.end()
    log.warn({ connection: name }, 'No connection to the broker, retrying')
    retry()
  }
  runAs(owner, connect)
  return {
    isConnected: () => current !== undefined && [...recovering].every(channel => channel.current() !== undefined),
    isBlocked: () => blockedUntil > time.now(),
    outage: () => undefined,
    openChannel(setup) {
      const channel = createRecoveringChannel({
        setup,
        declare: () => (current ? declare(current.wire) : Promise.reject(new Error('Connection closed'))),
        onClose: () => recovering.delete(channel),
        log,
      })
      recovering.add(channel)
      if (current) channel.open(current.model, current.end.signal)
      return channel
    },
    async close() {
      isClosed = true
      const closing = current
      closing?.end.abort()
      closing?.wire.send('toServer', () => endAtBroker(closing))
    },
    abandon: () => void (current && endAtProcess(current)),
    vanish() {
      const vanished = latest
      vanished?.wire.send('toServer', () => endAtBroker(vanished))
    },
    lose({ processAfter, brokerAfter, isReset }) {
      const lost = current
      if (!lost) return
      if (isReset) lost.wire.cut()
      time.at(time.now() + processAfter, owner, () => endAtProcess(lost))
      time.at(time.now() + brokerAfter, server.owner, () => {
        endAtBroker(lost)
        lost.wire.send('toClient', () => endAtProcess(lost))
      })
    },
  }
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
