import { messageOf } from '@campstore/local-servers/cli-error'
import { onBroker } from './broker/on-broker.ts'
import { countMessages } from './broker/queue-counts.ts'
import { wholeTopology } from './broker/users.ts'
import { localDirectory, parseCommandLine, runCommand } from './command.ts'
import { holdSecondsOf } from './migrate.ts'
import { formatStatus, type QueueState, type Status } from './system/format-status.ts'
import { readSystemState } from './system/state.ts'

/** The exit code when nothing runs, as of a service that is stopped in `systemctl status`. */
const nothingRuns = 3

/** What runs, by the `.local` of a system, whether each part is ready, and what waits in the queues of RABBITMQ_URL, if that is set. */
export async function readStatus(directory: string, environment: NodeJS.ProcessEnv): Promise<Status> {
  const system = await readSystemState(directory)
  const rabbitmqUrl = environment.RABBITMQ_URL
  if (system.state !== 'running' || !rabbitmqUrl) return { ...system, queues: [] }
  try {
    return { ...system, queues: await readQueues(rabbitmqUrl, holdSecondsOf(environment)) }
  } catch (error) {
    return { ...system, queues: [], queuesUnread: messageOf(error) }
  }
}

const readQueues = (rabbitmqUrl: string, holdSeconds: number): Promise<QueueState[]> =>
  onBroker(rabbitmqUrl, connection =>
    Promise.all(
      [...new Set(wholeTopology(holdSeconds).queues.map(({ name }) => name))].map(async name => ({
        name,
        messages: await countMessages(connection, name),
      })),
    ),
  )

/** 0 when everything is ready and the queues could be read, 3 when nothing runs, otherwise 1. */
export function exitCodeOf({ state, processes, servers, queuesUnread }: Status): number {
  if (state === 'stopped') return nothingRuns
  if (queuesUnread !== undefined) return 1
  return state === 'running' && [...processes, ...servers].every(({ ready }) => ready) ? 0 : 1
}

if (import.meta.main) {
  await runCommand(async (args, environment) => {
    const { values } = parseCommandLine('status', args, { json: { type: 'boolean', default: false } })
    const status = await readStatus(localDirectory, environment)
    process.exitCode = exitCodeOf(status)
    return values.json ? JSON.stringify(status, null, 2) : formatStatus(status)
  })
}
