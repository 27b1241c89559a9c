import { type PaymentNotification, paymentsRejectedQueue } from '@campstore/contract/messages/payments'
import { type PaymentOutcome, recordPayment } from '@campstore/holds/payment-record'
import { holdingTopology, paymentsQueue } from '@campstore/holds/topology'
import { declareTopology, parkedQueue } from '@campstore/messaging/topology'
import { createTestVhost, type TestVhost } from '@campstore/testing/broker'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { paymentFor } from '@campstore/testing/payments'
import { connect } from 'amqplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAndWait } from './outcome.ts'

let vhost: TestVhost
let database: TestDatabase
beforeAll(async () => {
  ;[vhost, database] = await Promise.all([createTestVhost(), createTestDatabase()])
  await onChannel(channel => declareTopology(channel, holdingTopology('order', 900)))
})
afterAll(() => Promise.all([vhost.delete(), database.drop()]))

type Channel = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createConfirmChannel']>>
async function onChannel(work: (channel: Channel) => Promise<void>): Promise<void> {
  const connection = await connect(vhost.url)
  const channel = await connection.createConfirmChannel()
  await work(channel)
  await channel.waitForConfirms()
  await connection.close()
}

const payment = (): PaymentNotification => paymentFor({ kind: 'order', id: 'o-1' }, '10.00', new Date())
/** Stands for the service, which records the notification. */
const record = (notification: PaymentNotification, outcome: PaymentOutcome) =>
  recordPayment(database.pool(), 'checkout', notification, outcome, new Date())
/** Stands for the service, which keeps the notification in a queue. */
const keep = (notification: PaymentNotification, queue: string, headers: Record<string, string>) =>
  onChannel(async channel => {
    channel.sendToQueue(queue, Buffer.from(JSON.stringify(notification)), { headers })
  })
const wait = (notification: PaymentNotification, publish: () => Promise<void>, withinMs = 60_000) =>
  publishAndWait(notification, publish, { adminUrl: database.adminUrl, rabbitmqUrl: vhost.url, withinMs })

test.each<[PaymentOutcome, string]>([
  [{ outcome: 'applied', reason: null }, 'Applied: the order is paid'],
  [{ outcome: 'noted', reason: null }, 'Recorded in the status history of the order; nothing else changed'],
  [
    { outcome: 'unapplied', reason: 'already_paid' },
    'Unapplied: already_paid. Nothing changed; a payment that succeeded has to be refunded',
  ],
])('%j', async (outcome, line) => {
  const notification = payment()
  expect(await wait(notification, () => record(notification, outcome))).toBe(line)
})

test('the same notification again changes nothing', async () => {
  const notification = payment()
  await record(notification, { outcome: 'applied', reason: null })
  expect(await wait({ ...notification, paidAt: new Date(0).toISOString() }, async () => {})).toBe(
    'Nothing changed: this notification had been processed before',
  )
})

test('a rejected one, with the reason', async () => {
  const notification = payment()
  const reason = { 'x-rejected-reason': 'signature mismatch' }
  expect(await wait(notification, () => keep(notification, paymentsRejectedQueue, reason))).toBe(
    'Rejected: signature mismatch',
  )
})

test('another payment under the same event id is rejected, although there is a record of the first', async () => {
  const first = payment()
  await record(first, { outcome: 'applied', reason: null })
  const second = { ...first, providerTradeNo: 'T-2' }
  const reason = { 'x-rejected-reason': 'malformed: eventId was used for another payment' }
  expect(await wait(second, () => keep(second, paymentsRejectedQueue, reason))).toBe(
    'Rejected: malformed: eventId was used for another payment',
  )
})

test('a parked one, with the reason', async () => {
  const notification = payment()
  const parked = parkedQueue(paymentsQueue('order'))
  expect(await wait(notification, () => keep(notification, parked, { 'x-parked-reason': 'failed 3 times' }))).toBe(
    'Parked: failed 3 times',
  )
})

test('nothing in time', async () => {
  expect(await wait(payment(), async () => {}, 300)).toMatch(/^Not processed within 0\.3 s\. Is the service running\?/)
})

test('what cannot be published fails as it is', async () => {
  await expect(wait(payment(), () => Promise.reject(new Error('no broker')))).rejects.toThrow('no broker')
})

test('a database that cannot be reached fails before anything is published', async () => {
  let published = false
  const search = { adminUrl: 'postgres://a:b@127.0.0.1:1/x', rabbitmqUrl: vhost.url }
  const publish = async () => {
    published = true
  }
  await expect(publishAndWait(payment(), publish, search)).rejects.toThrow(
    /^Cannot read the outcome from the database at/,
  )
  expect(published).toBe(false)
})
