import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { eventsExchange } from '@campstore/contract/messages/events'
import {
  paymentRoutingKey,
  paymentsExchange,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
  unroutedPaymentsExchange,
} from '@campstore/contract/messages/payments'
import { refuseUnsafeQueues } from '@campstore/holds/queue-check'
import { managementClient } from '@campstore/local-servers/management'
import { temporaryMemoryHome } from '@campstore/local-servers/os-users'
import { freePort } from '@campstore/local-servers/ports'
import { type RabbitmqServer, startRabbitmq } from '@campstore/local-servers/rabbitmq'
import { holdsExchange } from '@campstore/messaging/hold-timers'
import { type PaymentTarget, paymentFor } from '@campstore/testing/payments'
import { createRecordingLog } from '@campstore/testing/recording-log'
import { paymentSecret } from '@campstore/testing/secrets'
import { type ConfirmChannel, connect } from 'amqplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareBroker } from '../../tools/broker/prepare.ts'
import { type BrokerClient, brokerUserOf } from '../../tools/broker/users.ts'
import { publishPayment } from '../../tools/pay/publish-payment.ts'
import { subscriber } from '../../tools/subscriber.ts'
import { orderOf, sessionOf } from '../system/client.ts'
import { createSampleRequests } from '../system/sample-requests.ts'
import { startSystem } from '../system/system.ts'
import { untilAuditPasses } from '../system/waiting.ts'

// A broker of its own: users belong to a whole broker.
const clients: BrokerClient[] = ['booking', 'checkout', 'me', 'payment']
/** Long enough that payments come in time. */
const holdSeconds = 12
let broker: RabbitmqServer
const prepare = (passwords: Partial<Record<BrokerClient, string>>) =>
  prepareBroker({ adminUrl: broker.url, managementUrl: broker.managementUrl, passwords, holdSeconds })

beforeAll(async () => {
  broker = await startRabbitmq({
    dataDirectory: `${temporaryMemoryHome()}/rabbitmq`,
    port: await freePort(),
  })
  await prepare(Object.fromEntries(clients.map(client => [client, `of-${client}`])))
})
afterAll(() => broker.stop())

const urlOf = (client: string, password = `of-${client}`): string => {
  const url = new URL(broker.url)
  Object.assign(url, { username: brokerUserOf(client), password })
  return url.href
}

/** Does something as a client; responses `done`, or the broker's reply code: 403 is ACCESS_REFUSED. */
const as = (client: string, work: (channel: ConfirmChannel) => Promise<unknown>): Promise<unknown> =>
  at(client === 'admin' ? broker.url : urlOf(client), work)

async function at(url: string, work: (channel: ConfirmChannel) => Promise<unknown>): Promise<unknown> {
  const connection = await connect(url)
  connection.on('error', () => {})
  try {
    const channel = await connection.createConfirmChannel()
    const refused = new Promise(resolve => {
      channel.on('error', (error: Error & { code?: number }) => resolve(error.code))
    })
    const done = work(channel).then(() => 'done')
    // A call whose channel is closed by a refusal fails too, and says less.
    const failed = done.catch(error => pause(1_000).then(() => Promise.reject(error)))
    return await Promise.race([failed, refused])
  } finally {
    await connection.close().catch(() => {})
  }
}

const publishing = (exchange: string, key: string) => (channel: ConfirmChannel) =>
  new Promise<void>((resolve, reject) => {
    channel.publish(exchange, key, Buffer.from('{}'), {}, error => (error ? reject(error) : resolve()))
  })
const reading = (queue: string) => (channel: ConfirmChannel) => channel.get(queue)
const purging = (queue: string) => (channel: ConfirmChannel) => channel.purgeQueue(queue)
const binding =
  (queue: string, exchange: string, key = '#') =>
  (channel: ConfirmChannel) =>
    channel.bindQueue(queue, exchange, key)
const copying = (from: string, to: string) => (channel: ConfirmChannel) => channel.bindExchange(to, from, '#')
const declaring = (queue: string) => (channel: ConfirmChannel) => channel.assertQueue(queue)
const deletingQueue = (queue: string) => (channel: ConfirmChannel) => channel.deleteQueue(queue)
const deletingExchange = (exchange: string) => (channel: ConfirmChannel) => channel.deleteExchange(exchange)

const pay = (target: PaymentTarget, amount: string): Promise<void> => {
  const at = new Date()
  return publishPayment(paymentFor(target, amount, at), { rabbitmqUrl: urlOf('payment'), secret: paymentSecret, at })
}

