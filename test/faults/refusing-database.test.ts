import { paymentsQueue } from '@campstore/holds/topology'
import { parkedQueue } from '@campstore/messaging/topology'
import { connect } from 'amqplib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { holdMany, outcomesOf, payAll } from '../system/paid-in-time.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

let postgres: Awaited<ReturnType<typeof privatePostgres>>
let system: System
beforeAll(async () => {
  postgres = await privatePostgres()
})
afterAll(() => postgres.kill())
afterEach(() => system.stop())

test('a database that refuses, by a wrong password or a grant that is gone, parks no payment: all are applied when it takes them again', async () => {
  const database = postgres.database()
  system = await startSystem({ services: ['booking', 'checkout'], processes: 1, database })
  const held = [...(await holdMany(system, 'booking', 6)), ...(await holdMany(system, 'order', 6))]
  const { password } = new URL(database.urlFor('booking'))
  await system.owner.query(`alter role campstore_booking password 'another'`)
  await system.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'campstore_booking'`)
  await system.owner.query('revoke insert on checkout.payment_notification from campstore_checkout')

  await payAll(system, held)
  // Longer than the attempts together that were once made before a message was parked.
  await forSeconds(40)
  expect(await outcomesOf(system, held)).toEqual({ undecided: 12 })
  expect(await parkedPayments()).toBe(0)

  await system.owner.query(`alter role campstore_booking password '${password}'`)
  await system.owner.query('grant insert on checkout.payment_notification to campstore_checkout')
  await expect.poll(() => outcomesOf(system, held), { interval: 250 }).toEqual({ paid: 12 })
  expect(await parkedPayments()).toBe(0)
})

async function parkedPayments(): Promise<number> {
  const connection = await connect(system.rabbitmqUrl)
  const channel = await connection.createChannel()
  const queues = [paymentsQueue('booking'), paymentsQueue('order')].map(parkedQueue)
  const counts = await Promise.all(queues.map(queue => channel.checkQueue(queue)))
  await connection.close()
  return counts.reduce((sum, { messageCount }) => sum + messageCount, 0)
}
