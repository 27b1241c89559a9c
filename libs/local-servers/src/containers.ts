import { execFile } from 'node:child_process'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { portFreed } from './ports.ts'
import { acceptsConnections, createDatabaseOf, localPostgresPassword } from './postgres.ts'
import { startProcess, stopAtEnd, untilReady } from './processes.ts'
import { bootsLogged, localRabbitmqUrl, localRabbitmqUser } from './rabbitmq.ts'
import { pings } from './redis.ts'
import { identityOf, isRunning } from './running-processes.ts'

/** The public images that the project runs on. */
export const images = { postgres: 'postgres:17', rabbitmq: 'rabbitmq:4-management', redis: 'redis:8' } as const

const hostLabel = 'campstore.host'
/** Pid and start of the process that started the container. */
const ownerLabel = 'campstore.owner'

/** Which container to run: its name, the port of this machine, where its output goes. Throw-away ones keep no data. */
type ContainerOptions = { name: string; port: number; log: string; throwAway: boolean }

const run = promisify(execFile)

/** Runs a docker command, also Podman's. @returns what it prints @throws {Error} when it fails or takes longer */
const docker = async (args: readonly string[], timeoutMs = 60_000): Promise<string> =>
  (await run('docker', args, { timeout: timeoutMs })).stdout.trim()

/**
 * Which of the images the container engine has, or can pull in a bounded time.
 *
 * @param pullWithinMs for all pulls together, which run in parallel
 * @returns the available ones; none without an engine
 */
export async function availableImages(required: readonly string[], pullWithinMs = 120_000): Promise<Set<string>> {
  if (!(await cleanEngine())) return new Set()
  const available = (image: string) =>
    docker(['image', 'inspect', image])
      .catch(() => docker(['pull', '--quiet', image], pullWithinMs))
      .then(
        () => true,
        () => false,
      )
  const found = await Promise.all(required.map(available))
  return new Set(required.filter((_, index) => found[index]))
}

/**
 * Removes the containers that processes of this machine left behind when they were killed.
 *
 * @returns false when no container engine answers
 */
async function cleanEngine(): Promise<boolean> {
  try {
    const format = `{{.ID}} {{.Label "${ownerLabel}"}}`
    const filter = `label=${hostLabel}=${hostname()}`
    const listed = await docker(['ps', '--all', '--filter', filter, '--format', format], 10_000)
    for (const line of listed.split('\n').filter(Boolean)) {
      const [id = '', pid, ...startedAt] = line.split(' ')
      if (!isRunning({ pid: Number(pid), startedAt: startedAt.join(' ') })) await removeContainer(id)
    }
    return true
  } catch {
    return false
  }
}

/** Removes a container if it exists, and its volumes without a name. */
const removeContainer = (container: string) => docker(['rm', '--force', '--volumes', container]).catch(() => '')

/** Deletes volumes; missing ones, and a machine without a container engine, are not errors. */
export async function deleteVolumes(names: readonly string[]): Promise<void> {
  if (await cleanEngine()) await docker(['volume', 'rm', '--force', ...names])
}

/**
 * Starts a container, in place of one of its name, whose ports are open on this machine only. `docker run` stays in the foreground as
 * one of our processes, which stops and records the container like a server without one. Its data stays in a volume of its name.
 *
 * @param options.ports host port by container port
 * @param options.volume where data is kept
 * @returns with `exited`, which resolves with how it has exited
 * @throws {CliError} when it exits first or makes no progress, with the last line of its log
 */
async function startContainer(
  { name, log, throwAway }: ContainerOptions,
  options: {
    server: string
    image: string
    ports: Readonly<Record<number, number>>
    environment?: Record<string, string>
    volume?: string
    command?: string[]
    stopSignal?: 'SIGINT'
    ready: () => Promise<boolean>
  },
): Promise<{ exited: Promise<string> }> {
  const { server, image, ports, environment = {}, volume, command = [], stopSignal = 'SIGTERM', ready } = options
  await removeContainer(name)
  for (const port of Object.values(ports)) await portFreed(port, server)
  const { pid, startedAt } = identityOf(process.pid)
  const labels = [`${hostLabel}=${hostname()}`, `${ownerLabel}=${pid} ${startedAt}`]
  const container = startProcess({
    name: server,
    command: 'docker',
    args: [
      ...['run', '--rm', '--init', '--name', name, '--hostname', name],
      ...labels.flatMap(label => ['--label', label]),
      ...Object.entries(ports).flatMap(([inside, outside]) => ['--publish', `127.0.0.1:${outside}:${inside}`]),
      ...Object.entries(environment).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
      ...(volume === undefined || throwAway ? [] : ['--volume', `${name}:${volume}`]),
      image,
      ...command,
    ],
    output: { file: log },
    stopSignal,
    killSignal: 'SIGQUIT', // reaches the container
    stopWithinMs: 10_000,
  })
  // The command may have been killed, or stopped before the container ran.
  const exited = container.exited.then(async how => {
    await removeContainer(name)
    return how
  })
  stopAtEnd(() => exited)
  await untilReady(container, { answers: ready, log })
  return { exited }
}

/** Starts PostgreSQL in a container; a throw-away one forces nothing to disk. */
export async function postgresContainer(options: ContainerOptions) {
  const adminUrl = `postgres://postgres:${localPostgresPassword}@127.0.0.1:${options.port}/campstore`
  const settings = ['max_connections=300', ...(options.throwAway ? ['fsync=off', 'synchronous_commit=off'] : [])]
  const { exited } = await startContainer(options, {
    server: 'PostgreSQL',
    image: images.postgres,
    ports: { 5432: options.port },
    environment: { POSTGRES_PASSWORD: localPostgresPassword },
    volume: '/var/lib/postgresql/data',
    command: ['postgres', ...settings.flatMap(setting => ['-c', setting])],
    stopSignal: 'SIGINT',
    ready: () => acceptsConnections(adminUrl),
  })
  await createDatabaseOf(adminUrl)
  return { adminUrl, exited }
}

/** Starts RabbitMQ with its management API in a container. */
export async function rabbitmqContainer(options: ContainerOptions & { managementPort: number }) {
  const { port, managementPort, log } = options
  const boots = bootsLogged(log)
  const { exited } = await startContainer(options, {
    server: 'RabbitMQ',
    image: images.rabbitmq,
    ports: { 5672: port, 15672: managementPort },
    environment: { RABBITMQ_DEFAULT_USER: localRabbitmqUser, RABBITMQ_DEFAULT_PASS: localRabbitmqUser },
    volume: '/var/lib/rabbitmq',
    ready: async () => bootsLogged(log) > boots,
  })
  const managementUrl = `http://${localRabbitmqUser}:${localRabbitmqUser}@127.0.0.1:${managementPort}`
  return { url: localRabbitmqUrl(port), managementUrl, exited }
}

/** Starts Redis, without persistence, in a container. */
export async function redisContainer(options: ContainerOptions) {
  const { exited } = await startContainer(options, {
    server: 'Redis',
    image: images.redis,
    ports: { 6379: options.port },
    command: ['redis-server', '--save', '', '--appendonly', 'no'],
    ready: () => pings(options.port),
  })
  return { url: `redis://127.0.0.1:${options.port}`, exited }
}