test('each with its own user, the services do all that they must: hold, end holds, take payments, reject forged ones, count purchases', async () => {
  const system = await startSystem({
    services: ['booking', 'checkout', 'me'],
    processes: 1,
    rabbitmqUrl: broker.url,
    brokerUrlFor: urlOf,
    holdSeconds,
    sweepSeconds: 3_600,
  })
  try {
    const [member] = await system.members(1)
    if (!member) throw new Error('there is no member')
    const samples = await createSampleRequests(system.owner)
    const unpaid = [sessionOf(await samples.stay(member)()).bookingId, orderOf(await samples.order(member)()).orderId]
    const stay = sessionOf(await samples.stay(member)())
    const order = orderOf(await samples.order(member)())
    await pay({ kind: 'booking', id: stay.bookingId }, stay.pricing.finalAmount)
    await pay({ kind: 'order', id: order.orderId }, order.pricing.total)
    for (const kind of ['booking', 'order'] as const) {
      expect(await as('payment', publishing(paymentsExchange, paymentRoutingKey(kind)))).toBe('done')
    }
    await untilAuditPasses(system)
    await expect
      .poll(async () => (await statusesOf(system.owner)).toSorted())
      .toEqual(['cancelled unpaid', 'cancelled unpaid', 'pending paid', 'unshipped paid'])
    await untilAuditPasses(system)
    expect(await purchaseCount(system.owner)).toBe(2)
    const events = (await system.subscriber.events()).filter(({ subject }) => unpaid.includes(subject))
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'booking.cancelled',
      'booking.created',
      'order.cancelled',
      'order.created',
    ])
    for (const _ of ['booking', 'order']) {
      const taken = () => as('admin', async channel => expect(await channel.get(paymentsRejectedQueue)).not.toBe(false))
      await expect.poll(taken).toBe('done')
    }
    const logs = system.processes().map(({ log }) => readFileSync(log, 'utf8'))
    expect(logs.join('\n')).not.toMatch(/ACCESS_REFUSED|Lost a channel/)
  } finally {
    await system.stop()
  }
})

test('a deleted exchange is named by one line in the log of each process, with what to run, and publishing goes on afterwards', async () => {
  const system = await startSystem({
    services: ['booking'],
    rabbitmqUrl: broker.url,
    brokerUrlFor: urlOf,
    sweepSeconds: 3_600,
  })
  const unpublished = async () => {
    const { rows } = await system.owner.query('select from booking.outbox')
    return rows.length
  }
  try {
    const [member] = await system.members(1)
    if (!member) throw new Error('there is no member')
    expect(await as('admin', deletingExchange(eventsExchange))).toBe('done')
    sessionOf(await (await createSampleRequests(system.owner)).stay(member)())
    const reports = () =>
      system
        .processes()
        .map(({ log }) => readFileSync(log, 'utf8').match(/"reason":"[^"]*npm run migrate[^"]*"/g) ?? [])
    await expect.poll(() => reports().flat()).not.toEqual([])
    expect(await unpublished()).toBeGreaterThan(0)
    await prepare({})
    await expect.poll(unpublished).toBe(0)
    const line = `"reason":"Error: The exchange ${eventsExchange} is missing. Run npm run migrate with RABBITMQ_ADMIN_URL, which declares it"`
    for (const lines of reports()) expect([[], [line]]).toContainEqual(lines)
  } finally {
    await system.stop()
  }
})

async function statusesOf(owner: { query(text: string): Promise<{ rows: { status: string }[] }> }): Promise<string[]> {
  const { rows } = await owner.query(`
    select status || ' ' || payment_status as status from booking.booking
    union all
    select status || ' ' || payment_status from checkout.store_order`)
  return rows.map(({ status }) => status)
}

async function purchaseCount(owner: { query(text: string): Promise<{ rows: { count: string }[] }> }): Promise<number> {
  const { rows } = await owner.query('select count(*) from member.purchase')
  return Number(rows[0]?.count)
}

describe('responses come back over direct reply-to', () => {
  test.each(['booking', 'checkout'])('%s', async client => {
    const outcome = await as(client, async channel => {
      const answered = new Promise(resolve => channel.consume('amq.rabbitmq.reply-to', resolve, { noAck: true }))
      const queue = client === 'booking' ? 'booking.payments' : 'order.payments'
      const { consumerTag } = await channel.consume(queue, message => {
        if (message) channel.publish('', message.properties.replyTo, Buffer.from('here'))
        if (message) channel.ack(message)
      })
      channel.publish('', queue, Buffer.from('?'), { replyTo: 'amq.rabbitmq.reply-to' })
      await answered
      await channel.cancel(consumerTag)
    })
    expect(outcome).toBe('done')
  })
})

