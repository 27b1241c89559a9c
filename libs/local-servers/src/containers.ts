import { setTimeout as delay } from 'node:timers/promises'
import type { WaitStrategy } from 'testcontainers'
import { CliError, messageOf } from './cli-error.ts'
import { mayHaveEngine } from './container-engine.mjs'
import { portFreed } from './ports.ts'
import { createDatabaseOf, localPostgresPassword } from './postgres.ts'
import { stopAtEnd } from './processes.ts'
import { localRabbitmqUser } from './rabbitmq.ts'

/** The public images that the project runs on. */
export const images = { postgres: 'postgres:17', rabbitmq: 'rabbitmq:4-management', redis: 'redis:8' } as const

/** The container that removes all others of a run that was killed; none with TESTCONTAINERS_RYUK_DISABLED=true. */
const cleanerImages = () => (process.env.TESTCONTAINERS_RYUK_DISABLED === 'true' ? [] : ['testcontainers/ryuk:0.14.0'])

/**
 * Which of the images the Docker engine has, or can pull in a bounded time.
 *
 * @param pullWithinMs for all pulls together, which run in parallel
 * @returns an empty set when there is no engine
 */
export async function availableImages(required: readonly string[], pullWithinMs = 120_000): Promise<Set<string>> {
  if (!mayHaveEngine()) return new Set()
  const { getContainerRuntimeClient, ImageName } = await import('testcontainers')
  const client = await getContainerRuntimeClient().catch(() => undefined)
  if (client === undefined) return new Set()
  const pulled = async (image: string) => {
    const name = ImageName.fromString(image)
    if (await client.image.exists(name)) return true
    await client.image.pull(name)
    return true
  }
  const available = (image: string) =>
    Promise.race([pulled(image).catch(() => false), delay(pullWithinMs, false, { ref: false })])
  const [cleaners, found] = await Promise.all([
    Promise.all(cleanerImages().map(available)),
    Promise.all(required.map(available)),
  ])
  return new Set(cleaners.includes(false) ? [] : required.filter((_, index) => found[index]))
}

/**
 * Starts a container whose ports are open on this machine only, in place of one of its name. It is removed at the end of this
 * process, however that ends; its data stays in a volume if it has one.
 *
 * @param options.ports host port by container port
 * @param options.volume where the volume of the container's name is mounted
 * @returns with `exited`, which resolves with how it has exited
 * @throws {CliError} when it is not ready in time
 */
async function startContainer(options: {
  name: string
  image: string
  ports: Readonly<Record<number, number>>
  environment?: Record<string, string>
  volume?: string | undefined
  command?: string[]
  ready: WaitStrategy
}): Promise<{ exited: Promise<string> }> {
  const { name, image, ports, environment = {}, volume, command = [], ready } = options
  await removeContainer(name)
  for (const port of Object.values(ports)) await portFreed(port, name, 15_000) // Ryuk may still be at work
  const { GenericContainer } = await import('testcontainers')
  const onLoopback = Object.entries(ports).map(([inside, outside]) => [
    `${inside}/tcp`,
    [{ HostIp: '127.0.0.1', HostPort: String(outside) }],
  ])
  const container = new (class extends GenericContainer {
    // By default testcontainers publishes ports on every address.
    protected override async beforeContainerCreated() {
      this.hostConfig.PortBindings = Object.fromEntries(onLoopback)
    }
  })(image)
    .withName(name)
    .withHostname(name)
    .withEnvironment(environment)
    .withExposedPorts(
      ...Object.entries(ports).map(([inside, outside]) => ({ container: Number(inside), host: outside })),
    )
    .withWaitStrategy(ready)
    .withStartupTimeout(90_000)
  if (volume !== undefined) container.withBindMounts([{ source: name, target: volume }])
  if (command.length > 0) container.withCommand(command)
  try {
    const started = await container.start()
    stopAtEnd(() => started.stop({ timeout: 5_000 }))
    return { exited: exitOf(started.getId()) }
  } catch (error) {
    throw new CliError(`Cannot start the container ${name}: ${messageOf(error).trim()}`)
  }
}

