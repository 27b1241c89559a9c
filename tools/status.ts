import { answerWithin } from '@campstore/core/outage-reason'
import { messageOf } from '@campstore/local-servers/cli-error'
import { countMessages, onBroker } from './broker/on-broker.ts'
import { wholeTopology } from './broker/users.ts'
import { localDirectory, parseCommandLine, runCommand } from './command.ts'
import { holdSecondsOf } from './migrate.ts'
import { type PartState, readSystemState, type SystemState } from './system/state.ts'
import { textTable } from './text-table.ts'

/** How long the counts of the queues may take, in milliseconds. */
const queuesLimitMs = 3_000

/** The exit code when nothing runs, as of a service that is stopped in `systemctl status`. */
const nothingRuns = 3

/** A queue, and how many of its messages no consumer has taken. */
type QueueState = { name: string; messages: number }

/** What runs, and what waits in the queues. */
type Status = SystemState & {
  queues: QueueState[]
  /** Why the queues could not be read. */
  queuesUnread?: string
}

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

export function formatStatus(status: Status): string {
  const { state, pid, processes, servers } = status
  if (state === 'stopped')
    return 'npm start runs nothing in this folder. What docker compose runs is shown by docker compose ps.'
  if (state === 'starting') return `npm start is starting (pid ${pid}).`
  if (state === 'abandoned') {
    const left = servers.map(server => `  ${server.name} (pid ${server.pid})`)
    return ['npm start was killed. These processes still run; npm run stop ends them:', ...left].join('\n')
  }
  const parts = [
    ...processes.map(process => [...cellsOf(process), `version ${process.version}`]),
    ...servers.map(server => [...cellsOf(server), server.source]),
  ]
  return [
    `npm start runs since ${localTime(status.since)} (pid ${pid})`,
    '',
    ...textTable(parts),
    '',
    ...queueLines(status),
  ].join('\n')
}

const cellsOf = ({ name, address, pid, since, ready, reason }: PartState): string[] => [
  name,
  ready ? ['ready', reason && `(${reason})`].filter(Boolean).join(' ') : `NOT READY: ${reason}`,
  address,
  pid === undefined ? '' : `pid ${pid}`,
  since === undefined ? '' : `since ${localTime(since)}`,
]

function queueLines({ queues, queuesUnread }: Status): string[] {
  if (queuesUnread !== undefined) return [`Cannot read the queues: ${queuesUnread}`]
  const filled = queues.filter(({ messages }) => messages > 0)
  if (queues.length === 0) return ['Queues were not read: RABBITMQ_URL is not set.']
  if (filled.length === 0) return ['All queues are empty.']
  return ['Queues', ...textTable(filled.map(({ name, messages }) => [name, String(messages), meaningOf(name)]))]
}

function meaningOf(queue: string): string {
  if (/\.hold\.\d+s$/.test(queue)) return 'timers of holds'
  if (queue.endsWith('.parked') || queue === 'payments.rejected') return 'waits for somebody: npm run payments'
  if (queue === 'payments.unapplied') return 'to be refunded: npm run payments'
  return 'waits for its consumer'
}

const localTime = (iso: string | undefined): string => (iso ? new Date(iso).toLocaleString('sv') : '')

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
