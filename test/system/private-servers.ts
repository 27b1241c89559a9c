import { join } from 'node:path'
import { tolerateLosses } from '@campstore/database/lost-connections'
import { roleOf } from '@campstore/database/migrations'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePort, freePorts } from '@campstore/local-servers/ports'
import { restartablePostgres, restartableRabbitmq, restartableRedis } from '@campstore/testing/restartable-servers'
import pg from 'pg'
import { localRolePasswords, migrateAll } from '../../tools/migrate.ts'
import type { SystemDatabase } from './system.ts'

function filesOf(name: string) {
  const dataDirectory = join(temporaryServerHome(), name)
  return { dataDirectory, log: `${dataDirectory}.log` }
}

/** Starts a RabbitMQ for one test file. */
export async function privateRabbitmq() {
  const [port = 0, managementPort = 0] = await freePorts(2)
  return restartableRabbitmq({ ...filesOf('rabbitmq'), port, managementPort })
}

/** Starts a Redis for one test file. */
export const privateRedis = async () => restartableRedis({ ...filesOf('redis'), port: await freePort() })

/** Starts a migrated PostgreSQL for one test file. */
export async function privatePostgres() {
  const server = await restartablePostgres({ ...filesOf('postgres'), port: await freePort() })
  const passwords = localRolePasswords()
  await migrateAll({ adminUrl: server.adminUrl, passwords: { given: passwords } })
  const urlFor = (service: string) => {
    const url = new URL(server.adminUrl)
    Object.assign(url, { username: roleOf(service), password: passwords[service] })
    return url.href
  }
  return { ...server, urlFor, database: () => databaseOf(server.adminUrl, urlFor) }
}

/** The server's one database, as one system after the other uses it; it is not emptied in between. */
function databaseOf(adminUrl: string, urlFor: SystemDatabase['urlFor']): SystemDatabase {
  const owner = tolerateLosses(new pg.Pool({ connectionString: adminUrl, max: 5 }))
  return { urlFor, pool: () => owner, drop: () => owner.end() }
}
