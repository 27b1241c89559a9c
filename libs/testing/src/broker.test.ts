import { once } from 'node:events'
import { connect } from 'amqplib'
import { expect, test } from 'vitest'
import { createTestVhost } from './broker.ts'

test('a vhost has quorum queues and lists them', async () => {
  const vhost = await createTestVhost()
  const connection = await connect(vhost.url)
  const channel = await connection.createChannel()
  await channel.assertQueue('holds', { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  expect(await vhost.listQueues()).toMatchObject([{ name: 'holds', type: 'quorum', durable: true }])
  await connection.close()
  await vhost.delete()
})

test('its connections can be closed', async () => {
  const vhost = await createTestVhost()
  const connection = await connect(vhost.url)
  connection.on('error', () => {})
  const closed = once(connection, 'close')
  expect(await vhost.closeConnections()).toBe(1)
  await closed
  await vhost.delete()
})

test('a deleted vhost accepts no connections', async () => {
  const vhost = await createTestVhost()
  await vhost.delete()
  await expect(connect(vhost.url)).rejects.toThrow()
})
