import { join } from 'node:path'
import { withLongLimits } from '@campstore/testing/databases'
import { startOidcIssuer } from '@campstore/testing/oidc-issuer'
import { serviceNames } from '@campstore/testing/processes'
import { restartableRabbitmq, restartableRedis } from '@campstore/testing/restartable-servers'
import type { Pool } from 'pg'
import { projectDirectory } from '../../tools/command.ts'
import { importDirectory } from '../../tools/import/import-directory.ts'
import { brokerUsersFor } from '../../tools/start/own-servers.ts'
import { bindPeople, staff } from '../bad-requests/demo-data.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { startSystem } from '../system/system.ts'

/** The running system of a run. */
export type FuzzSystem = Awaited<ReturnType<typeof startFuzzSystem>>

/**
 * Starts PostgreSQL, RabbitMQ and Redis on free ports, the gateway and all services with the demonstration data, and an identity
 * provider. Whoever has a good credential of test/bad-requests is a customer or an administrator of the demonstration data.
 * Nothing happens by the clock during a run: holds last a day, and the sweep comes once an hour. So every write comes
 * from a request.
 *
 * @throws {CliError} when RabbitMQ or Redis is not installed on this machine
 */
export async function startFuzzSystem() {
  const [postgres, rabbitmq, redis, issuer] = await Promise.all([
    privatePostgres(),
    restartableRabbitmq(),
    restartableRedis(),
    startOidcIssuer(),
  ])
  await importDirectory({ directory: join(projectDirectory, 'data', 'demo'), adminUrl: postgres.adminUrl })
  const database = postgres.database()
  const holdSeconds = 86_400
  const ownUsers = { ...rabbitmq, source: 'local' } as const
  const system = await startSystem({
    services: serviceNames,
    processes: 1,
    database: { ...database, urlFor: service => withLongLimits(database.urlFor(service)) },
    rabbitmqUrl: rabbitmq.url,
    brokerUrlFor: await brokerUsersFor(ownUsers, { CHECKOUT_HOLD_SECONDS: String(holdSeconds) }),
    redisUrl: redis.url,
    identity: issuer.environment,
    holdSeconds,
    sweepSeconds: 3600,
  })
  await bindPeople(system.owner)
  return { ...system, issuer }
}

/** Undoes what requests have done to the people who send them, so that callers keep permissions. */
export async function restorePeople(owner: Pool): Promise<void> {
  for (const name of staff) {
    const role = name === 'inactive' ? 'operator' : name
    const values = [`administrator-${name}`, role, name !== 'inactive']
    await owner.query('update admin.account set role = $2, active = $3 where id = $1', values)
  }
  await owner.query('delete from admin.permission_override')
  await owner.query(`update member.customer set status = 'active' where id in ('customer-member', 'customer-hiker')`)
}

/** Removes all closures but the latest: a run would otherwise soon have no night left that can be booked. */
export async function removeClosures(owner: Pool): Promise<void> {
  await owner.query(
    'delete from booking.closure where id not in (select id from booking.closure order by id desc limit 4)',
  )
}
