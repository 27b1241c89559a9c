import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startIdentity } from '@campstore/local-servers/identity'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePorts } from '@campstore/local-servers/ports'
import { startPostgres } from '@campstore/local-servers/postgres'
import { startRabbitmq } from '@campstore/local-servers/rabbitmq'
import { startRedis } from '@campstore/local-servers/redis'
import { signal } from '@campstore/local-servers/running-processes'
import type { Addresses } from '../start/service-environment.ts'
import type { ServerName } from './faults.ts'

/** A server that can be stopped and started again with its address and its data. */
export type FaultServer = {
  /** Stops it gracefully. */
  stop(): Promise<void>
  /** Kills it, as a crash would. */
  kill(): Promise<void>
  /** Freezes all of its processes: it accepts connections and answers nothing. */
  freeze(): void
  resume(): void
  start(): Promise<void>
}

/** The private servers of a run. */
export type FaultServers = {
  addresses: Omit<Addresses, 'rabbitmqUrl' | 'internalKeys'>
  /** The broker's address with its administrator. */
  rabbitmqUrl: string
  managementUrl: string
  servers: Record<ServerName, FaultServer>
  /** Removes everything that Redis has. */
  flushRedis(): Promise<void>
  /** How often PostgreSQL has had to break a deadlock, by its log: its statistics do not survive a crash. */
  deadlocks(): number
}

type Started = { stop(): Promise<void>; kill(): Promise<void> }

/**
 * Starts PostgreSQL (durable: a crash loses nothing that was committed), RabbitMQ, Redis and the identity emulator on free
 * ports, with their data in a temporary folder.
 *
 * @param logs folder for their logs
 * @throws {CliError} when RabbitMQ or Redis is not installed on this machine
 */
export async function startServers(logs: string): Promise<FaultServers> {
  const home = temporaryServerHome()
  const [postgresPort = 0, amqpPort = 0, managementPort = 0, redisPort = 0, identityPort = 0] = await freePorts(5)
  const data = (name: string) => join(home, name)
  const log = (name: string) => join(logs, `${name}.log`)
  const startDatabase = () =>
    startPostgres({ dataDirectory: data('postgres'), port: postgresPort, log: log('postgres'), durable: true })
  const startBroker = () =>
    startRabbitmq({
      dataDirectory: data('rabbitmq'),
      port: amqpPort,
      managementPort,
      log: log('rabbitmq'),
    })
  const startCache = () => startRedis({ dataDirectory: data('redis'), port: redisPort, log: log('redis') })
  const [postgres, rabbitmq, redis, identity] = await Promise.all([
    startDatabase(),
    startBroker(),
    startCache(),
    identityServer({ dataDirectory: data('identity'), port: identityPort, log: log('identity') }),
  ])
  const pidIn = (file: string) => Number(readFileSync(file, 'utf8').split('\n')[0])
  const servers: Record<ServerName, FaultServer> = {
    PostgreSQL: restartable(postgres, startDatabase, () =>
      withChildren(pidIn(join(data('postgres'), 'postmaster.pid'))),
    ),
    RabbitMQ: restartable(rabbitmq, startBroker, () => [pidIn(join(data('rabbitmq'), 'pid'))]),
    Redis: restartable(redis, startCache, () => []),
  }
  // A frozen server ignores SIGTERM and would remain.
  process.prependOnceListener('exit', () => {
    for (const server of Object.values(servers)) server.resume()
  })
  return {
    addresses: {
      adminUrl: postgres.adminUrl,
      redisUrl: redis.url,
      identityHost: identity.host,
    },
    rabbitmqUrl: rabbitmq.url,
    managementUrl: rabbitmq.managementUrl,
    servers,
    flushRedis: () => flush(redisPort),
    deadlocks: () => readFileSync(log('postgres'), 'utf8').split('deadlock detected').length - 1,
  }
}

/**
 * The identity emulator that FIREBASE_AUTH_EMULATOR_HOST names, which no fault touches, or one of our own. On a busy machine
 * the first start of that may take too long; what it compiled is cached for the second, and for other runs.
 */
async function identityServer(options: {
  dataDirectory: string
  port: number
  log: string
}): Promise<{ host: string }> {
  const given = process.env.FIREBASE_AUTH_EMULATOR_HOST
  if (given) return { host: given }
  const compileCache = fileURLToPath(new URL('../../.local/identity-compile-cache', import.meta.url))
  mkdirSync(compileCache, { recursive: true })
  mkdirSync(options.dataDirectory, { recursive: true })
  symlinkSync(compileCache, join(options.dataDirectory, 'compile-cache'))
  return startIdentity(options).catch(() => startIdentity(options))
}

function restartable(
  started: Started,
  start: () => Promise<Started>,
  processesOf: () => readonly number[],
): FaultServer {
  let server = started
  let frozen: readonly number[] = []
  return {
    stop: () => server.stop(),
    kill: () => server.kill(),
    freeze: () => {
      frozen = processesOf()
      for (const pid of frozen) signal(pid, 'SIGSTOP')
    },
    resume: () => {
      for (const pid of frozen.toReversed()) signal(pid, 'SIGCONT')
      frozen = []
    },
    start: async () => {
      server = await start()
    },
  }
}

/** A process and those that it has started, itself first: stopped, it starts no more. */
function withChildren(pid: number): number[] {
  signal(pid, 'SIGSTOP')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))]
}

const flush = (port: number): Promise<void> =>
  new Promise(resolve => {
    const socket = createConnection({ port, host: '127.0.0.1', timeout: 2_000 })
    const end = () => {
      socket.destroy()
      resolve()
    }
    socket.once('connect', () => socket.write('FLUSHALL\r\n'))
    socket.once('data', end)
    socket.once('error', end)
    socket.once('timeout', end)
  })