/** How a container has exited, or why that is unknown, when it runs no longer. */
async function exitOf(id: string): Promise<string> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  const { container } = await getContainerRuntimeClient()
  const exit: Promise<{ StatusCode: number }> = container.dockerode.getContainer(id).wait()
  return exit.then(({ StatusCode }) => `exit code ${StatusCode}`, messageOf)
}

/** Removes a container that has exited, or that a run left behind which was killed; its volume stays. */
async function removeContainer(name: string): Promise<void> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  const { container } = await getContainerRuntimeClient()
  await container.dockerode
    .getContainer(name)
    .remove({ force: true, v: true }) // its volumes without a name
    .catch(() => {
      // There is none.
    })
}

/** Starts PostgreSQL in a container; a throw-away one forces nothing to disk and has no volume. */
export async function postgresContainer(options: { name: string; port: number; throwAway: boolean }) {
  const { name, port, throwAway } = options
  const { Wait } = await import('testcontainers')
  const settings = ['max_connections=300', ...(throwAway ? ['fsync=off', 'synchronous_commit=off'] : [])]
  const { exited } = await startContainer({
    name,
    image: images.postgres,
    ports: { 5432: port },
    environment: { POSTGRES_PASSWORD: localPostgresPassword },
    volume: throwAway ? undefined : '/var/lib/postgresql/data',
    command: ['postgres', ...settings.flatMap(setting => ['-c', setting])],
    // By address: the server that prepares a new data directory listens on a socket file only.
    ready: Wait.forSuccessfulCommand('pg_isready --host 127.0.0.1 --username postgres'),
  })
  const adminUrl = `postgres://postgres:${localPostgresPassword}@127.0.0.1:${port}/campstore`
  await createDatabaseOf(adminUrl)
  return { adminUrl, exited }
}

/** Starts RabbitMQ with its management API in a container. */
export async function rabbitmqContainer(options: {
  name: string
  port: number
  managementPort: number
  throwAway: boolean
}) {
  const { name, port, managementPort, throwAway } = options
  const { Wait } = await import('testcontainers')
  const { exited } = await startContainer({
    name,
    image: images.rabbitmq,
    ports: { 5672: port, 15672: managementPort },
    environment: { RABBITMQ_DEFAULT_USER: localRabbitmqUser, RABBITMQ_DEFAULT_PASS: localRabbitmqUser },
    volume: throwAway ? undefined : '/var/lib/rabbitmq',
    ready: Wait.forLogMessage('Server startup complete'),
  })
  const login = `${localRabbitmqUser}:${localRabbitmqUser}`
  const managementUrl = `http://${login}@127.0.0.1:${managementPort}`
  return { url: `amqp://${login}@127.0.0.1:${port}`, managementUrl, exited }
}

/** Deletes volumes; missing ones, and a machine without Docker, are not errors. */
export async function deleteVolumes(names: readonly string[]): Promise<void> {
  if (!mayHaveEngine()) return
  const { getContainerRuntimeClient } = await import('testcontainers')
  const client = await getContainerRuntimeClient().catch(() => undefined)
  if (client === undefined) return
  const { dockerode } = client.container
  const existing = new Set((await dockerode.listVolumes()).Volumes.map(({ Name }) => Name))
  for (const name of names) if (existing.has(name)) await dockerode.getVolume(name).remove()
}

/** Starts Redis, without persistence, in a container. */
export async function redisContainer({ name, port }: { name: string; port: number }) {
  const { Wait } = await import('testcontainers')
  const { exited } = await startContainer({
    name,
    image: images.redis,
    ports: { 6379: port },
    command: ['redis-server', '--save', '', '--appendonly', 'no'],
    ready: Wait.forLogMessage('Ready to accept connections'),
  })
  return { url: `redis://127.0.0.1:${port}`, exited }
}