test('the payment service consumes what it has to refund, and hears events on queues of its own', async () => {
  const refund = { type: 'payment.unapplied', data: { eventId: 'e-1' } }
  await as('admin', async channel => {
    channel.publish(eventsExchange, 'payment.unapplied', Buffer.from(JSON.stringify(refund)))
    await channel.waitForConfirms()
  })
  const outcome = await as('payment', async channel => {
    await channel.assertQueue('payment.mine', { arguments: { 'x-queue-type': 'quorum' } })
    for (const key of ['booking.*', 'order.*', 'order.cod-confirmed', 'payment.unapplied'])
      await channel.bindQueue('payment.mine', eventsExchange, key)
    const refunds: unknown[] = []
    await channel.consume(paymentsUnappliedQueue, message => {
      if (!message) return
      refunds.push(JSON.parse(message.content.toString()))
      channel.ack(message)
    })
    await expect.poll(() => refunds).toContainEqual(refund)
    await as('booking', publishing(eventsExchange, 'booking.paid'))
    const heard: string[] = []
    await channel.consume('payment.mine', message => void heard.push(message?.fields.routingKey ?? ''), { noAck: true })
    await expect.poll(() => heard).toContain('booking.paid')
  })
  expect(outcome).toBe('done')
})

test('npm run subscriber adds a user that hears some events, changes which, and removes it with its queues', async () => {
  const run = (...args: string[]) =>
    subscriber(args, { RABBITMQ_ADMIN_URL: broker.url, RABBITMQ_MANAGEMENT_URL: broker.managementUrl })
  const added = await run('add', 'mailer', '--events', 'order.*,booking.paid')
  const password = added.match(/only now: (\S+)$/)?.[1]
  const url = urlOf('mailer', password)
  const declared = (channel: ConfirmChannel) =>
    channel.assertQueue('mailer.mails', { arguments: { 'x-queue-type': 'quorum' } })
  expect(await at(url, declared)).toBe('done')
  for (const key of ['order.*', 'order.paid', 'booking.paid'])
    expect([key, await at(url, binding('mailer.mails', eventsExchange, key))]).toEqual([key, 'done'])
  const refused = [
    ...['#', 'booking.*', '*.paid', 'booking.created'].map(key => binding('mailer.mails', eventsExchange, key)),
    binding('mailer.mails', paymentsExchange, 'payment.notification.order'),
    declaring('me.mails'),
    publishing(eventsExchange, 'order.paid'),
    publishing('', 'me.spending'),
    reading(paymentsUnappliedQueue),
  ]
  for (const work of refused) expect(await at(url, work)).toBe(403)
  expect(await run('add', 'mailer', '--events', 'booking.*')).toContain('Its password is unchanged')
  expect(await at(url, binding('mailer.mails', eventsExchange, 'booking.created'))).toBe('done')
  expect(await run('remove', 'mailer')).toBe('Removed campstore_mailer and its queues mailer.mails.')
  await expect(connect(url)).rejects.toThrow()
  await expect(run('remove', 'mailer')).rejects.toThrow('There is no subscriber mailer.')
})

test.each([
  [['add', 'me', '--events', 'order.*'], 'The name me is taken.'],
  [['add', 'Mailer', '--events', 'order.*'], 'A name has 2 to 31'],
  [['add', 'mailer'], '--events is missing.'],
  [['add', 'mailer', '--events', '#'], 'There is no event #.'],
  [['add', 'mailer', '--events', 'orders.*'], 'There is no event orders.*.'],
  [['change', 'mailer'], 'Neither "add" nor "remove": change'],
])('npm run subscriber refuses %j', async (args, message) => {
  await expect(subscriber(args, {})).rejects.toThrow(`${message}`)
})

