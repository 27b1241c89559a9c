import { expect, test } from 'vitest'
import { unsafeSettings } from './queue-settings.ts'
import { consumerQueues } from './topology.ts'

const { queues } = consumerQueues('payments', [], { singleActiveConsumer: true })
const payments = queues.find(({ name }) => name === 'payments') ?? expect.fail('There is no queue of payments')
const ofPayments = (policy: Record<string, unknown>, changes: Record<string, unknown> = {}) =>
  unsafeSettings(payments, { policy, arguments: { ...payments.arguments, ...changes } })

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
