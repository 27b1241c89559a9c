import { parseCommandLine, runCommand } from '../../tools/command.ts'
import { type Fault, type FaultStep, processNames } from '../random-faults/faults.ts'
import { namesIn, runOptions, settings } from '../random-faults/options.ts'
import { runFaults } from '../random-faults/run.ts'
import type { StartDatabaseAndBroker } from '../random-faults/servers.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import { startRabbitmqCluster } from './rabbitmq-cluster.ts'

const command = 'test:failover'

/**
 * How a leader is lost. Killed servers end their connections; frozen ones are silent, like a lost machine; cut-off ones keep some
 * clients.
 */
const losses = ['kill', 'freeze', 'cut'] as const
type Loss = (typeof losses)[number]

/**
 * How long a killed or frozen server stays away: the system must recover without it. Who is cut off from a RabbitMQ node that is cut
 * off learns of it within 19 s.
 */
const awayMs = (how: string) => (how === 'cut' ? 35_000 : 15_000)
/** The shortest time from the end of one loss to the next. */
const pauseMs = 2_000

function main(args: string[]): Promise<string> {
  const { only, ...values } = parseCommandLine(command, args, settings).values
  const options = runOptions(command, values, { minutes: 10, members: 12 })
  const faults = lossesInTurn(options.minutes, only === undefined ? losses : namesIn(command, only, losses))
  return runFaults('failover', options, { faults, startDatabaseAndBroker: startClusters })
}

/**
 * The losses of a run, one after the other: the leader of RabbitMQ, a process, the leader of PostgreSQL, a process, and so on, until
 * the first and then the second process of each service has been killed, and again from the start. Leaders are killed, frozen and
 * cut off by turns. The last loss may end after the load.
 */
function lossesInTurn(minutes: number, only: readonly Loss[]): Fault[] {
  const leaders = only.flatMap(how =>
    (['RabbitMQ', 'PostgreSQL'] as const).map((name): FaultStep => ({ target: 'server', name, how })),
  )
  const processes = ([0, 1] as const).flatMap(instance =>
    processNames.map((name): FaultStep => ({ target: 'process', name, instance, how: 'kill' })),
  )
  const turn = processes.flatMap((process, index) => [leaders[index % leaders.length] ?? process, process])
  const faults: Fault[] = []
  let at = 10_000
  while (at < minutes * 60_000) {
    const place = faults.length % turn.length
    const steps = turn.slice(place, place + 1)
    const lasts = awayMs(steps[0]?.how ?? '')
    faults.push({ number: faults.length + 1, at, lasts, steps })
    at += lasts + pauseMs
  }
  return faults
}

/** Starts three nodes of RabbitMQ and three of PostgreSQL, whose leaders can be killed, frozen and cut off. */
const startClusters: StartDatabaseAndBroker = async (home, logs) => {
  const [postgres, rabbitmq] = await Promise.all([startPostgresCluster(home, logs), startRabbitmqCluster(home, logs)])
  const { adminUrl, otherUrl, deadlocks } = postgres
  // A leader that is stopped hands over first, so that is neither a loss nor a fault here.
  const stop = () => Promise.reject(new Error('The leader of a cluster is never stopped'))
  return {
    adminUrl,
    otherUrl,
    deadlocks,
    rabbitmqUrl: rabbitmq.url,
    managementUrl: rabbitmq.managementUrl,
    PostgreSQL: { ...postgres, stop },
    RabbitMQ: { ...rabbitmq, stop },
  }
}

await runCommand(main, { onOwnServers: true })
process.exit()
