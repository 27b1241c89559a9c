import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { startIdentity } from '@campstore/local-servers/identity'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePorts } from '@campstore/local-servers/ports'
import { restartablePostgres, restartableRabbitmq, restartableRedis } from '@campstore/testing/restartable-servers'
import { localDirectory } from '../../tools/command.ts'

/** The private servers of a run. */
export type FaultServers = Awaited<ReturnType<typeof startServers>>

/**
 * Starts PostgreSQL (durable: a crash loses nothing that was committed), RabbitMQ, Redis and the identity emulator on free
 * ports, with their data in a temporary folder.
 *
 * @param logs folder for their logs
 * @throws {CliError} when RabbitMQ or Redis is not installed on this machine
 */
export async function startServers(logs: string) {
  const home = temporaryServerHome()
  const [postgresPort = 0, amqpPort = 0, managementPort = 0, redisPort = 0, identityPort = 0] = await freePorts(5)
  const files = (name: string) => ({ dataDirectory: join(home, name), log: join(logs, `${name}.log`) })
  const [postgres, rabbitmq, redis, identity] = await Promise.all([
    restartablePostgres({ ...files('postgres'), port: postgresPort }),
    restartableRabbitmq({ ...files('rabbitmq'), port: amqpPort, managementPort }),
    restartableRedis({ ...files('redis'), port: redisPort }),
    startOrUseIdentity({ ...files('identity'), port: identityPort }),
  ])
  return {
    adminUrl: postgres.adminUrl,
    /** With the broker's administrator. */
    rabbitmqUrl: rabbitmq.url,
    managementUrl: rabbitmq.managementUrl,
    redisUrl: redis.url,
    identityHost: identity.host,
    restartable: { PostgreSQL: postgres, RabbitMQ: rabbitmq, Redis: redis },
    flushRedis: () => flushRedis(redisPort),
    /** Deadlocks in PostgreSQL's log: its statistics do not survive a crash. */
    deadlocks: () => readFileSync(files('postgres').log, 'utf8').split('deadlock detected').length - 1,
  }
}

/**
 * The identity emulator that FIREBASE_AUTH_EMULATOR_HOST names, or a new one. On a busy machine its first start may time out;
 * the second one uses the compile cache of the first, which is kept for later runs.
 */
async function startOrUseIdentity(options: Parameters<typeof startIdentity>[0]): Promise<{ host: string }> {
  const existing = process.env.FIREBASE_AUTH_EMULATOR_HOST
  if (existing) return { host: existing }
  const compileCache = join(localDirectory, 'identity-compile-cache')
  mkdirSync(compileCache, { recursive: true })
  mkdirSync(options.dataDirectory, { recursive: true })
  symlinkSync(compileCache, join(options.dataDirectory, 'compile-cache'))
  return startIdentity(options).catch(() => startIdentity(options))
}

/** Removes everything in Redis; does nothing when it does not respond. */
const flushRedis = (port: number): Promise<void> =>
  new Promise(resolve => {
    const socket = createConnection({ port, host: '127.0.0.1', timeout: 2_000 })
    socket.once('connect', () => socket.write('FLUSHALL\r\n'))
    for (const event of ['data', 'error', 'timeout'])
      socket.once(event, () => {
        socket.destroy()
        resolve()
      })
  })
