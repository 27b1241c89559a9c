import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findOrInstall } from '@campstore/local-servers/installed-programs'
import { managementClient } from '@campstore/local-servers/management'
import { prepareServerDirectory, serverUser } from '@campstore/local-servers/os-users'
import { freePorts } from '@campstore/local-servers/ports'
import { type RabbitmqServer, startPortMapper, startRabbitmq } from '@campstore/local-servers/rabbitmq'
import { signal } from '@campstore/local-servers/running-processes'
import { pidIn } from '@campstore/testing/restartable-servers'
import { z } from 'zod'

const folderName = (name: string) => `rabbitmq-${name.split('@')[0]}`

/**
 * Starts three nodes of RabbitMQ on free ports, as one server: operations affect the node that leads most queues.
 *
 * @param home folder for the data of all nodes
 * @param logs folder for their logs
 * @throws {CliError} when RabbitMQ is not installed, or a node does not start
 */
export async function startRabbitmqCluster(home: string, logs: string) {
  const ports = await freePorts(7)
  const user = serverUser('rabbitmq')
  const mapperPort = ports.at(-1) ?? 0
  // Of this run only: packets dropped between them must not be another run's.
  const addresses = [1, 2, 3].map(host => `127.${mapperPort >> 8}.${mapperPort & 255}.${host}`)
  const nodeNames = addresses.map((address, index) => `${['one', 'two', 'three'][index]}@${address}`)
  const mapperHome = join(home, 'port-mapper')
  prepareServerDirectory(mapperHome, user)
  const output = { file: join(logs, 'port-mapper.log') }
  startPortMapper(mapperPort, { user, cwd: mapperHome, output, addresses: ['127.0.0.1', ...addresses] })
  const cookie = randomBytes(16).toString('hex')
  const folderOf = (name: string) => join(home, folderName(name))
  const start = (name: string) => {
    const index = nodeNames.indexOf(name)
    return startRabbitmq({
      dataDirectory: folderOf(name),
      log: join(logs, `${folderName(name)}.log`),
      port: ports[index] ?? 0,
      managementPort: ports[index + nodeNames.length] ?? 0,
      node: { name, nodes: nodeNames, cookie, mapperPort },
    })
  }
  const running = new Map<string, RabbitmqServer>()
  // One after the other: the first one makes the cluster, and the others join it.
  for (const name of nodeNames) running.set(name, await start(name))
  const servers = [...running.values()]
  const leading = () => leaderOfMost(nodeNames, [...running.values()])
  const nft = process.getuid?.() === 0 ? await findOrInstall('nft', [], 'nftables') : undefined
  let frozen: number | undefined
  return {
    /** The addresses of all nodes, separated by commas, with the administrator's login. */
    url: servers.map(({ url }) => url).join(','),
    managementUrl: servers[0]?.managementUrl ?? '',
    kill: async () => {
      const leader = await leading()
      await running.get(leader)?.kill()
      running.delete(leader)
    },
    freeze: async () => {
      frozen = pidIn(join(folderOf(await leading()), 'pid'))
      signal(frozen, 'SIGSTOP')
    },
    resume: () => {
      if (frozen !== undefined) signal(frozen, 'SIGCONT')
    },
    ...(nft !== undefined && {
      cut: async () => drop(nft, addressOf(await leading())),
      heal: async () => dropNothing(nft),
    }),
    start: async () => {
      const stopped = nodeNames.filter(name => !running.has(name))
      for (const name of stopped) running.set(name, await start(name))
    },
  }
}

const listedQueues = z.array(z.object({ leader: z.string().optional() }))

/** The node that leads most queues, according to the first node that responds. */
async function leaderOfMost(nodeNames: readonly string[], servers: readonly RabbitmqServer[]): Promise<string> {
  const queues = await Promise.any(
    servers.map(async ({ managementUrl }) =>
      listedQueues.parse(await managementClient(managementUrl)('GET', 'queues')),
    ),
  )
  const led = Map.groupBy(queues, ({ leader }) => leader)
  const countOf = (name: string) => led.get(name)?.length ?? 0
  return nodeNames.reduce((most, name) => (countOf(name) > countOf(most) ? name : most))
}

const table = `campstore_${process.pid}`
const addressOf = (name: string) => name.split('@')[1] ?? ''

/** From now on nothing passes between a node and the other nodes, without any notice. */
function drop(nft: string, address: string): void {
  const others = `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const rules = `ip saddr ${address} ip daddr ${others} drop; ip saddr ${others} ip daddr ${address} drop;`
  execFileSync(nft, [`table inet ${table} { chain cut { type filter hook output priority 0; ${rules} }; }`])
  process.once('exit', () => dropNothing(nft))
}

function dropNothing(nft: string): void {
  try {
    execFileSync(nft, ['delete', 'table', 'inet', table], { stdio: 'ignore' })
  } catch {
    // Nothing was dropped.
  }
}
