import { paymentsRejectedQueue, paymentsUnappliedQueue } from '@campstore/contract/messages/payments'
import { holdingTopology, paymentsQueue } from '@campstore/holds/topology'
import { managementClient } from '@campstore/local-servers/management'
import { declareTopology, parkedQueue } from '@campstore/messaging/topology'
import { createTestVhost } from '@campstore/testing/broker'
import { testServers } from '@campstore/testing/servers'
import { connect } from 'amqplib'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { keepMessages, keptMessagesPolicy } from './policies.ts'

const listed = z.array(z.object({ name: z.string(), policy: z.string().nullish() }))

test('queues that lose messages at the delivery limit have one that is never reached; those that park them keep theirs', async () => {
  const vhost = await createTestVhost()
  onTestFinished(() => vhost.delete())
  const connection = await connect(vhost.url)
  onTestFinished(() => connection.close())
  const topology = holdingTopology('order', 900)
  await declareTopology(await connection.createChannel(), topology)
  const manage = managementClient(testServers().rabbitmqManagementUrl)
  await keepMessages(manage, vhost.name, topology)
  await keepMessages(manage, vhost.name, topology)

  // The broker lists policies late.
  const withPolicy = async () => {
    const queues = listed.parse(await manage('GET', `queues/${vhost.name}`))
    return queues.filter(({ policy }) => policy === keptMessagesPolicy).map(({ name }) => name)
  }
  const kept = [parkedQueue(paymentsQueue('order')), paymentsRejectedQueue, paymentsUnappliedQueue]
  await expect.poll(withPolicy).toEqual(expect.arrayContaining(kept))
  expect(await withPolicy()).not.toContain(paymentsQueue('order'))
  const policy = await manage('GET', `policies/${vhost.name}/${keptMessagesPolicy}`)
  expect(policy).toMatchObject({ definition: { 'delivery-limit': 1_000_000_000 } })
})
