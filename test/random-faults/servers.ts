import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startIdentity } from '@campstore/local-servers/identity'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePort } from '@campstore/local-servers/ports'
import {
  type CanBeCut,
  type RaisesAlarm,
  type RestartableServer,
  restartablePostgres,
  restartableRabbitmq,
  restartableRedis,
} from '@campstore/testing/restartable-servers'

/** What can happen to disks, by server and fault, such as `PostgreSQL full data`. */
export type Disks = Record<string, Record<'begin' | 'end', () => Promise<void> | void>>

/** PostgreSQL and RabbitMQ of a run, each one server or a cluster. */
export type DatabaseAndBroker = {
  adminUrl: string
  /** The same for the second process of each name, which stays with a leader of PostgreSQL that is cut off. */
  otherUrl?: string
  /** With the broker's administrator; of each node, separated by commas. */
  rabbitmqUrl: string
  managementUrl: string
  PostgreSQL: RestartableServer & Partial<CanBeCut>
  RabbitMQ: RestartableServer & Partial<CanBeCut & RaisesAlarm>
  /** Deadlocks in PostgreSQL's log, each with its statements: the statistics do not survive a crash. */
  deadlocks: () => string[]
  disks?: Disks
}

/** Starts PostgreSQL and RabbitMQ with their data in `home`, and their logs in `logs`. */
export type StartDatabaseAndBroker = (home: string, logs: string) => Promise<DatabaseAndBroker>

/** The private servers of a run. */
export type FaultServers = Awaited<ReturnType<typeof startFaultServers>>

/**
 * Starts PostgreSQL, RabbitMQ, Redis and the identity emulator on free ports, with their data in a temporary folder.
 *
 * @param logs folder for their logs
 * @throws {CliError} when RabbitMQ or Redis is not installed on this machine
 */
export async function startFaultServers(logs: string, startDatabaseAndBroker: StartDatabaseAndBroker) {
  const home = temporaryServerHome()
  const files = { dataDirectory: join(home, 'identity'), log: join(logs, 'identity.log') }
  const [{ PostgreSQL, RabbitMQ, ...others }, redis, identity] = await Promise.all([
    startDatabaseAndBroker(home, logs),
    restartableRedis({ home, logs }),
    freePort().then(port => startIdentity({ ...files, port })),
  ])
  return {
    ...others,
    redisUrl: redis.url,
    identityHost: identity.host,
    restartable: { PostgreSQL, RabbitMQ, Redis: redis },
    /** Sends a command to Redis. Does nothing when it does not respond. */
    askRedis: redis.ask,
  }
}

/** One PostgreSQL (durable: a crash loses nothing that was committed) and one RabbitMQ. */
export const startSingleServers: StartDatabaseAndBroker = async (home, logs) => {
  const place = { home, logs }
  return singleServers(...(await Promise.all([restartablePostgres(place), restartableRabbitmq(place)])))
}

/** Such a PostgreSQL and such a RabbitMQ. */
export const singleServers = (
  PostgreSQL: Awaited<ReturnType<typeof restartablePostgres>>,
  RabbitMQ: Awaited<ReturnType<typeof restartableRabbitmq>>,
): DatabaseAndBroker => ({
  adminUrl: PostgreSQL.adminUrl,
  rabbitmqUrl: RabbitMQ.url,
  managementUrl: RabbitMQ.managementUrl,
  PostgreSQL,
  RabbitMQ,
  deadlocks: () => deadlocksIn(PostgreSQL.log),
})

/** Each deadlock of a log: who waited for whom, with the statements. */
export const deadlocksIn = (log: string): string[] =>
  [...readFileSync(log, 'utf8').matchAll(/deadlock detected(.*?)HINT/gs)].map(([, detail = '']) => detail)
