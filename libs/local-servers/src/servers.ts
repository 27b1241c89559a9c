import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { brokerAddressesIn } from '@campstore/core/config/broker-addresses'
import { CliError, messageOf } from './cli-error.ts'
import {
  availableImages,
  deleteVolumes,
  images,
  postgresContainer,
  rabbitmqContainer,
  redisContainer,
} from './containers.ts'
import { createDemoAccounts, startIdentity } from './identity.ts'
import { addressOf, listens } from './ports.ts'
import { acceptsConnections, createDatabaseOf, startPostgres } from './postgres.ts'
import { defaultManagementUrl, localRabbitmqUrl, startRabbitmq } from './rabbitmq.ts'
import { findRedis, startRedis } from './redis.ts'

/** Where a server comes from: an address in the environment, a container, or a private server of this machine. */
export type Source = 'environment' | 'Docker' | 'local'

export type ServerOptions = {
  /** Folder for the data of local servers. */
  home: string
  /** Folder for their logs. */
  logs: string
  ports: { postgres: number; rabbitmq: number; rabbitmqManagement: number; redis: number; identity: number }
  environment: NodeJS.ProcessEnv
  /** Part of the names of containers and volumes, so that two runs do not collide. */
  label: string
  /** For tests: no data needs to survive. */
  throwAway: boolean
}

/** Where a server comes from, and its end. */
export type Origin = {
  source: Source
  /** Resolves with how it has exited; never for a server of the environment. */
  exited: Promise<string>
}

/**
 * Starts each server when its function is called, and again, on the same port with the same data, when it is called after the
 * server has exited. They stop with `stopEverything`.
 */
export type LocalServers = Awaited<ReturnType<typeof chooseServers>>

const ofEnvironment: Origin = { source: 'environment', exited: new Promise(() => {}) }

/** Chooses for each server the first that is available: an address in the environment, Docker, a program of this machine. */
export async function chooseServers(options: ServerOptions) {
  const { environment } = options
  const required = [
    ...(environment.DATABASE_ADMIN_URL ? [] : [images.postgres]),
    ...(environment.RABBITMQ_URL ? [] : [images.rabbitmq]),
    ...(environment.REDIS_URL ? [] : [images.redis]),
  ]
  const available = required.length === 0 ? new Set<string>() : await availableImages(required)
  return {
    postgres: () => postgres(options, available.has(images.postgres)),
    rabbitmq: () => rabbitmq(options, available.has(images.rabbitmq)),
    /** RabbitMQ's address, known before it runs. */
    rabbitmqUrl: environment.RABBITMQ_URL || localRabbitmqUrl(options.ports.rabbitmq),
    /** Undefined when Redis is not available: the system works without it. */
    redis: () => redis(options, available.has(images.redis)),
    identity: () => identity(options),
  }
}

const sourceOf = (inDocker: boolean): Source => (inDocker ? 'Docker' : 'local')

const containerName = (label: string, server: string) => `campstore-${label}-${server}`

/**
 * Deletes the data of the local servers and of the containers, which must not run. What was installed stays.
 *
 * @param options as they were started
 */
export async function deleteServerData({ home, label }: Pick<ServerOptions, 'home' | 'label'>): Promise<void> {
  for (const server of ['postgres', 'rabbitmq', 'redis', 'identity'])
    rmSync(join(home, server), { recursive: true, force: true })
  await deleteVolumes(['postgres', 'rabbitmq'].map(server => containerName(label, server)))
}

/** Where a server without a configured address runs, in a container or as a program. */
const placeOf = (
  { home, label, logs, ports, throwAway }: ServerOptions,
  server: 'postgres' | 'rabbitmq' | 'redis',
) => ({
  name: containerName(label, server),
  dataDirectory: join(home, server),
  port: ports[server],
  managementPort: ports.rabbitmqManagement,
  log: join(logs, `${server}.log`),
  throwAway,
  durable: !throwAway,
})

async function postgres(options: ServerOptions, inDocker: boolean) {
  const configured = options.environment.DATABASE_ADMIN_URL
  if (configured) {
    await reached('DATABASE_ADMIN_URL', configured, () => acceptsConnections(configured))
    await createDatabaseOf(configured)
    return { adminUrl: configured, ...ofEnvironment }
  }
  const place = placeOf(options, 'postgres')
  const { adminUrl, exited } = await (inDocker ? postgresContainer(place) : startPostgres(place))
  return { adminUrl, exited, source: sourceOf(inDocker) }
}

async function rabbitmq(options: ServerOptions, inDocker: boolean) {
  const { RABBITMQ_URL: configured, RABBITMQ_MANAGEMENT_URL: management } = options.environment
  if (configured) {
    const addresses = brokerAddressesIn(configured)
    const anyListens = () => Promise.any(addresses.map(address => listens(addressOf(address, 5672), 3_000)))
    await reached('RABBITMQ_URL', configured, () => anyListens().catch(error => Promise.reject(error.errors[0])))
    const managementUrl = management || defaultManagementUrl(addresses[0])
    return { url: configured, managementUrl, control: undefined, ...ofEnvironment }
  }
  const place = placeOf(options, 'rabbitmq')
  if (inDocker) return { ...(await rabbitmqContainer(place)), control: undefined, source: sourceOf(inDocker) }
  const { url, managementUrl, control, exited } = await startRabbitmq(place)
  return { url, managementUrl, control, exited, source: sourceOf(inDocker) }
}

async function redis(options: ServerOptions, inDocker: boolean) {
  const configured = options.environment.REDIS_URL
  if (configured) {
    await reached('REDIS_URL', configured, () => listens(addressOf(configured, 6379), 3_000))
    return { url: configured, ...ofEnvironment }
  }
  const place = placeOf(options, 'redis')
  if (!inDocker && (await findRedis()) === undefined) return undefined
  const { url, exited } = await (inDocker ? redisContainer(place) : startRedis(place))
  return { url, exited, source: sourceOf(inDocker) }
}

async function identity({ environment, home, logs, ports }: ServerOptions) {
  const configured = environment.FIREBASE_AUTH_EMULATOR_HOST
  if (configured) {
    await reached('FIREBASE_AUTH_EMULATOR_HOST', configured, () => createDemoAccounts(configured))
    return { host: configured, ...ofEnvironment }
  }
  const dataDirectory = join(home, 'identity')
  const { host, exited } = await startIdentity({ dataDirectory, port: ports.identity, log: join(logs, 'identity.log') })
  return { host, exited, source: 'local' as const }
}

async function reached(variable: string, address: string, attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt()
  } catch (error) {
    const shown = address.replaceAll(/\/\/[^@/]*@/g, '//')
    throw new CliError(
      `${variable} is set, but ${shown} does not answer (${messageOf(error)}). Start that server, or unset the variable.`,
    )
  }
}
