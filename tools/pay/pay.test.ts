import { type PaymentNotification, paymentsExchange } from '@campstore/contract/messages/payments'
import { holdingTopology, paymentsQueue } from '@campstore/holds/topology'
import { declareTopology } from '@campstore/messaging/topology'
import { verifyPayment } from '@campstore/payments/signature'
import { createTestVhost } from '@campstore/testing/broker'
import { paymentFor } from '@campstore/testing/payments'
import { insertNotification } from '@campstore/testing/stored-rows'
import { useDatabase, useVhost } from '@campstore/testing/use-fixture'
import type { ConfirmChannel, ConsumeMessage } from 'amqplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { onBroker } from '../broker/on-broker.ts'
import { pay } from '../pay.ts'
import { paymentRequestFrom } from './notification.ts'
import { publishAndWait } from './outcome.ts'

const vhost = useVhost()
const database = useDatabase()
beforeAll(() => onChannel(channel => declareTopology(channel, holdingTopology('order', 900))))

const onChannel = <T>(work: (channel: ConfirmChannel) => Promise<T>): Promise<T> =>
  onBroker(vhost.url, async connection => work(await connection.createConfirmChannel()))
const environment = () => ({ RABBITMQ_URL: vhost.url, PAYMENT_SIGNING_SECRET: 'a-secret, the-old-secret' })

test('a notification is signed over its exact bytes with the first secret, and reaches its queue', async () => {
  const request = paymentRequestFrom(['order', 'o-1', '--amount', '12.5', '--currency', 'USD', '--event-id', 'evt-1'])
  expect(await pay({ ...request, fail: true }, environment())).toBe(
    'Sent payment.failed of 12.50 USD for order o-1 (event evt-1)\nThe outcome is not known here, because DATABASE_ADMIN_URL is not set',
  )
  const message = await onChannel(
    channel =>
      new Promise<ConsumeMessage | null>(resolve => channel.consume(paymentsQueue('order'), resolve, { noAck: true })),
  )
  const content = message?.content ?? expect.fail()
  expect(JSON.parse(content.toString())).toMatchObject({ eventId: 'evt-1', target: { kind: 'order', id: 'o-1' } })
  const signature = message?.properties.headers?.['x-signature']
  expect(verifyPayment(signature, content, ['a-secret'], 60, new Date())).toEqual({ ok: true })
})

test('it cannot be sent without an amount, a service or an exchange', async () => {
  const unknown = { ...environment(), DATABASE_ADMIN_URL: database.adminUrl }
  await expect(pay({ kind: 'order', id: 'o-1' }, unknown)).rejects.toThrow('There is no order o-1')
  const booking = paymentRequestFrom(['booking', 'b-1', '--amount', '1'])
  await expect(pay(booking, environment())).rejects.toThrow('No service consumes payments of a booking')
  const empty = await createTestVhost()
  await expect(pay(booking, { ...environment(), RABBITMQ_URL: empty.url })).rejects.toThrow(
    `RabbitMQ has no exchange "${paymentsExchange}"`,
  )
  await empty.delete()
})

test.each([
  [['cart', 'a'], /^Cannot pay "cart"/],
  [['booking', 'a', '--amount', '1,000'], /--amount must be an amount/],
])('%j is refused', (args, message) => {
  expect(() => paymentRequestFrom(args)).toThrow(message)
})

describe('the outcome', () => {
  const payment = (): PaymentNotification => paymentFor({ kind: 'order', id: 'o-1' }, '10.00', new Date())
  /** Stands for the service, which records the notification. */
  const record = async (notification: PaymentNotification, outcome = 'applied', reason: string | null = null) => {
    const { eventId, type, target, amount, providerTradeNo } = notification
    const fields = { event_id: eventId, type, target_id: target.id, amount, provider_trade_no: providerTradeNo }
    await insertNotification(database.pool(), 'checkout', { ...fields, outcome, reason })
  }
  const wait = (notification: PaymentNotification, publish: () => Promise<void>, withinMs = 60_000) =>
    publishAndWait(notification, publish, database.adminUrl, withinMs)

  test.each([
    ['applied', null, 'Applied: the order is paid'],
    ['noted', null, 'Recorded in the status history of the order; nothing else changed'],
    ['unapplied', 'already_paid', 'Unapplied: already_paid. Nothing changed; if the payment succeeded, refund it'],
  ])('%s, %s', async (outcome, reason, line) => {
    const notification = payment()
    expect(await wait(notification, () => record(notification, outcome, reason))).toBe(line)
  })

  test('the same notification again changes nothing', async () => {
    const notification = payment()
    await record(notification)
    expect(await wait({ ...notification, paidAt: new Date(0).toISOString() }, async () => {})).toBe(
      'Nothing changed: this notification was already processed',
    )
  })

  test('another payment under the same event id is rejected, although there is a record of the first', async () => {
    const first = payment()
    await record(first)
    expect(await wait({ ...first, providerTradeNo: 'T-2' }, async () => {})).toBe(
      'The service rejects it: its event id was used for another payment',
    )
  })

  test('nothing in time', async () => {
    expect(await wait(payment(), async () => {}, 0)).toMatch(/^Not processed within 0 s\. Is the service running\?/)
  })

  test('nothing is published when the outcome could not be read', async () => {
    const unreachable = 'postgres://a:b@127.0.0.1:1/x'
    const publish = () => Promise.reject(new Error('it was published'))
    await expect(publishAndWait(payment(), publish, unreachable)).rejects.toThrow(
      /^Cannot read the outcome from the database/,
    )
  })
})
