import { eventsExchange } from '@campstore/contract/messages/events'
import {
  paymentRoutingKey,
  paymentsExchange,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
  unroutedPaymentsExchange,
} from '@campstore/contract/messages/payments'
import { refuseUnsafeQueues } from '@campstore/holds/queue-health'
import { holdsExchange } from '@campstore/holds/topology'
import { managementClient } from '@campstore/local-servers/management'
import { createRecordingLog } from '@campstore/testing/recording-log'
import { testServers } from '@campstore/testing/servers'
import { useVhost } from '@campstore/testing/use-fixture'
import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import { beforeAll, expect, test } from 'vitest'
import { prepareBroker } from '../../tools/broker/prepare.ts'
import { type BrokerClient, brokerUserOf } from '../../tools/broker/users.ts'
import { subscriber } from '../../tools/subscriber.ts'

// What each user of the broker may do. Users belong to the whole broker, their rights to a vhost.
const clients: BrokerClient[] = ['booking', 'checkout', 'me', 'admin', 'payment']
const holdSeconds = 900
const { rabbitmqManagementUrl: managementUrl } = testServers()
const manage = managementClient(managementUrl)
const vhost = useVhost()
const prepare = (passwords: Partial<Record<BrokerClient, string>> = {}) =>
  prepareBroker({ adminUrl: vhost.url, managementUrl, passwords, holdSeconds })

beforeAll(() => prepare(Object.fromEntries(clients.map(client => [client, `of-${client}`]))))

const urlOf = (client: string, password = `of-${client}`): string =>
  Object.assign(new URL(vhost.url), { username: brokerUserOf(client), password }).href

/** What clients may want to do, with the names of exchanges, queues and routing keys. `default` is the default exchange. */
const actions: Record<string, (channel: ConfirmChannel, ...names: string[]) => Promise<unknown>> = {
  publish: (channel, exchange = '', key = '') => {
    channel.publish(exchange === 'default' ? '' : exchange, key, Buffer.from('{}'))
    return channel.waitForConfirms()
  },
  read: (channel, queue = '') => channel.get(queue),
  purge: (channel, queue = '') => channel.purgeQueue(queue),
  declare: (channel, queue = '') => channel.assertQueue(queue, { arguments: { 'x-queue-type': 'quorum' } }),
  bind: (channel, queue = '', exchange = '', key = '') => channel.bindQueue(queue, exchange, key),
  copy: (channel, from = '', to = '') => channel.bindExchange(to, from, '#'),
  'delete-queue': (channel, queue = '') => channel.deleteQueue(queue),
  'delete-exchange': (channel, exchange = '') => channel.deleteExchange(exchange),
}

/** Tries each action on a separate channel: `done`, or the broker's reply code; 403 is ACCESS_REFUSED. */
async function outcomesOf(url: string, texts: readonly string[]): Promise<Record<string, unknown>> {
  const connection = await connect(url)
  try {
    const outcomes: Record<string, unknown> = {}
    for (const text of texts) outcomes[text] = await outcomeOf(connection, text)
    return outcomes
  } finally {
    await connection.close()
  }
}

async function outcomeOf(connection: ChannelModel, text: string): Promise<unknown> {
  const [action = '', ...names] = text.split(' ')
  const channel = await connection.createConfirmChannel()
  const refused = new Promise(resolve => channel.on('error', (error: { code?: number }) => resolve(error.code)))
  const done = actions[action]?.(channel, ...names).then(() => channel.close())
  // A call whose channel is closed by a refusal fails too, and says less.
  return Promise.race([done?.then(() => 'done').catch(() => refused), refused])
}

const hears = (queue: string) => (key: string) => `bind ${queue} ${eventsExchange} ${key}`
const all = (texts: readonly string[], outcome: unknown) => Object.fromEntries(texts.map(text => [text, outcome]))

/** What they hear, and read to refund, also on queues of their own. */
const allowed: Partial<Record<BrokerClient, string[]>> = {
  payment: [
    'declare payment.mine',
    ...['booking.*', 'order.*', 'order.cod-confirmed', 'payment.unapplied'].map(hears('payment.mine')),
    'read payment.mine',
    `read ${paymentsUnappliedQueue}`,
  ],
  booking: ['declare booking.live.mine', hears('booking.live.mine')('booking.*'), 'read booking.live.mine'],
  me: ['declare me.live.mine', hears('me.live.mine')('order.*'), 'read me.live.mine'],
  admin: ['order.paid', 'payment.unapplied'].map(hears('admin.webhooks')),
}
test.each(Object.entries(allowed))('the user of %s hears its events', async (client, texts) => {
  expect(await outcomesOf(urlOf(client), texts)).toEqual(all(texts, 'done'))
})

