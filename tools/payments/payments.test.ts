import { paymentsRejectedQueue, paymentsUnappliedQueue } from '@campstore/contract/messages/payments'
import { holdingTopology, paymentsQueue } from '@campstore/holds/topology'
import { combined, declareTopology, parkedQueue } from '@campstore/messaging/topology'
import { useVhost } from '@campstore/testing/use-fixture'
import { type ChannelModel, type ConfirmChannel, type ConsumeMessage, connect, type Options } from 'amqplib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payments } from '../payments.ts'
import { browseQueue } from './kept-queues.ts'
import { retryQueue } from './retry-queue.ts'

const vhost = useVhost()
const topology = combined(holdingTopology('booking', 900), holdingTopology('order', 900))
let connection: ChannelModel
let channel: ConfirmChannel
beforeEach(async () => {
  connection = await connect(vhost.url)
  connection.on('error', () => {})
  channel = await connection.createConfirmChannel()
  await declareTopology(channel, topology)
  await Promise.all(topology.queues.map(({ name }) => channel.purgeQueue(name)))
})
afterEach(() => connection.close().catch(() => {}))

const bookings = paymentsQueue('booking')
const parkedBookings = parkedQueue(bookings)
const orders = paymentsQueue('order')
const run = (...args: string[]) => payments(args, { RABBITMQ_URL: vhost.url })

async function put(queue: string, body: object | string, options: Options.Publish = {}): Promise<void> {
  const content = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  channel.sendToQueue(queue, content, { persistent: true, timestamp: 1_795_000_000, ...options })
  await channel.waitForConfirms()
}
const notification = (eventId: string, kind = 'order') => ({
  eventId,
  target: { kind, id: `${kind}-1` },
  amount: '1980.00',
  currency: 'TWD',
})
const rejected = (eventId: string) =>
  put(paymentsRejectedQueue, notification(eventId), {
    messageId: eventId,
    headers: { 'x-signature': 'theirs', 'x-rejected-reason': 'signature too old', 'x-source-queue': orders },
  })
const parked = (eventId: string) =>
  put(parkedBookings, notification(eventId, 'booking'), {
    headers: { 'x-signature': 'theirs', 'x-parked-reason': 'failed 3 times', 'x-source-exchange': 'payments' },
  })
const unapplied = (eventId: string) =>
  put(paymentsUnappliedQueue, {
    time: '2026-11-20T08:00:00.000Z',
    type: 'payment.unapplied',
    data: { ...notification(eventId), reason: 'already_paid' },
  })
const count = async (queue: string) => (await channel.checkQueue(queue)).messageCount
/** Waits for this many messages: the broker counts returned ones a moment later, and none while it is busy. */
const holds = (queue: string, messages: number) => expect.poll(() => count(queue)).toBe(messages)

/** This many messages of a queue, which is empty afterwards. The queues of the services allow no `basic.get`. */
async function take(queue: string, messages: number): Promise<ConsumeMessage[]> {
  await holds(queue, messages)
  const taken: ConsumeMessage[] = []
  const { consumerTag } = await channel.consume(queue, message => message && taken.push(message), { noAck: true })
  await expect.poll(() => taken.length).toBe(messages)
  await channel.cancel(consumerTag)
  return taken
}
const takeIds = async (queue: string, messages: number): Promise<string[]> =>
  (await take(queue, messages)).map(({ content }) => JSON.parse(content.toString()).eventId)

/** Another connection, on whose channels something is different. */
async function connectionWith(change: (channel: ConfirmChannel) => void): Promise<ChannelModel> {
  const changed = await connect(vhost.url)
  changed.on('error', () => {})
  const original = changed.createConfirmChannel.bind(changed)
  changed.createConfirmChannel = async () => {
    const opened = await original()
    change(opened)
    return opened
  }
  return changed
}

