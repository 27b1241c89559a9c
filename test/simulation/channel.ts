import { EventEmitter } from 'node:events'
import { type ConsumeMessage, IllegalOperationError, type Options } from 'amqplib'
import type { BrokerChannel, SimulatedBroker } from './broker.ts'
import type { Wire } from './network.ts'

type Confirm = (error: unknown) => void
type Receive = (message: ConsumeMessage | null) => void

/** What a channel has at an instant. */
type State = ReturnType<typeof createState>

/** A channel of the library on the client's side of a wire. */
export type SimulatedChannel = ReturnType<typeof createChannel>

/**
 * Opens a channel on a connection.
 *
 * @param published is called when something is published
 */
export function createChannel(
  id: string,
  wire: Wire,
  { server: broker, mostInHand }: { server: SimulatedBroker; mostInHand: number },
  published: () => void,
) {
  const state = createState(id, wire, broker)
  const { events, atBroker } = state
  return Object.assign(events, {
    atBroker,
    end: () => end(state),
    prefetch: async (count: number) => {
      state.mostUnsettled = Math.min(count, mostInHand)
    },
    consume: async (queue: string, receive: Receive) => {
      const deliver: Receive = message => wire.send('toClient', () => void (state.isOpen && receive(message)))
      await ask(state, () => {
        if (queue.startsWith('amq.')) atBroker.receiveReply = deliver
        else if (!broker.consume(atBroker, queue, state.mostUnsettled, deliver)) wire.send('toClient', () => end(state))
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
      requireOpen(state)
      published()
      publish(state, { exchange, routingKey, content, properties }, onConfirm)
      return true
    },
    ack: (message: ConsumeMessage) => settle(state, message, false),
    reject: (message: ConsumeMessage) => settle(state, message, true),
    cancel: () => ask(state, () => broker.cancel(atBroker)),
    checkQueue: (queue: string) => ask(state, () => broker.look(queue)),
    assertQueue: (name: string, { arguments: given }: Options.AssertQueue) =>
      ask(state, () => broker.declare({ exchanges: [], queues: [{ name, arguments: given }], bindings: [] })),
    bindQueue: (queue: string, exchange: string, routingKey: string) =>
      ask(state, () => broker.declare({ exchanges: [], queues: [], bindings: [{ queue, exchange, routingKey }] })),
    close: async () => {
      const closed = ask(state, () => broker.endChannel(atBroker))
      // A closing channel no longer sends anything.
      state.isOpen = false
      await closed
      end(state)
    },
  })
}

function createState(id: string, wire: Wire, broker: SimulatedBroker) {
  const events = new EventEmitter()
  const atBroker: BrokerChannel = {
    id,
    consumers: new Set(),
    receiveReply: undefined,
    returned: ({ exchange, routingKey, properties }) =>
      wire.send('toClient', () => events.emit('return', { fields: { exchange, routingKey }, properties })),
  }
  const unconfirmed = new Set<Confirm>()
  return { wire, broker, atBroker, events, unconfirmed, isOpen: true, hasEnded: false, mostUnsettled: 0 }
}

function requireOpen({ isOpen }: State): void {
  if (!isOpen) throw new IllegalOperationError('Channel closed', '')
}

/** Sends a request, and resolves with the reply; never, when the connection is lost. */
async function ask<T>(state: State, work: () => T): Promise<T> {
  requireOpen(state)
  const { wire } = state
  return new Promise(resolve =>
    wire.send('toServer', () => {
      const reply = work()
      wire.send('toClient', () => resolve(reply))
    }),
  )
}

type Published = { exchange: string; routingKey: string; content: Buffer; properties: Options.Publish }

function publish({ wire, broker, atBroker, unconfirmed }: State, published: Published, onConfirm: Confirm): void {
  // One function may wait for several messages.
  const confirm: Confirm = error => onConfirm(error)
  unconfirmed.add(confirm)
  wire.send('toServer', () => {
    const isMandatory = published.properties.mandatory === true
    if (!broker.publish(atBroker, { ...published, deliveries: 0 }, isMandatory)) return
    wire.send('toClient', () => void (unconfirmed.delete(confirm) && confirm(null)))
  })
}

function settle(state: State, { fields }: ConsumeMessage, isRejected: boolean): void {
  requireOpen(state)
  const { wire, broker, atBroker } = state
  wire.send('toServer', () => broker.settle(atBroker, fields.deliveryTag, isRejected))
}

/** The channel has ended, alone or with its connection. */
function end(state: State): void {
  if (state.hasEnded) return
  state.hasEnded = true
  state.isOpen = false
  for (const confirm of state.unconfirmed) confirm(new Error('channel closed'))
  state.unconfirmed.clear()
  state.events.emit('close')
}
