import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, missingServer } from './cli-error.ts'
import { findOrInstall, findProgram } from './installed-programs.ts'
import { prepareServerDirectory, serverUser } from './os-users.ts'
import { freePorts, portFreed } from './ports.ts'
import {
  lastLine,
  runToEnd,
  type ServerCommand,
  type ServerProcess,
  type SystemUser,
  startProcess,
  untilReady,
} from './processes.ts'

/** A running RabbitMQ: its AMQP address on vhost `/`, and its management API. */
export type RabbitmqServer = Awaited<ReturnType<typeof startRabbitmq>>

/** A node of a cluster on this machine. All nodes share the cookie and the port mapper, which {@link startPortMapper} starts. */
export type ClusterNode = {
  /** `one@127.0.0.11`, unique in the cluster; other nodes know it by this address, and see it come from there. */
  name: string
  /** Names of all nodes; a new node joins the first running one. */
  nodes: readonly string[]
  cookie: string
  mapperPort: number
}

/** User and password of a broker that is private to this project. */
export const localRabbitmqUser = 'campstore'

/** The address of such a broker. */
export const localRabbitmqUrl = (port: number): string =>
  `amqp://${localRabbitmqUser}:${localRabbitmqUser}@127.0.0.1:${port}`

// Debian's /usr/sbin/rabbitmq-server is a wrapper for the system's own broker; the real program is here.
const programFolders = ['/usr/lib/rabbitmq/bin', '/opt/homebrew/sbin', '/usr/local/sbin']

/**
 * Starts a private RabbitMQ with its management plugin. Node name, data, cookie and port mapper are its own, so that it never
 * conflicts with another broker. After a stop or a kill it can be started again with the same options.
 *
 * @param options.managementPort of the HTTP API; a free one by default
 * @param options.node of a cluster; by default the broker has no other nodes
 * @throws {CliError} when RabbitMQ is not installed or does not start
 */
export async function startRabbitmq(options: {
  dataDirectory: string
  port: number
  managementPort?: number
  log?: string
  node?: ClusterNode
}) {
  const { dataDirectory, port, log = join(dataDirectory, 'rabbitmq.log'), node } = options
  const [anyPort = 0, distributionPort = 0, ownMapperPort = 0] = await freePorts(3)
  const mapperPort = node?.mapperPort ?? ownMapperPort
  const managementPort = options.managementPort ?? anyPort
  const program = await findOrInstall('rabbitmq-server', programFolders)
  if (program === undefined) throw missingServer('RabbitMQ', 'RABBITMQ_URL', 'rabbitmq-server')
  const user = serverUser('rabbitmq')
  prepareServerDirectory(dataDirectory, user)
  await portFreed(port, 'RabbitMQ')
  await portFreed(managementPort, "RabbitMQ's management")
  writeConfiguration(dataDirectory, port, managementPort, node)
  // The cookie lets anyone who reaches the distribution run code here; Erlang would make one of 36 bits.
  writeCookie(dataDirectory, node?.cookie ?? randomBytes(20).toString('hex'), user)
  const boots = bootsLogged(log)
  const env = nodeEnvironment({ dataDirectory, distributionPort, mapperPort, node })
  const common = { env, cwd: dataDirectory, user, output: { file: log } }
  const mapper = node === undefined ? startPortMapper(mapperPort, common) : undefined
  const broker = startProcess({ name: 'RabbitMQ', command: program, args: [], ...common, stopWithinMs: 7_000 })
  const end = async (broken: boolean) => {
    await (broken ? broker.kill() : broker.stop())
    await mapper?.kill()
  }
  const exited = firstExit(broker, mapper, log).then(async how => {
    await end(false)
    return how
  })
  // The API answers before the node has finished starting, and a node that is stopped before that hangs.
  await untilReady(broker, { answers: async () => bootsLogged(log) > boots, log })
  return {
    url: localRabbitmqUrl(port),
    managementUrl: `http://${localRabbitmqUser}:${localRabbitmqUser}@127.0.0.1:${managementPort}`,
    /** Resolves when it has exited, with how. */
    exited,
    stop: () => end(false),
    kill: () => end(true),
    /** Runs rabbitmqctl. @throws {CliError} when it fails */
    control: (...args: string[]) =>
      runToEnd({
        name: 'rabbitmqctl',
        command: findProgram('rabbitmqctl', programFolders) ?? 'rabbitmqctl',
        args,
        ...common,
      }),
  }
}

/**
 * How the first of them has exited. The broker's script ends with 0 even when the broker was killed, and writes so. Without its
 * port mapper the broker starts another one, which would never be stopped: so it has to be restarted with it.
 */
function firstExit(broker: ServerProcess, mapper: ServerProcess | undefined, log: string): Promise<string> {
  const ofBroker = broker.exited.then(how => (how === 'exit code 0' ? `${how}: ${lastLine(log)}` : how))
  return Promise.race([ofBroker, ...(mapper ? [mapper.exited.then(how => `its port mapper by ${how}`)] : [])])
}

/**
 * Starts Erlang's port mapper, by which the nodes of a cluster and their commands find each other. A broker that begins without it
 * would start another one, which nothing stops.
 */
