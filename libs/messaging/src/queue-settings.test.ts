import { createTestVhost, manage } from '@campstore/testing/broker'
import { testServers } from '@campstore/testing/servers'
import { connect } from 'amqplib'
import { expect, onTestFinished, test } from 'vitest'
import { findUnsafeQueues, unsafeSettings } from './queue-settings.ts'
import { combined, consumerQueues, declareTopology, quorumQueue } from './topology.ts'

const topology = combined(consumerQueues('payments', [], { singleActiveConsumer: true }), {
  exchanges: [],
  queues: [quorumQueue('kept')],
  bindings: [],
})
const queueNamed = (name: string) => topology.queues.find(queue => queue.name === name) ?? expect.fail(name)
const ofPayments = (policy: Record<string, unknown>, changes: Record<string, unknown> = {}) =>
  unsafeSettings(queueNamed('payments'), { policy, arguments: { ...queueNamed('payments').arguments, ...changes } })

// The keys of RabbitMQ 4.3, which the broker of the tests does not know (rabbitmq-server, pull request 13885).
test.each([
  [{ 'delayed-retry-type': 'returned', 'delayed-retry-min': 1000 }, ['delayed-retry-type', 'delayed-retry-min']],
  [{ 'delayed-retry-min': 1000 }, ['delayed-retry-min']],
  [{ 'delayed-retry-type': 'disabled', 'delayed-retry-min': 1000 }, []],
  [{ 'consumer-timeout': 1000, 'ha-mode': 'all' }, []],
  [{ 'max-length': 10, overflow: 'reject-publish' }, []],
  [{ 'max-length': 10, overflow: 'drop-head' }, ['max-length', 'overflow']],
  [{ 'dead-letter-exchange': 'elsewhere' }, ['dead-letter-exchange']],
])('the policy %j of a queue of payments has unsafe settings: %j', (policy, names) => {
  expect(ofPayments(policy).map(line => line.split(' ')[0])).toEqual(names)
})

test('the same settings as arguments, and missing ones, are found', () => {
  expect(ofPayments({})).toEqual([])
  expect(ofPayments({}, { 'x-delayed-retry-type': 'all' })).toEqual([
    'delayed-retry-type = "all" lets messages overtake each other',
  ])
  expect(ofPayments({}, { 'x-single-active-consumer': undefined, 'x-queue-type': 'classic' })).toEqual([
    'queue-type = "classic" must be "quorum"',
    'single-active-consumer = undefined must be true',
  ])
})

test('policies of users and operators are read from the broker, by a user with the tag management', async () => {
  const vhost = await createTestVhost()
  onTestFinished(() => vhost.delete())
  const connection = await connect(vhost.url)
  onTestFinished(() => connection.close())
  await declareTopology(await connection.createChannel(), topology)
  const name = `monitor_${vhost.name}`
  await manage('PUT', `/api/users/${name}`, { password: 'secret', tags: 'management' })
  onTestFinished(() => manage('DELETE', `/api/users/${name}`).then(() => {}))
  await manage('PUT', `/api/permissions/${vhost.name}/${name}`, { configure: '', write: '', read: '' })
  const url = Object.assign(new URL(vhost.url), { username: name, password: 'secret' }).href
  const managementUrl = new URL(testServers().rabbitmqManagementUrl).origin
  const find = () => findUnsafeQueues({ managementUrl, url, topology })
  expect(await find()).toEqual([])

  const policyOf = (pattern: string, definition: object) => ({ pattern, definition, 'apply-to': 'queues', priority: 1 })
  const theirs = policyOf('^payments$', { 'message-ttl': 60_000, 'delivery-limit': 5, expires: 86_400_000 })
  await manage('PUT', `/api/policies/${vhost.name}/theirs`, theirs)
  await manage('PUT', `/api/operator-policies/${vhost.name}/operators`, policyOf('^kept$', { 'max-length': 100 }))
  await expect
    .poll(find)
    .toEqual([
      'payments: message-ttl = 60000 deletes messages',
      'payments: expires = 86400000 deletes messages',
      'payments: delivery-limit = 5 gives messages up too early',
      'kept: max-length = 100 drops messages',
    ])
  const unknown = { managementUrl, url: vhost.url.replace('//', '//no:'), topology }
  await expect(findUnsafeQueues(unknown)).rejects.toThrow(/refused: 401/)
})