describe('npm run payments lists', () => {
  test('when, what, reason, amount and id of each, and leaves all of them in their order', async () => {
    await unapplied('e-1')
    await rejected('e-2')
    await rejected('e-3')
    await parked('e-4')
    expect(await run()).toBe(
      [
        'payments.unapplied: 1 message, to be refunded by the payment service, which then acknowledges them',
        '  when                      what           reason        amount       id',
        '  2026-11-20T08:00:00.000Z  order order-1  already_paid  1980.00 TWD  e-1',
        'payments.refunds: none',
        'payments.refunds-withdrawn: none',
        'payments.rejected: 2 messages, malformed or wrongly signed',
        '  when                      what           reason             amount       id',
        '  2026-11-18T11:06:40.000Z  order order-1  signature too old  1980.00 TWD  e-2',
        '  2026-11-18T11:06:40.000Z  order order-1  signature too old  1980.00 TWD  e-3',
        'booking.payments.parked: 1 message, failed by their own fault',
        '  when                      what               reason          amount       id',
        '  2026-11-18T11:06:40.000Z  booking booking-1  failed 3 times  1980.00 TWD  e-4',
        'order.payments.parked: none',
        'booking.payments.unrouted.parked: none',
        'order.payments.unrouted.parked: none',
      ].join('\n'),
    )
    await holds(paymentsRejectedQueue, 2)
    await run()
    expect(await takeIds(paymentsRejectedQueue, 2)).toEqual(['e-2', 'e-3'])
  })

  test('one group, and at most --limit of it, which --retry obeys too', async () => {
    for (const id of ['e-1', 'e-2', 'e-3', 'e-4']) await rejected(id)
    expect(await run('--rejected', '--retry', '--limit', '2')).toContain('2 messages left')
    expect(await takeIds(orders, 2)).toEqual(['e-1', 'e-2'])
    expect(await run('--rejected', '--limit', '1')).toMatch(/e-3\n {2}… and 1 more \(--limit N shows more\)$/)
    await expect(run('--unapplied', '--retry')).rejects.toThrow(
      'Unapplied payments are refunded and cannot be retried.',
    )
  })

  test('whatever a message contains, without letting it write to the terminal', async () => {
    const headers = { 'x-rejected-reason': 'malformed:\u001b[2J\nwiped' }
    await put(paymentsRejectedQueue, 'no JSON', { messageId: `id-${'x'.repeat(200)}`, headers })
    await put(
      paymentsRejectedQueue,
      { target: 7, eventId: { a: 1 }, amount: ['1'], data: 'x' },
      { timestamp: undefined },
    )
    const output = await run('--rejected')
    expect(output.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(output.split('\n')).toMatchObject([
      'payments.rejected: 2 messages, malformed or wrongly signed',
      expect.anything(),
      expect.stringMatching(/ – +malformed: \[2J wiped +– +id-x+…$/),
      expect.stringMatching(/^ {2}– +– +– +– +–$/),
    ])
  })
})

describe('npm run payments --retry', () => {
  test('publishes each again where it came from, as its publisher had sent it', async () => {
    await rejected('e-1')
    await parked('e-2')
    const output = await run('--retry')
    expect(output).toContain('payments.rejected: 1 message published again to order.payments\n')
    expect(output).toContain('booking.payments.parked: 1 message published again to booking.payments\n')
    const [message] = await take(orders, 1)
    expect([message?.content.toString(), message?.properties]).toMatchObject([
      JSON.stringify(notification('e-1')),
      { messageId: 'e-1', deliveryMode: 2, timestamp: 1_795_000_000 },
    ])
    expect(message?.properties.headers).toEqual({ 'x-signature': 'theirs' })
    expect(await takeIds(bookings, 1)).toEqual(['e-2'])
    await holds(paymentsRejectedQueue, 0)
    await holds(parkedBookings, 0)
  })

  test('once each, though what is rejected again comes back to the same queue', async () => {
    for (const id of ['e-1', 'e-2', 'e-3']) await rejected(id)
    const consumer = await connection.createConfirmChannel()
    let deliveries = 0
    await consumer.consume(orders, message => {
      if (!message) return
      deliveries += 1
      consumer.sendToQueue(paymentsRejectedQueue, message.content, { headers: { 'x-source-queue': orders } })
      consumer.ack(message)
    })
    expect(await run('--rejected', '--retry')).toBe('payments.rejected: 3 messages published again to order.payments')
    await holds(paymentsRejectedQueue, 3)
    expect(deliveries).toBe(3)
  })

  test('keeps what its queue does not take', async () => {
    await rejected('e-1')
    await channel.deleteQueue(orders)
    await expect(run('--rejected', '--retry')).rejects.toThrow(
      'There is no queue order.payments. Start the services first.',
    )
    await holds(paymentsRejectedQueue, 1)
  })

  test('killed between the publishing and the acknowledgement, it loses nothing', async () => {
    for (const id of ['e-1', 'e-2']) await rejected(id)
    const doomed = await connectionWith(opened => {
      opened.ack = () => {
        throw new Error('killed')
      }
    })
    await expect(retryQueue(doomed, paymentsRejectedQueue, 100)).rejects.toThrow('killed')
    await holds(paymentsRejectedQueue, 2)
    expect(await run('--retry')).toContain('2 messages published again')
    expect(await takeIds(orders, 3), 'the second copy of e-1 is a repetition').toEqual(['e-1', 'e-1', 'e-2'])
  })
})

test('a broker that counts none, because it is busy, has its messages listed and published again', async () => {
  for (const id of ['e-1', 'e-2']) await rejected(id)
  const busy = await connectionWith(opened => {
    opened.checkQueue = async queue => ({ queue, messageCount: 0, consumerCount: 0 })
  })
  expect(await browseQueue(busy, paymentsRejectedQueue, 1)).toMatchObject({ messages: [{}], total: 2 })
  await holds(paymentsRejectedQueue, 2)
  const retried = await retryQueue(busy, paymentsRejectedQueue, 100)
  expect(retried).toEqual({ published: new Map([[orders, 2]]), left: 0, stuck: 0 })
})
