import { setTimeout as delay } from 'node:timers/promises'
import { managementClient } from '@campstore/local-servers/management'
import pg from 'pg'
import { z } from 'zod'

// What others do on the servers, each until the function that is returned is called.

/** What a session locks. */
export const locks = {
  'locked zones': 'select from booking.zone_night for update',
  'locked stock': 'select from inventory.stock for update',
  'locked bookings': `select from booking.booking where status = 'pending' for update`,
  'locked orders': `select from checkout.store_order where status = 'unshipped' for update`,
  'locked table of bookings': 'lock table booking.booking in access exclusive mode',
  'locked table of orders': 'lock table checkout.store_order in access exclusive mode',
  'locked table of payments': 'lock table booking.payment_notification in access exclusive mode',
  'locked table of messages': 'lock table checkout.outbox in access exclusive mode',
} as const
export type LockFault = keyof typeof locks

/** Takes locks in a transaction, as somebody at a console does. */
export async function lockInPostgres(adminUrl: string, how: LockFault): Promise<() => Promise<void>> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  await client.query('begin')
  await client.query(locks[how])
  return () => client.end()
}

/** Takes all connections of PostgreSQL, including the services' connections. */
export async function takePostgresConnections(adminUrl: string): Promise<() => Promise<void>> {
  const taken: pg.Client[] = []
  let isOver = false
  const take = async () => {
    while (!isOver) {
      const client = new pg.Client(adminUrl)
      client.on('error', () => {})
      await client.connect().then(
        () => taken.push(client),
        () => delay(20),
      )
    }
  }
  const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity where usename like 'campstore_%'`
  const end = async () => {
    while (!isOver) {
      await delay(500)
      await taken[0]?.query(endOthers)
    }
  }
  const working = Promise.all([end(), ...Array.from({ length: 8 }, take)])
  return async () => {
    isOver = true
    await working
    await Promise.all(taken.map(client => client.end()))
  }
}

const connections = z.array(z.object({ name: z.string() }))

/** Ends all connections of RabbitMQ and allows no more. */
export async function refuseRabbitmqConnections(managementUrl: string): Promise<() => Promise<void>> {
  const manage = managementClient(managementUrl)
  await manage('PUT', 'vhost-limits/%2F/max-connections', { value: 0 })
  for (const { name } of connections.parse(await manage('GET', 'connections')))
    await manage('DELETE', `connections/${encodeURIComponent(name)}`)
  return async () => void (await manage('DELETE', 'vhost-limits/%2F/max-connections'))
}
