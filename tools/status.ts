import { answerWithin } from '@campstore/core/outage-reason'
import { messageOf } from '@campstore/local-servers/cli-error'
import { onBroker } from './broker/on-broker.ts'
import { countMessages } from './broker/queue-counts.ts'
import { wholeTopology } from './broker/users.ts'
import { localDirectory, parseCommandLine, runCommand } from './command.ts'
import { holdSecondsOf } from './migrate.ts'
import { formatStatus, type QueueState, type Status } from './system/format-status.ts'
import { readSystemState } from './system/state.ts'

/** How long the counts of the queues may take, in milliseconds. */
const queuesLimitMs = 3_000

/** The exit code when nothing runs, as of a service that is stopped in `systemctl status`. */
const nothingRuns = 3

/** What runs, by the `.local` of a system, whether each part is ready, and what waits in the queues of RABBITMQ_URL, if that is set. */
export async function readStatus(directory: string, environment: NodeJS.ProcessEnv): Promise<Status> {
  const rabbitmqUrl = environment.RABBITMQ_URL
  const unread = (reason: string) => ({ queues: [], queuesUnread: reason })
  const reading = answerWithin<Pick<Status, 'queues' | 'queuesUnread'>>(
    queuesLimitMs,
    rabbitmqUrl ? readQueues(rabbitmqUrl, holdSecondsOf(environment)) : Promise.resolve({ queues: [] }),
    unread(`no answer within ${queuesLimitMs / 1000} s`),
    error => unread(messageOf(error)),
  )
  const system = await readSystemState(directory, environment)
  return system.state === 'running' ? { ...system, ...(await reading) } : { ...system, queues: [] }
}

const readQueues = (rabbitmqUrl: string, holdSeconds: number): Promise<{ queues: QueueState[] }> =>
  onBroker(rabbitmqUrl, async connection => ({
    queues: await Promise.all(
      [...new Set(wholeTopology(holdSeconds).queues.map(({ name }) => name))].map(async name => ({
        name,
        messages: await countMessages(connection, name),
      })),
    ),
  }))

/** 0 when everything is ready, lacks no server, and the queues could be read, 3 when nothing runs, otherwise 1. */
export function exitCodeOf({ state, processes, servers, queuesUnread }: Status): number {
  if (state === 'stopped') return nothingRuns
  if (queuesUnread !== undefined) return 1
  return state === 'running' && [...processes, ...servers].every(({ ready, reason }) => ready && !reason) ? 0 : 1
}

if (import.meta.main) {
  await runCommand(async (args, environment) => {
    const { values } = parseCommandLine('status', args, { json: { type: 'boolean', default: false } })
    const status = await readStatus(localDirectory, environment)
    process.exitCode = exitCodeOf(status)
    return values.json ? JSON.stringify(status, null, 2) : formatStatus(status)
  })
  // Connections to frozen servers are still open.
  process.exit()
}
