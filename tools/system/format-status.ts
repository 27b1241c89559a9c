import { textTable } from '../text-table.ts'
import type { PartState, SystemState } from './state.ts'

/** A queue, and how many of its messages no consumer has taken. */
export type QueueState = { name: string; messages: number }

/** What runs, and what waits in the queues. */
export type Status = SystemState & {
  queues: QueueState[]
  /** Why the queues could not be read. */
  queuesUnread?: string
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
