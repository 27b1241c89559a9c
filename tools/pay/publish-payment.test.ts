import { paymentRoutingKey, paymentsExchange } from '@campstore/contract/messages/payments'
import { verifyPayment } from '@campstore/payments/signature'
import { createTestVhost, type TestVhost } from '@campstore/testing/broker'
import { type ChannelModel, connect } from 'amqplib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pay } from '../pay.ts'
import { paymentRequestFrom } from './notification.ts'

let vhost: TestVhost
let broker: ChannelModel
beforeEach(async () => {
  vhost = await createTestVhost()
  broker = await connect(vhost.url)
})
afterEach(async () => {
  await broker.close()
  await vhost.delete()
})

const payWithoutBooking = (secret = 'a-secret') =>
  pay(paymentRequestFrom(['booking', 'b-1', '--amount', '100', '--event-id', 'evt-1']), {
    RABBITMQ_URL: vhost.url,
    PAYMENT_SIGNING_SECRET: secret,
  })

test('a payment reaches its consumer, with a signature over its exact bytes', async () => {
  const channel = await broker.createChannel()
  await channel.assertExchange(paymentsExchange, 'topic', { durable: true })
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, paymentsExchange, paymentRoutingKey('booking'))

  expect(await payWithoutBooking()).toBe(
    'Sent payment.succeeded of 100.00 TWD for booking b-1 (event evt-1)\n' +
      'The outcome is not known here, because DATABASE_ADMIN_URL is not set',
  )

  const message = await channel.get(queue, { noAck: true })
  if (message === false) throw new Error('no message arrived')
  const signature = message.properties.headers?.['x-signature']
  expect(verifyPayment(signature, message.content, ['a-secret'], 60, new Date())).toEqual({ ok: true })
  expect(JSON.parse(message.content.toString())).toMatchObject({
    eventId: 'evt-1',
    target: { kind: 'booking', id: 'b-1' },
  })
})

test('the first of two secrets signs', async () => {
  const channel = await broker.createChannel()
  await channel.assertExchange(paymentsExchange, 'topic', { durable: true })
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, paymentsExchange, paymentRoutingKey('booking'))
  await payWithoutBooking('a-secret, the-old-secret')
  const message = await channel.get(queue, { noAck: true })
  if (message === false) throw new Error('no message arrived')
  const signature = message.properties.headers?.['x-signature']
  expect(verifyPayment(signature, message.content, ['a-secret'], 60, new Date())).toEqual({ ok: true })
})

test('a payment without a consumer is an error', async () => {
  const channel = await broker.createChannel()
  await channel.assertExchange(paymentsExchange, 'topic', { durable: true })
  await expect(payWithoutBooking()).rejects.toThrow('No service consumes payments of a booking')
})

test('reports a broker that has no exchange yet', async () => {
  await expect(payWithoutBooking()).rejects.toThrow('RabbitMQ has no exchange "payments". Start the services first.')
})
