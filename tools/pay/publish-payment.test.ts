import { paymentRoutingKey, paymentsExchange } from '@campstore/contract/messages/payments'
import { verifyPayment } from '@campstore/payments/signature'
import { createTestVhost, type TestVhost } from '@campstore/testing/broker'
import { type ChannelModel, connect } from 'amqplib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pay } from '../pay.ts'

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
  pay(['booking', 'b-1', '--amount', '100', '--event-id', 'evt-1'], {
    RABBITMQ_URL: vhost.url,
    PAYMENT_SIGNING_SECRET: secret,
  })

test('a payment arrives at whoever listens, signed over its very bytes', async () => {
  const channel = await broker.createChannel()
  await channel.assertExchange(paymentsExchange, 'topic', { durable: true })
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, paymentsExchange, paymentRoutingKey('booking'))

  expect(await payWithoutBooking()).toBe('sent payment.succeeded of 100.00 TWD for booking b-1 (event evt-1)')

  const message = await channel.get(queue, { noAck: true })
  if (message === false) throw new Error('no message arrived')
  const signature = message.properties.headers?.['x-signature']
  expect(verifyPayment(signature, message.content, ['a-secret'], 60, new Date())).toEqual({ ok: true })
  expect(JSON.parse(message.content.toString())).toMatchObject({
    eventId: 'evt-1',
    target: { kind: 'booking', id: 'b-1' },
  })
})

test('of two secrets, as while they change, the first signs', async () => {
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

test('a payment that nobody listens for is an error', async () => {
  const channel = await broker.createChannel()
  await channel.assertExchange(paymentsExchange, 'topic', { durable: true })
  await expect(payWithoutBooking()).rejects.toThrow('no service listens for payments of a booking')
})

test('a broker that no service has set up yet is told as such', async () => {
  await expect(payWithoutBooking()).rejects.toThrow('RabbitMQ has no exchange "payments": start the services first')
})