export const startPortMapper = (
  port: number,
  {
    addresses = ['127.0.0.1'],
    ...options
  }: Pick<ServerCommand, 'user' | 'cwd' | 'env' | 'output'> & { addresses?: string[] },
) =>
  startProcess({
    name: "RabbitMQ's port mapper",
    command: portMapperProgram(),
    args: ['-port', String(port), '-address', addresses.join(',')],
    isLast: true,
    ...options,
  })

/** Nodes with the same cookie may join each other. */
function writeCookie(dataDirectory: string, cookie: string, user: SystemUser | undefined): void {
  const file = join(dataDirectory, '.erlang.cookie')
  rmSync(file, { force: true })
  writeFileSync(file, cookie, { mode: 0o400 })
  if (user !== undefined) chownSync(file, user.uid, user.gid)
}

/**
 * As in `k8s/overlays/production`. The timers whose confirm a lost node of a cluster owed are moved again after 15 s, not after 3
 * minutes. A node that is cut off is noticed after 15 to 20 s, not after 45 to 75. Only here, quorum queues report their statistics each
 * second, as everything else does.
 */
const advancedConfiguration = `[
  {rabbit, [{dead_letter_worker_publisher_confirm_timeout, 15000}, {quorum_tick_interval, 1000}]},
  {kernel, [{net_ticktime, 15}]}
].`

function writeConfiguration(dataDirectory: string, port: number, managementPort: number, node?: ClusterNode): void {
  const lines = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    `management.tcp.port = ${managementPort}`,
    'management.tcp.ip = 127.0.0.1',
    `default_user = ${localRabbitmqUser}`,
    `default_pass = ${localRabbitmqUser}`,
    'collect_statistics_interval = 1000',
    // By default the management API shows the policy and the consumers of a queue up to 5 s late.
    'management.sample_retention_policies.global.minute = 1',
    'management.sample_retention_policies.basic.minute = 1',
    'management.sample_retention_policies.detailed.10 = 1',
    'management.rates_mode = none', // nothing reads them
    'raft.wal_max_size_bytes = 33554432', // by default each start reserves half a gigabyte
    'log.console = true',
    'log.console.level = info',
    'log.file = false',
    ...(node?.nodes.map((name, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${name}`) ?? []),
    ...(node ? ['cluster_partition_handling = pause_minority'] : []),
  ]
  writeFileSync(join(dataDirectory, 'rabbitmq.conf'), `${lines.join('\n')}\n`)
  writeFileSync(join(dataDirectory, 'advanced.config'), advancedConfiguration)
  writeFileSync(join(dataDirectory, 'enabled_plugins'), '[rabbitmq_management].\n')
  writeFileSync(join(dataDirectory, 'rabbitmq-env.conf'), '')
}

/** Overrides every path and port that RabbitMQ would otherwise share with other brokers of this machine. */
function nodeEnvironment(options: {
  dataDirectory: string
  distributionPort: number
  mapperPort: number
  node: ClusterNode | undefined
}): NodeJS.ProcessEnv {
  const { dataDirectory, distributionPort, mapperPort, node } = options
  const ip = `{${(node?.name.split('@')[1] ?? '127.0.0.1').replaceAll('.', ',')}}`
  const connecting = node ? `-kernel inet_dist_connect_options [{ip,${ip}}]` : ''
  const inside = (file: string) => join(dataDirectory, file)
  const inherited = Object.entries(process.env).filter(([variable]) => !/^(RABBITMQ|ERL)_/.test(variable))
  return {
    ...Object.fromEntries(inherited),
    HOME: dataDirectory,
    LC_ALL: 'C.UTF-8',
    ERL_EPMD_PORT: String(mapperPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: node?.name ?? 'campstore@localhost',
    RABBITMQ_USE_LONGNAME: String(node !== undefined),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_CONF_ENV_FILE: inside('rabbitmq-env.conf'),
    RABBITMQ_CONFIG_FILE: inside('rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: inside('advanced.config'),
    RABBITMQ_GENERATED_CONFIG_DIR: inside('generated'),
    RABBITMQ_ENABLED_PLUGINS_FILE: inside('enabled_plugins'),
    RABBITMQ_MNESIA_BASE: inside('nodes'),
    RABBITMQ_LOG_BASE: inside('logs'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_PID_FILE: inside('pid'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `+S 2:2 +sbwt none -kernel inet_dist_use_interface ${ip} ${connecting}`,
  }
}

function portMapperProgram(): string {
  const found = findProgram('epmd', ['/usr/lib/erlang/bin'])
  if (found === undefined)
    throw new CliError("Erlang's epmd is not in the PATH. Add its folder, or set RABBITMQ_URL to a broker.")
  return found
}

/** How often a broker with this log has finished its start. */
export function bootsLogged(log: string): number {
  return existsSync(log) ? readFileSync(log, 'utf8').split('Server startup complete').length - 1 : 0
}

/** The management API's default address: on AMQP's host with the same login, 10000 ports above. */
export function defaultManagementUrl(amqpUrl: string): string {
  const { username, password, hostname, port } = new URL(amqpUrl)
  return `http://${username || 'guest'}:${password || 'guest'}@${hostname}:${Number(port || 5672) + 10_000}`
}
