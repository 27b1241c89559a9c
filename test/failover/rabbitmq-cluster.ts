import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { managementClient } from '@campstore/local-servers/management'
import { prepareServerDirectory, serverUser } from '@campstore/local-servers/os-users'
import { freePorts } from '@campstore/local-servers/ports'
import { type RabbitmqServer, startPortMapper, startRabbitmq } from '@campstore/local-servers/rabbitmq'
import { signal } from '@campstore/local-servers/running-processes'
import { pidIn, type RestartableServer } from '@campstore/testing/restartable-servers'
import { z } from 'zod'

const nodeNames = ['one@localhost', 'two@localhost', 'three@localhost'] as const
type NodeName = (typeof nodeNames)[number]

const folderName = (name: NodeName) => `rabbitmq-${name.split('@')[0]}`

/** Three nodes of RabbitMQ as one server: what is done to it is done to the node that leads most queues. */
export type RabbitmqCluster = Omit<RestartableServer, 'stop'> & {
  /** The addresses of all nodes, separated by commas, with the administrator's login. */
  url: string
  /** Of the first node. */
  managementUrl: string
}

/**
 * Starts a cluster on free ports.
 *
 * @param home folder for the data of all nodes
 * @param logs folder for their logs
 * @throws {CliError} when RabbitMQ is not installed, or a node does not start
 */
export async function startRabbitmqCluster(home: string, logs: string): Promise<RabbitmqCluster> {
  const ports = await freePorts(nodeNames.length * 2 + 1)
  const user = serverUser('rabbitmq')
  const mapperPort = ports.at(-1) ?? 0
  const mapperHome = join(home, 'port-mapper')
  prepareServerDirectory(mapperHome, user)
  startPortMapper(mapperPort, { user, cwd: mapperHome, output: { file: join(logs, 'port-mapper.log') } })
  const cookie = randomBytes(16).toString('hex')
  const folderOf = (name: NodeName) => join(home, folderName(name))
  const start = (name: NodeName) => {
    const index = nodeNames.indexOf(name)
    return startRabbitmq({
      dataDirectory: folderOf(name),
      log: join(logs, `${folderName(name)}.log`),
      port: ports[index] ?? 0,
      managementPort: ports[index + nodeNames.length] ?? 0,
      node: { name, nodes: nodeNames, cookie, mapperPort },
    })
  }
  const running = new Map<NodeName, RabbitmqServer>()
  // One after the other: the first one makes the cluster, and the others join it.
  for (const name of nodeNames) running.set(name, await start(name))
  const servers = [...running.values()]
  let frozen: number | undefined
  return {
    url: servers.map(({ url }) => url).join(','),
    managementUrl: servers[0]?.managementUrl ?? '',
    kill: async () => {
      const leader = await leaderOfMost([...running.values()])
      await running.get(leader)?.kill()
      running.delete(leader)
    },
    freeze: async () => {
      frozen = pidIn(join(folderOf(await leaderOfMost([...running.values()])), 'pid'))
      signal(frozen, 'SIGSTOP')
    },
    resume: () => {
      if (frozen !== undefined) signal(frozen, 'SIGCONT')
    },
    start: async () => {
      const stopped = nodeNames.filter(name => !running.has(name))
      for (const name of stopped) running.set(name, await start(name))
    },
  }
}

const listedQueues = z.array(z.object({ leader: z.enum(nodeNames).optional() }))

/** The node that leads most queues, according to the first node that responds. */
async function leaderOfMost(servers: readonly RabbitmqServer[]): Promise<NodeName> {
  const queues = await Promise.any(
    servers.map(async ({ managementUrl }) =>
      listedQueues.parse(await managementClient(managementUrl)('GET', 'queues')),
    ),
  )
  const led = Map.groupBy(queues, ({ leader }) => leader)
  const countOf = (name: NodeName) => led.get(name)?.length ?? 0
  return nodeNames.reduce((most, name) => (countOf(name) > countOf(most) ? name : most))
}
