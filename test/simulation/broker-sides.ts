import { type Broker, connectBroker } from '@campstore/messaging/broker'
import { silentLog as log } from '@campstore/messaging/testing/servers'
import type { Topology } from '@campstore/messaging/topology'
import type { TestVhost } from '@campstore/testing/broker'
import { until } from '@campstore/testing/waiting'
import { type ConfirmChannel, type ConsumeMessage, connect } from 'amqplib'
import { expect, onTestFinished } from 'vitest'
import { createRandom } from '../random-faults/random.ts'
import { createBroker } from './broker.ts'
import { connectSimulatedBroker } from './connection.ts'
import { createLink } from './network.ts'
import { createOwner, createTime, epoch, runAs } from './time.ts'

/** RabbitMQ, real or simulated. */
type Side = {
  /** Its connections, as processes open them, with exchanges that have alternate ones. */
  open(topology: Topology, alternates?: Record<string, string>): Promise<Broker>
  /** Lets time pass until something is settled, or a condition holds. */
  settled<T>(promise: Promise<T>): Promise<T>
  until(condition: () => boolean): Promise<void>
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
    async open(topology, alternates = {}) {
      for (const { name, type } of topology.exchanges)
        await channel.assertExchange(name, type, { durable: true, alternateExchange: alternates[name] })
      const broker = connectBroker({ url: vhost.url, name: 'test', log, topology })
      onTestFinished(() => broker.close())
      await until(() => broker.isConnected())
      return broker
    },
    settled: promise => promise,
    until: async condition => void (await until(condition)),
    unbind: (queue, exchange, routingKey) => channel.unbindQueue(queue, exchange, routingKey),
    purge: queue => channel.purgeQueue(queue),
    now: () => new Date(),
  }
}

/** The simulated one, without anything. */
export function simulatedSide(): Side {
  const time = createTime()
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
  const untilTrue = async (condition: () => boolean) => {
    for (let waited = 0; !condition(); waited += 1) {
      if (waited > 10_000) throw new Error('What is waited for does not come')
      let isOver = false
      time.at(time.now() + 1, owner, () => {
        isOver = true
      })
      await time.runUntil(() => isOver, Number.POSITIVE_INFINITY)
    }
  }
  return {
    async open(topology, alternates) {
      server.declare(topology, alternates)
      const broker = runAs(owner, () => connectSimulatedBroker(network, { owner, link: createLink(), topology, log }))
      await untilTrue(() => broker.isConnected())
      return broker
    },
    async settled(promise) {
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      promise.then(settle, settle)
      await untilTrue(() => isSettled)
      return promise
    },
    until: untilTrue,
    unbind: async queue => server.unbind(queue),
    purge: async queue => server.purge(queue),
    now: () => new Date(epoch + time.now()),
  }
}

/** A consumer: its deliveries in words, and the means to settle them. */
type Consumer = {
  seen: string[]
  received(count: number): Promise<void>
  ack(body: string): void
  reject(body: string): void
  cancel(): Promise<unknown>
  /** Loses its channel. */
  lose(): Promise<unknown>
  message(body: string): ConsumeMessage
}

/** Opens a channel, which is not used again when it is lost. */
const opening =
  (broker: Broker) =>
  (use: (channel: ConfirmChannel) => Promise<unknown> = async () => {}) =>
    new Promise<ConfirmChannel>((resolve, reject) => {
      let isFirst = true
      broker.consuming.openChannel(async channel => {
        if (!isFirst) return
        isFirst = false
        await use(channel).then(() => resolve(channel), reject)
      })
    })

/** Opens the connections for a scenario, with its channels. */
export async function openScenario(side: Side, topology: Topology, alternates?: Record<string, string>) {
  const broker = await side.open(topology, alternates)
  const opened = opening(broker)
  const consume = async (queue: string, prefetch: number): Promise<Consumer> => {
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
    const setup = async (channel: ConfirmChannel) => {
      await channel.prefetch(prefetch)
      tag = (await channel.consume(queue, receive)).consumerTag
    }
    const channel = await side.settled(opened(setup))
    const message = (body: string) => messages.get(body) ?? expect.fail(`${body} has not come`)
    return {
      seen,
      received: count => side.until(() => seen.length >= count),
      ack: body => channel.ack(message(body)),
      reject: body => channel.reject(message(body), false),
      cancel: () => side.settled(channel.cancel(tag)),
      lose: () => side.settled(channel.close()),
      message,
    }
  }
  /** Publishes, and says what became of it. */
  const publish = (routingKey: string, body: string, { exchange = '', mandatory = true, ...properties } = {}) => {
    const content = Buffer.from(body)
    const published = broker.publisher.publish({ exchange, routingKey, content, mandatory, properties })
    return side.settled(
      published.then(
        () => 'confirmed',
        ({ message }) => (message.startsWith('no queue takes') ? 'unroutable' : 'failed'),
      ),
    )
  }
  return { side, openChannel: () => side.settled(opened()), consume, publish }
}