describe('no user does more', () => {
  const refused: [string, string, (channel: ConfirmChannel) => Promise<unknown>][] = [
    ['payment', 'publish an event', publishing(eventsExchange, 'order.paid')],
    ['payment', 'publish a payment under another key', publishing(paymentsExchange, 'something.else')],
    ['payment', 'put a message on a queue', publishing('', 'me.spending')],
    ['payment', 'end a hold', publishing(holdsExchange, 'booking.hold-expired')],
    ['payment', 'read payments', reading('booking.payments')],
    ['payment', 'read rejected payments', reading(paymentsRejectedQueue)],
    ['payment', 'declare a queue with another name', declaring('payments.mine')],
    ['payment', 'hear events on a queue of somebody else', binding('me.spending', eventsExchange, 'order.paid')],
    ['payment', 'hear everything', binding('payment.mine', eventsExchange)],
    ['payment', 'hear events of other things', binding('payment.mine', eventsExchange, 'customer.*')],
    ['payment', 'hear payments', binding('payment.mine', paymentsExchange, paymentRoutingKey('order'))],
    [
      'payment',
      'put a message on the alternate road',
      publishing(unroutedPaymentsExchange, paymentRoutingKey('order')),
    ],
    ['payment', 'publish an unapplied payment', publishing(eventsExchange, 'payment.unapplied')],
    ['payment', 'read payments that no binding took', reading('order.payments.unrouted')],
    ['me', 'publish an event', publishing(eventsExchange, 'order.paid')],
    ['me', 'publish a payment', publishing(paymentsExchange, paymentRoutingKey('order'))],
    ['me', 'read payments', reading('order.payments')],
    ['me', 'declare a queue of somebody else', declaring('booking.of-me')],
    ['me', 'delete a queue of somebody else', deletingQueue('booking.payments')],
    ['me', 'delete the exchange of events', deletingExchange(eventsExchange)],
    ['me', 'hear payments', binding('me.spending', paymentsExchange)],
    ['me', 'hear more than purchases', binding('me.spending', eventsExchange)],
    ['booking', "hear orders' payments", binding('booking.payments', paymentsExchange)],
    ['booking', 'have payments told as events', copying(paymentsExchange, eventsExchange)],
    ['booking', 'flood the queue of refunds', binding('payments.unapplied', eventsExchange)],
    ['booking', "publish an order's event", publishing(eventsExchange, 'order.paid')],
    ['booking', "publish an order's payment", publishing(paymentsExchange, paymentRoutingKey('order'))],
    ['booking', 'publish on the alternate road', publishing(unroutedPaymentsExchange, paymentRoutingKey('booking'))],
    ['booking', "read orders' payments", reading('order.payments')],
    ['booking', "empty another service's queue", purging('me.spending')],
    ['booking', 'read rejected payments', reading(paymentsRejectedQueue)],
    ['booking', 'delete the exchange of payments', deletingExchange(paymentsExchange)],
    ['checkout', "hear bookings' payments", binding('order.payments', paymentsExchange)],
    ['checkout', 'have payments told as events', copying(paymentsExchange, eventsExchange)],
    ['checkout', "publish a booking's event", publishing(eventsExchange, 'booking.paid')],
    ['checkout', "publish a booking's payment", publishing(paymentsExchange, paymentRoutingKey('booking'))],
    ['checkout', "read bookings' payments", reading('booking.payments')],
    ['checkout', 'read what me is told', reading('me.spending')],
    ['checkout', 'delete the exchange of holds', deletingExchange(holdsExchange)],
  ]
  test.each(refused)('%s cannot %s', async (client, _, work) => {
    expect(await as(client, work)).toBe(403)
  })
})

test('a policy that lets messages overtake each other or loses them ends npm run migrate and the start of a service by name', async () => {
  const manage = managementClient(broker.managementUrl)
  const policy = { pattern: '^order[.]payments$', definition: { 'max-length': 10, overflow: 'drop-head' }, priority: 9 }
  await manage('PUT', 'policies/%2F/theirs', { ...policy, 'apply-to': 'queues' })
  const message = /^RabbitMQ has settings that lose messages[^\n]*\n +order\.payments: max-length = 10 drops messages/
  const { log, lines } = createRecordingLog()
  const config = {
    RABBITMQ_URL: urlOf('checkout'),
    RABBITMQ_MANAGEMENT_URL: new URL(broker.managementUrl).origin,
    CHECKOUT_HOLD_SECONDS: holdSeconds,
  }
  // The broker lists policies some seconds late.
  await expect.poll(() => prepare({}).catch(error => error.message)).toMatch(message)
  await expect(refuseUnsafeQueues(config, 'order', log)).rejects.toThrow('order.payments: max-length = 10')
  expect(lines).toEqual([])
  await refuseUnsafeQueues({ ...config, RABBITMQ_MANAGEMENT_URL: 'http://127.0.0.1:1' }, 'order', log)
  expect(lines).toMatchObject([{ level: 'warn', msg: 'Cannot check the settings of the queues' }])
  await manage('DELETE', 'policies/%2F/theirs')
  await expect.poll(() => prepare({})).toEqual({ withoutPassword: [] })
})

describe('passwords', () => {
  const logsIn = async (client: string, password: string): Promise<boolean> => {
    try {
      await (await connect(urlOf(client, password))).close()
      return true
    } catch {
      return false
    }
  }

  test('prepared again without passwords, users keep theirs', async () => {
    expect(await prepare({})).toEqual({ withoutPassword: [] })
    expect(await logsIn('booking', 'of-booking')).toBe(true)
  })

  test('a user that is made without a password is named, and cannot log in', async () => {
    await deleteUser('payment')
    expect(await prepare({})).toEqual({ withoutPassword: ['payment'] })
    for (const password of ['', 'campstore', 'of-payment']) expect(await logsIn('payment', password)).toBe(false)
    expect(await prepare({ payment: 'of-payment' })).toEqual({ withoutPassword: [] })
    expect(await logsIn('payment', 'of-payment')).toBe(true)
  })

  async function deleteUser(client: string): Promise<void> {
    const { origin, username, password } = new URL(broker.managementUrl)
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    await fetch(`${origin}/api/users/${brokerUserOf(client)}`, { method: 'DELETE', headers: { authorization } })
  }
})
