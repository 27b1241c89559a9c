import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { roleOf } from '@campstore/database/migrations'
import { managementClient } from '@campstore/local-servers/management'
import { freePorts } from '@campstore/local-servers/ports'
import { createDatabaseOf, onDatabase, startPostgres } from '@campstore/local-servers/postgres'
import { chooseServers } from '@campstore/local-servers/servers'
import { createVhost } from '@campstore/testing/broker'
import type { ServiceName } from '@campstore/testing/processes'
import type pg from 'pg'
import { z } from 'zod'
import { rolePasswordVariable } from '../../configuration/tool-variables.ts'
import { localRolePasswords, migrateAll, migrateWith } from '../../migrate.ts'
import { brokerSource } from '../profile/broker.ts'

/** The throw-away servers of a benchmark. */
export type Servers = Awaited<ReturnType<typeof startBenchServers>>

/** A database's addresses: with the role of the owner and of a service. */
export type BenchDatabase = { name: string; adminUrl: string; urlOf(service: ServiceName): string }

/** Starts PostgreSQL with its ordinary, durable settings, because checkouts wait for the disk, and RabbitMQ and Redis. */
export async function startBenchServers(home: string) {
  const [postgres = 0, rabbitmq = 0, rabbitmqManagement = 0, redis = 0, identity = 0] = await freePorts(5)
  const logs = join(home, 'logs')
  mkdirSync(logs, { recursive: true })
  const others = await chooseServers({
    home,
    logs,
    environment: process.env,
    label: `bench-${process.pid}`,
    throwAway: true,
    ports: { postgres, rabbitmq, rabbitmqManagement, redis, identity },
  })
  const options = { dataDirectory: join(home, 'postgres'), port: postgres, log: join(logs, 'postgres.log') }
  const [server, broker, cache] = await Promise.all([startPostgres(options), others.rabbitmq(), others.redis()])
  const { adminUrl } = server
  const manage = managementClient(broker.managementUrl)
  return {
    adminUrl,
    redisUrl: cache?.url,
    /** What the broker can tell; nothing where it is not a program of this machine. */
    brokerSources: broker.control ? [brokerSource(broker.control, join(home, 'rabbitmq', 'totals'))] : [],
    /** Makes a database with all migrations, of this or of another release, and fills it on a connection with the owner's role. */
    createDatabase: async (name: string, fill: (client: pg.Client) => Promise<void>, release?: string) => {
      const database = databaseOf(adminUrl, name)
      await createDatabaseOf(database.adminUrl)
      await migrateDatabase(database.adminUrl, release)
      await onDatabase(database.adminUrl, fill)
      return database
    },
    /** Starts PostgreSQL again, with the same data, as an argument of another command, and without vacuum by itself. */
    restartPostgres: async (command: readonly string[]) => {
      await server.stop()
      await startPostgres({ ...options, command, settings: { autovacuum: 'off' } })
    },
    /** Makes a virtual host of the broker, so that services of two databases do not share queues. */
    createVirtualHost: async (name: string) => ({
      url: await createVhost(broker, name),
      /** Hold timers of a round need not be delivered. */
      purgeQueues: async () => {
        const queues = z.array(z.object({ name: z.string() })).parse(await manage('GET', `queues/${name}`))
        for (const queue of queues) await manage('DELETE', `queues/${name}/${encodeURIComponent(queue.name)}/contents`)
      },
    }),
  }
}

async function migrateDatabase(adminUrl: string, release: string | undefined): Promise<void> {
  const given = localRolePasswords()
  if (release === undefined) return void (await migrateAll({ adminUrl, passwords: { given } }))
  const passwords = Object.entries(given).map(([service, password]) => [rolePasswordVariable(service), password])
  await migrateWith(release, { DATABASE_ADMIN_URL: adminUrl, ...Object.fromEntries(passwords) })
}

function databaseOf(serverUrl: string, name: string): BenchDatabase {
  const adminUrl = new URL(`/${name}`, serverUrl)
  const urlOf = (service: ServiceName) => {
    const url = new URL(adminUrl)
    return Object.assign(url, { username: roleOf(service), password: localRolePasswords()[service] }).href
  }
  return { name, adminUrl: adminUrl.href, urlOf }
}