/** What would forge, lose or reveal messages of others. */
const refused: Record<BrokerClient, string[]> = {
  payment: [
    `publish ${eventsExchange} order.paid`,
    `publish ${eventsExchange} payment.unapplied`,
    `publish ${paymentsExchange} something.else`,
    `publish ${holdsExchange} booking.hold-expired`,
    `publish ${unroutedPaymentsExchange} ${paymentRoutingKey('order')}`,
    'publish default me.spending',
    'read booking.payments',
    'read order.payments.unrouted',
    `read ${paymentsRejectedQueue}`,
    'declare payments.mine',
    `bind me.spending ${eventsExchange} order.paid`,
    `bind payment.mine ${eventsExchange} #`,
    `bind payment.mine ${eventsExchange} customer.*`,
    `bind payment.mine ${paymentsExchange} ${paymentRoutingKey('order')}`,
  ],
  me: [
    `publish ${eventsExchange} order.paid`,
    `publish ${paymentsExchange} ${paymentRoutingKey('order')}`,
    'read order.payments',
    'declare booking.of-me',
    'delete-queue booking.payments',
    `delete-exchange ${eventsExchange}`,
    `bind me.spending ${paymentsExchange} #`,
    `bind me.spending ${eventsExchange} #`,
    `bind me.purchase-changes ${eventsExchange} #`,
  ],
  admin: [
    `publish ${eventsExchange} order.paid`,
    'read me.spending',
    'read booking.payments',
    `bind admin.webhooks ${paymentsExchange} #`,
    `bind admin.webhooks ${eventsExchange} #`,
    `delete-exchange ${eventsExchange}`,
  ],
  booking: [
    `publish ${eventsExchange} order.paid`,
    `publish ${paymentsExchange} ${paymentRoutingKey('order')}`,
    `publish ${unroutedPaymentsExchange} ${paymentRoutingKey('booking')}`,
    'read order.payments',
    `read ${paymentsRejectedQueue}`,
    'purge me.spending',
    `bind booking.payments ${paymentsExchange} #`,
    `bind ${paymentsUnappliedQueue} ${eventsExchange} #`,
    `copy ${paymentsExchange} ${eventsExchange}`,
    `delete-exchange ${paymentsExchange}`,
  ],
  checkout: [
    `publish ${eventsExchange} booking.paid`,
    `publish ${paymentsExchange} ${paymentRoutingKey('booking')}`,
    'read booking.payments',
    'read me.spending',
    `bind order.payments ${paymentsExchange} #`,
    `copy ${paymentsExchange} ${eventsExchange}`,
    `delete-exchange ${holdsExchange}`,
  ],
}
test.each(clients)('the user of %s does no more', async client => {
  expect(await outcomesOf(urlOf(client), refused[client])).toEqual(all(refused[client], 403))
})

test('npm run subscriber adds a user that hears some events, changes which, and removes it with its queues', async () => {
  const run = (...args: string[]) =>
    subscriber(args, { RABBITMQ_ADMIN_URL: vhost.url, RABBITMQ_MANAGEMENT_URL: managementUrl })
  await expect(run('add', 'me', '--events', 'order.*')).rejects.toThrow('The name me is taken.')
  await expect(run('add', 'mailer', '--events', '#')).rejects.toThrow('There is no event #.')
  const added = await run('add', 'mailer', '--events', 'order.*,booking.paid')
  const url = urlOf('mailer', added.match(/only now: (\S+)$/)?.[1])
  const binding = hears('mailer.mails')
  const may = ['declare mailer.mails', ...['order.*', 'order.paid', 'booking.paid'].map(binding)]
  expect(await outcomesOf(url, may)).toEqual(all(may, 'done'))
  const mayNot = [
    ...['#', 'booking.*', '*.paid', 'booking.created'].map(binding),
    `bind mailer.mails ${paymentsExchange} payment.notification.order`,
    'declare me.mails',
    `publish ${eventsExchange} order.paid`,
    'publish default me.spending',
    `read ${paymentsUnappliedQueue}`,
  ]
  expect(await outcomesOf(url, mayNot)).toEqual(all(mayNot, 403))
  expect(await run('add', 'mailer', '--events', 'booking.*')).toContain('Its password is unchanged')
  const later = binding('booking.created')
  expect(await outcomesOf(url, [later])).toEqual({ [later]: 'done' })
  expect(await run('remove', 'mailer')).toBe('Removed campstore_mailer and its queues mailer.mails.')
  await expect(connect(url)).rejects.toThrow()
})

test('a policy that loses messages ends npm run migrate and the start of a service by name', async () => {
  const path = `policies/${vhost.name}/theirs`
  const definition = { 'max-length': 10, overflow: 'drop-head' }
  await manage('PUT', path, { pattern: '^order[.]payments$', definition, priority: 9, 'apply-to': 'queues' })
  const { log } = createRecordingLog()
  const config = {
    RABBITMQ_URL: urlOf('checkout'),
    RABBITMQ_MANAGEMENT_URL: new URL(managementUrl).origin,
    CHECKOUT_HOLD_SECONDS: holdSeconds,
  }
  const message = 'order.payments: max-length = 10 drops messages'
  // The broker lists policies late.
  await expect.poll(() => prepare().catch(error => error.message), { interval: 2_000 }).toContain(message)
  await expect(refuseUnsafeQueues(config, 'order', log)).rejects.toThrow(message)
  await manage('DELETE', path)
  await expect.poll(() => prepare(), { interval: 2_000 }).toEqual({ withoutPassword: [] })
})

test('a user keeps its password when none is given, and cannot log in before it has one', async () => {
  const logsIn = (password: string) =>
    connect(urlOf('payment', password)).then(
      connection => connection.close().then(() => true),
      () => false,
    )
  await prepare()
  expect(await logsIn('of-payment')).toBe(true)
  await manage('DELETE', `users/${brokerUserOf('payment')}`)
  expect(await prepare()).toEqual({ withoutPassword: ['payment'] })
  for (const password of ['', 'campstore', 'of-payment']) expect(await logsIn(password)).toBe(false)
  expect(await prepare({ payment: 'of-payment' })).toEqual({ withoutPassword: [] })
  expect(await logsIn('of-payment')).toBe(true)
})
