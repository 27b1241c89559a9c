import { join } from 'node:path'
import { availableImages, images, startContainer } from './docker.ts'
import { createDemoAccounts, startIdentity } from './identity.ts'
import { freePort } from './ports.ts'
import { acceptsConnections, createDatabaseOf, localPostgresPassword, startPostgres } from './postgres.ts'
import { messageOf, Problem } from './problem.ts'
import { findRabbitmq, localRabbitmqUser, startRabbitmq } from './rabbitmq.ts'
import { findRedis, pings, startRedis } from './redis.ts'

/** Where a server comes from: an address in the environment, a container, or a private server of this machine. */
export type Source = 'environment' | 'docker' | 'local'

/** How the servers are to be brought up. */
export type InfrastructureOptions = {
  /** Folder for the data of local servers. */
  home: string
  /** Folder for their logs. */
  logs: string
  ports: { postgres: number; rabbitmq: number; rabbitmqManagement: number; redis: number; identity: number }
  environment: NodeJS.ProcessEnv
  /** Part of the names of containers and volumes, so that two runs do not meet. */
  label: string
  /** True for tests: nothing needs to survive. */
  throwAway: boolean
}

/** The servers, each started by its function and only once it is called. They end with `stopEverything`. */
export type Infrastructure = {
  postgres(): Promise<{ adminUrl: string; source: Source }>
  rabbitmq(): Promise<{ url: string; managementUrl: string; source: Source }>
  /** @returns undefined where there is none: without Redis everything is still right */
  redis(): Promise<{ url: string; source: Source } | undefined>
  identity(): Promise<{ host: string; source: Source }>
}

/** Picks for each server the first that is there: an address in the environment, a Docker engine, a local server. */
export async function chooseInfrastructure(options: InfrastructureOptions): Promise<Infrastructure> {
  const { environment } = options
  const wanted = [
    ...(environment.DATABASE_ADMIN_URL ? [] : [images.postgres]),
    ...(environment.RABBITMQ_URL ? [] : [images.rabbitmq]),
    ...(environment.REDIS_URL ? [] : [images.redis]),
  ]
  const available = wanted.length === 0 ? new Set<string>() : await availableImages(wanted)
  return {
    postgres: () => postgres(options, available.has(images.postgres)),
    rabbitmq: () => rabbitmq(options, available.has(images.rabbitmq)),
    redis: () => redis(options, available.has(images.redis)),
    identity: () => identity(options),
  }
}

async function postgres(options: InfrastructureOptions, inDocker: boolean) {
  const { environment, home, logs, ports, throwAway, label } = options
  const given = environment.DATABASE_ADMIN_URL
  if (given) {
    await reachable('DATABASE_ADMIN_URL', given, () => acceptsConnections(given))
    await createDatabaseOf(given)
    return { adminUrl: given, source: 'environment' as const }
  }
  if (!inDocker) {
    const log = join(logs, 'postgres.log')
    const server = await startPostgres({ dataDirectory: join(home, 'postgres'), port: ports.postgres, log, durable: !throwAway })
    return { adminUrl: server.adminUrl, source: 'local' as const }
  }
  const adminUrl = `postgres://postgres:${localPostgresPassword}@127.0.0.1:${ports.postgres}/campstore`
  const name = `campstore-${label}-postgres`
  await startContainer({
    name,
    image: images.postgres,
    publish: { 5432: ports.postgres },
    environment: { POSTGRES_PASSWORD: localPostgresPassword },
    ...(throwAway ? {} : { volume: { name, path: '/var/lib/postgresql/data' } }),
    command: ['postgres', '-c', 'max_connections=300', ...(throwAway ? ['-c', 'fsync=off', '-c', 'synchronous_commit=off'] : [])],
    answers: () => acceptsConnections(adminUrl),
  })
  await createDatabaseOf(adminUrl)
  return { adminUrl, source: 'docker' as const }
}

async function rabbitmq(options: InfrastructureOptions, inDocker: boolean) {
  const { environment, home, logs, ports, throwAway, label } = options
  const given = environment.RABBITMQ_URL
  if (given) {
    const managementUrl = environment.RABBITMQ_MANAGEMENT_URL || managementBeside(given)
    await reachable('RABBITMQ_URL', given, () => listens(given))
    return { url: given, managementUrl, source: 'environment' as const }
  }
  if (!inDocker) {
    const program = await findRabbitmq()
    if (program === undefined) throw missing('RabbitMQ', 'RABBITMQ_URL', images.rabbitmq, 'rabbitmq-server')
    const log = join(logs, 'rabbitmq.log')
    const dataDirectory = join(home, 'rabbitmq')
    const server = await startRabbitmq({ program, dataDirectory, port: ports.rabbitmq, managementPort: ports.rabbitmqManagement, log })
    return { url: server.url, managementUrl: server.managementUrl, source: 'local' as const }
  }
  const name = `campstore-${label}-rabbitmq`
  const managementUrl = `http://${localRabbitmqUser}:${localRabbitmqUser}@127.0.0.1:${ports.rabbitmqManagement}`
  await startContainer({
    name,
    image: images.rabbitmq,
    publish: { 5672: ports.rabbitmq, 15672: ports.rabbitmqManagement },
    environment: { RABBITMQ_DEFAULT_USER: localRabbitmqUser, RABBITMQ_DEFAULT_PASS: localRabbitmqUser },
    ...(throwAway ? {} : { volume: { name, path: '/var/lib/rabbitmq' } }),
    answers: () => managementAnswers(managementUrl),
  })
  return { url: `amqp://${localRabbitmqUser}:${localRabbitmqUser}@127.0.0.1:${ports.rabbitmq}`, managementUrl, source: 'docker' as const }
}

async function redis(options: InfrastructureOptions, inDocker: boolean) {
  const { environment, home, logs, ports, label } = options
  const given = environment.REDIS_URL
  if (given) {
    await reachable('REDIS_URL', given, () => listens(given))
    return { url: given, source: 'environment' as const }
  }
  if (!inDocker) {
    const program = await findRedis()
    if (program === undefined) return undefined
    const server = await startRedis({ program, dataDirectory: join(home, 'redis'), port: ports.redis, log: join(logs, 'redis.log') })
    return { url: server.url, source: 'local' as const }
  }
  await startContainer({
    name: `campstore-${label}-redis`,
    image: images.redis,
    publish: { 6379: ports.redis },
    command: ['redis-server', '--save', '', '--appendonly', 'no'],
    answers: () => pings(ports.redis),
  })
  return { url: `redis://127.0.0.1:${ports.redis}`, source: 'docker' as const }
}

async function identity({ environment, home, logs, ports }: InfrastructureOptions) {
  const given = environment.FIREBASE_AUTH_EMULATOR_HOST
  if (given) {
    await reachable('FIREBASE_AUTH_EMULATOR_HOST', given, () => createDemoAccounts(given).then(() => true))
    return { host: given, source: 'environment' as const }
  }
  const server = await startIdentity({ dataDirectory: join(home, 'identity'), port: ports.identity, log: join(logs, 'identity.log') })
  return { host: server.host, source: 'local' as const }
}
