import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePort, freePorts } from '@campstore/local-servers/ports'
import { createDatabaseOf, onDatabase, onMaintenanceDatabase, startPostgres } from '@campstore/local-servers/postgres'
import { runToEnd, type ServerProcess, startProcess, untilReady } from '@campstore/local-servers/processes'
import { chooseServers } from '@campstore/local-servers/servers'
import { localRolePasswords, passwordVariable } from '../migrate.ts'
import { nodeEnvironment, serviceFlags } from '../service-flags.ts'

const projectDirectory = fileURLToPath(new URL('../..', import.meta.url))

/** The throw-away servers of a benchmark. */
export type Servers = {
  /** Folder for everything that is written. */
  home: string
  redisUrl: string | undefined
  /** Makes an empty database with all migrations. */
  createDatabase(name: string): Promise<BenchDatabase>
  /** Copies a database, which must have no connections. */
  copyDatabase(source: BenchDatabase, name: string): Promise<BenchDatabase>
  /** Makes a virtual host of the broker, so that services of two databases do not share queues. */
  createVirtualHost(name: string): Promise<VirtualHost>
}

/** A database's addresses: with the owner's role, and with that of a service. */
export type BenchDatabase = { name: string; adminUrl: string; urlOf(service: ServiceName): string }

/** The services that are measured. */
export type ServiceName = 'booking' | 'products' | 'checkout' | 'me' | 'admin'

/** A virtual host, and how its queues are emptied: what was held in a round need not be delivered. */
export type VirtualHost = { url: string; purgeQueues(): Promise<void> }

/** Starts PostgreSQL with its ordinary, durable settings, RabbitMQ and Redis. */
export async function startServers(): Promise<Servers> {
  const [postgres = 0, rabbitmq = 0, rabbitmqManagement = 0, redis = 0, identity = 0] = await freePorts(5)
  const home = temporaryServerHome()
  const logs = join(home, 'logs')
  mkdirSync(logs)
  const infrastructure = await chooseServers({
    home,
    logs,
    environment: process.env,
    label: `bench-${process.pid}`,
    throwAway: true,
    ports: { postgres, rabbitmq, rabbitmqManagement, redis, identity },
  })
  // Durable, unlike the throw-away PostgreSQL of tests, because checkouts wait for the disk.
  const database = {
    dataDirectory: join(home, 'postgres'),
    port: postgres,
    log: join(logs, 'postgres.log'),
    durable: true,
  }
  const [{ adminUrl }, broker, cache] = await Promise.all([
    startPostgres(database),
    infrastructure.rabbitmq(),
    infrastructure.redis(),
  ])
  return {
    home,
    redisUrl: cache?.url,
    createDatabase: async name => {
      const made = addresses(adminUrl, name)
      await createDatabaseOf(made.adminUrl)
      await runToEnd({
        name: 'migrations',
        command: process.execPath,
        args: [join(projectDirectory, 'tools', 'migrate.ts')],
        env: { ...process.env, ...throwAwayPasswords, DATABASE_ADMIN_URL: made.adminUrl },
        output: { file: join(logs, 'migrations.log') },
      })
      return made
    },
    copyDatabase: async (source, name) => {
      await onMaintenanceDatabase(adminUrl, client => client.query(`create database ${name} template ${source.name}`))
      const made = addresses(adminUrl, name)
      await onDatabase(made.adminUrl, client => client.query('vacuum analyze'))
      return made
    },
    createVirtualHost: name => createVirtualHost(broker, name),
  }
}

/** The login roles' passwords on these servers, as variables. */
const throwAwayPasswords = Object.fromEntries(
  Object.entries(localRolePasswords()).map(([service, password]) => [passwordVariable(service), password]),
)

function addresses(adminUrl: string, name: string): BenchDatabase {
  const admin = new URL(adminUrl)
  admin.pathname = `/${name}`
  const urlOf = (service: ServiceName) => {
    const url = new URL(admin)
    url.username = `campstore_${service}`
    url.password = localRolePasswords()[service] ?? ''
    return url.href
  }
  return { name, adminUrl: admin.href, urlOf }
}

async function createVirtualHost(broker: { url: string; managementUrl: string }, name: string): Promise<VirtualHost> {
  const { origin, username, password } = new URL(broker.managementUrl)
  const authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
  const manage = async (method: string, path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  await manage('PUT', `vhosts/${name}`)
  await manage('PUT', `permissions/${name}/${username}`, { configure: '.*', write: '.*', read: '.*' })
  const url = new URL(broker.url)
  url.pathname = `/${name}`
  return {
    url: url.href,
    purgeQueues: async () => {
      const queues: unknown = await (await manage('GET', `queues/${name}`)).json()
      if (!Array.isArray(queues)) return
      for (const queue of queues) await manage('DELETE', `queues/${name}/${encodeURIComponent(queue.name)}/contents`)
    },
  }
}

/** A Node process of ours and where it listens. */
export type NodeServer = ServerProcess & { url: string }

/**
 * Starts a service, the gateway, or one of the limits, as `npm start` would, and waits until it answers.
 *
 * @param options.main from the project's root
 * @param options.flags of Node, besides those that every service is started with
 */
export async function startNode(options: NodeOptions): Promise<NodeServer> {
  if (!startedBefore.has(options.main)) {
    startedBefore.add(options.main)
    await (await startOnce(options)).stop()
  }
  return startOnce(options)
}

/** What {@link startNode} takes. */
type NodeOptions = {
  name: string
  /** From this project's folder. */
  main: string
  readyPath: string
  environment: Record<string, string>
  home: string
  flags?: readonly string[]
}

/**
 * The first start strips the types and fills Node's compile cache, at a cost of 30 MB resident; what is measured is a start
 * like every later one.
 */
const startedBefore = new Set<string>()

async function startOnce(options: NodeOptions): Promise<NodeServer> {
  const { name, main, readyPath, environment, home, flags = [] } = options
  const port = await freePort()
  const log = join(home, 'logs', `${name.replaceAll(' ', '-')}.log`)
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const server = startProcess({
    name,
    command: process.execPath,
    args: [...serviceFlags, ...flags, resolve(projectDirectory, main)],
    cwd: projectDirectory,
    env: {
      PATH,
      HOME,
      TMPDIR,
      LANG,
      ...nodeEnvironment(join(home, 'compile-cache')),
      LOG_LEVEL: 'info',
      ...environment,
      PORT: String(port),
    },
    output: { file: log },
    stopWithinMs: 20_000,
  })
  const url = `http://127.0.0.1:${port}`
  const answers = async () => (await fetch(`${url}${readyPath}`, { signal: AbortSignal.timeout(2_000) })).ok
  await untilReady(server, { answers, withinMs: 60_000, log })
  return { ...server, url }
}
