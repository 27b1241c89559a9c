import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { roleOf } from '@campstore/database/migrations'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePort, freePorts } from '@campstore/local-servers/ports'
import { type PostgresServer, startPostgres } from '@campstore/local-servers/postgres'
import { type RabbitmqServer, startRabbitmq } from '@campstore/local-servers/rabbitmq'
import { type RedisServer, startRedis } from '@campstore/local-servers/redis'
import pg from 'pg'
import { localRolePasswords, migrateAll } from '../../tools/migrate.ts'
import type { SystemDatabase } from './system.ts'

/** A server that one test file has for itself: stopped and started again, it has its address and its data as before. */
export type PrivateServer = {
  url: string
  /** Stops it in good order. */
  stop(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
  start(): Promise<void>
}

type Started = { stop(): Promise<void>; kill(): Promise<void> }

async function restartable<S extends Started>(
  start: () => Promise<S>,
  urlOf: (server: S) => string,
): Promise<PrivateServer> {
  let server = await start()
  return {
    url: urlOf(server),
    stop: () => server.stop(),
    kill: () => server.kill(),
    start: async () => {
      server = await start()
    },
  }
}

/** A RabbitMQ of one test file. Frozen, it takes what is sent and answers nothing, until it is killed. */
export async function privateRabbitmq(): Promise<PrivateServer & { freeze(): void }> {
  const [port = 0, managementPort = 0] = await freePorts(2)
  const dataDirectory = join(temporaryServerHome(), 'rabbitmq')
  const log = `${dataDirectory}.log`
  const server = await restartable<RabbitmqServer>(
    () => startRabbitmq({ dataDirectory, port, managementPort, log }),
    ({ url }) => url,
  )
  const pid = () => Number(readFileSync(join(dataDirectory, 'pid'), 'utf8'))
  return { ...server, freeze: () => void process.kill(pid(), 'SIGSTOP') }
}

/** A Redis of one test file. */
export async function privateRedis(): Promise<PrivateServer> {
  const port = await freePort()
  const dataDirectory = join(temporaryServerHome(), 'redis')
  return restartable<RedisServer>(
    () => startRedis({ dataDirectory, port, log: `${dataDirectory}.log` }),
    ({ url }) => url,
  )
}

/**
 * A PostgreSQL of one test file, migrated, that loses nothing of what it committed when it is killed. Frozen, it answers nothing
 * until it is resumed.
 */
export async function privatePostgres(): Promise<
  PrivateServer & { database(): SystemDatabase; freeze(): void; resume(): void }
> {
  const port = await freePort()
  const dataDirectory = join(temporaryServerHome(), 'postgres')
  const server = await restartable<PostgresServer>(
    () => startPostgres({ dataDirectory, port, durable: true }),
    ({ adminUrl }) => adminUrl,
  )
  const passwords = localRolePasswords()
  await migrateAll({ adminUrl: server.url, passwords: { given: passwords } })
  const urlFor = (service: string) => {
    const url = new URL(server.url)
    Object.assign(url, { username: roleOf(service), password: passwords[service] })
    return url.href
  }
  let frozen: number[] = []
  return {
    ...server,
    database: () => databaseOf(server.url, urlFor),
    freeze: () => {
      const [postmaster = ''] = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(postmaster), 'SIGSTOP')
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
      for (const child of children) process.kill(Number(child), 'SIGSTOP')
      frozen = [...children, postmaster].map(Number)
    },
    resume: () => {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    },
  }
}

/** The server's one database, as one system after the other uses it; it is not emptied in between. */
function databaseOf(adminUrl: string, urlFor: SystemDatabase['urlFor']): SystemDatabase {
  const owner = new pg.Pool({ connectionString: adminUrl, max: 5 })
  owner.on('error', () => {
    // A connection that was cut while idle; the next query gets a new one.
  })
  return { urlFor, pool: () => owner, drop: () => owner.end() }
}
