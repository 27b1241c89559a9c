import { tolerateLosses } from '@campstore/database/lost-connections'
import { roleOf } from '@campstore/database/migrations'
import { restartablePostgres, type ServerPlace } from '@campstore/testing/restartable-servers'
import pg from 'pg'
import { localRolePasswords, migrateAll } from '../../tools/migrate.ts'
import type { SystemDatabase } from './system.ts'

/** Starts a migrated PostgreSQL for one test file. */
export async function privatePostgres(place?: ServerPlace) {
  const server = await restartablePostgres(place)
  const passwords = localRolePasswords()
  await migrateAll({ adminUrl: server.adminUrl, passwords: { given: passwords } })
  const urlFor = (service: string) => {
    const url = new URL(server.adminUrl)
    Object.assign(url, { username: roleOf(service), password: passwords[service] })
    return url.href
  }
  return { ...server, urlFor, database: () => databaseOf(server.adminUrl, urlFor) }
}

/** The server's one database, which systems use one after the other; it is not emptied between them. */
function databaseOf(adminUrl: string, urlFor: SystemDatabase['urlFor']): SystemDatabase {
  const owner = tolerateLosses(new pg.Pool({ connectionString: adminUrl, max: 5 }))
  return { urlFor, pool: () => owner, drop: () => owner.end() }
}
