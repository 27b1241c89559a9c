import type { Broker } from '@campstore/messaging/broker'
import { silentLog as log, openConnectedBroker } from '@campstore/messaging/testing/servers'
import type { Topology } from '@campstore/messaging/topology'
import type { TestVhost } from '@campstore/testing/broker'
import { until } from '@campstore/testing/waiting'
import { type ConfirmChannel, type ConsumeMessage, connect } from 'amqplib'
import { expect, onTestFinished } from 'vitest'
import { createRandom } from '../random-faults/random.ts'
import { createBroker } from './broker.ts'
import { connectSimulatedBroker } from './connection.ts'
import { createLink } from './network.ts'
import { createOwner, createTime, epoch, runAs, type Time } from './time.ts'

/** A topology with the alternate exchanges of some exchanges. */
export type WithAlternates = Topology & { alternates?: Record<string, string> }

/** RabbitMQ, real or simulated. */
type Side = {
  /** Its connections, as processes open them. */
  open(topology: WithAlternates): Promise<Broker>
  unbind(queue: string, exchange: string, routingKey: string): Promise<unknown>
  purge(queue: string): Promise<unknown>
  now(): Date
}

/** The real one. */
export async function realSide(vhost: TestVhost): Promise<Side> {
  const connection = await connect(vhost.url)
  onTestFinished(() => connection.close())
  const channel = await connection.createChannel()
  return {
    async open({ alternates = {}, ...topology }) {
      for (const { name, type } of topology.exchanges)
        await channel.assertExchange(name, type, { durable: true, alternateExchange: alternates[name] })
      return openConnectedBroker(topology, vhost.url)
    },
    unbind: (queue, exchange, routingKey) => channel.unbindQueue(queue, exchange, routingKey),
    purge: queue => channel.purgeQueue(queue),
    now: () => new Date(),
  }
}

/** The simulated one, without anything. */
export function simulatedSide(): Side {
  const time = passingTime()
  const server = createBroker({
    time,
    random: createRandom(1),
    hasPriorities: false,
    note: () => {},
    tell: () => {},
    isAtItsDeadline: () => false,
  })
  const network = { time, delays: () => 1, server, alarm: { until: 0 }, mostInHand: 1_000 }
  const owner = createOwner('test')
  return {
    async open({ alternates, ...topology }) {
      server.declare(topology, alternates)
      const broker = runAs(owner, () => connectSimulatedBroker(network, { owner, link: createLink(), topology, log }))
      await until(() => broker.isConnected())
      return broker
    },
    unbind: async queue => server.unbind(queue),
    purge: async queue => server.purge(queue),
    now: () => new Date(epoch + time.now()),
  }
}

/** Virtual time that passes by itself until the test has ended. */
export function passingTime(): Time {
  const time = createTime()
  const clock = createOwner('clock')
  let isOver = false
  const pass = async () => {
    while (!isOver) {
      const next = time.now() + 1
      time.at(next, clock, () => {})
      await time.runUntil(() => false, next)
    }
  }
  void pass()
  onTestFinished(() => {
    isOver = true
  })
  return time
}

/** Opens the connections for a scenario, with its channels. */
export async function openScenario(side: Side, topology: WithAlternates) {
  const broker = await side.open(topology)
  /** Opens a channel, which is not used again when it is lost. */
  const openChannel = (use: (channel: ConfirmChannel) => Promise<unknown> = async () => {}) =>
    new Promise<ConfirmChannel>((resolve, reject) => {
      let isFirst = true
      broker.consuming.openChannel(async channel => {
        if (!isFirst) return
        isFirst = false
        await use(channel).then(() => resolve(channel), reject)
      })
    })
  /** A consumer: its deliveries in words, and the means to settle them. */
  const consume = async (queue: string, prefetch: number) => {
    const messages = new Map<string, ConsumeMessage>()
    const seen: string[] = []
    const receive = (message: ConsumeMessage | null) => {
      if (!message) return void seen.push('cancelled by the broker')
      const { redelivered, exchange, routingKey } = message.fields
      const count = message.properties.headers?.['x-delivery-count']
      messages.set(message.content.toString(), message)
      seen.push(
        `${message.content}: ${redelivered ? 'again' : 'first'}, ${count ?? 'no'} count, by ${exchange}/${routingKey}`,
      )
    }
    let tag = ''
    const channel = await openChannel(async channel => {
      await channel.prefetch(prefetch)
      tag = (await channel.consume(queue, receive)).consumerTag
    })
    const message = (body: string) => messages.get(body) ?? expect.fail(`${body} has not come`)
    return {
      seen,
      received: (count: number) => until(() => seen.length >= count),
      ack: (body: string) => channel.ack(message(body)),
      reject: (body: string) => channel.reject(message(body), false),
      cancel: () => channel.cancel(tag),
      /** Loses its channel. */
      lose: () => channel.close(),
      message,
    }
  }
  /** Publishes, and says what became of it. */
  const publish = (routingKey: string, body: string, { exchange = '', mandatory = true, ...properties } = {}) => {
    const content = Buffer.from(body)
    const published = broker.publisher.publish({ exchange, routingKey, content, mandatory, properties })
    return published.then(
      () => 'confirmed',
      ({ message }) => (message.startsWith('no queue takes') ? 'unroutable' : 'failed'),
    )
  }
  return { side, openChannel, consume, publish }
}
