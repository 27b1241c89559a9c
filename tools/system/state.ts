import { join } from 'node:path'
import { answerWithin } from '@campstore/core/outage-reason'
import { recordedProcesses } from '@campstore/local-servers/pid-file'
import { startedBy } from '../start/start-lock.ts'
import { askServer } from './ask-server.ts'
import { type Health, healthOf } from './health.ts'
import { readSystemRecord } from './record.ts'

/** A process or server: where it is, and whether it is ready, or why not. */
export type PartState = {
  name: string
  address: string
  /** Undefined when it runs elsewhere, or does not run. */
  pid: number | undefined
  /** ISO 8601. */
  since: string | undefined
  ready: boolean
  /** Why it is not ready, or what it is ready without. */
  reason: string | undefined
}

export type ProcessState = PartState & { version: string }

/** A server: of the environment, in Docker, or local. */
export type ServerState = PartState & { source: string }

/** What runs in this folder. */
export type SystemState = {
  /** `abandoned`: `npm start` was killed, and its processes still run. */
  state: 'running' | 'starting' | 'abandoned' | 'stopped'
  /** The process of `npm start`. */
  pid: number | undefined
  since: string | undefined
  processes: ProcessState[]
  servers: ServerState[]
}

/** How long a process may take to say how it is, in milliseconds; it gives its servers 2 s. */
const healthLimitMs = 3_000
const hasExited = 'has exited, npm start restarts it'

const healthWithin = (url: string): Promise<Health> => {
  const silent = { answers: false, ready: false, reason: 'no answer' }
  return answerWithin<Health>(healthLimitMs, healthOf(url), silent, () => silent)
}

/**
 * Looks what runs, by the `.local` of a system, and asks each part whether it is ready. Each is judged by its own answer, in less than
 * 5 s, whatever is frozen.
 *
 * @param environment has addresses of servers that the record has not
 */
export async function readSystemState(directory: string, environment: NodeJS.ProcessEnv): Promise<SystemState> {
  const holder = startedBy(directory)
  const record = holder && readSystemRecord(join(directory, 'system.json'))
  const running = recordedProcesses(join(directory, 'processes'))
  const origin = (name: string) => {
    const found = running.find(process => process.name === name)
    return { pid: found?.pid, since: found?.since }
  }
  if (record === undefined) {
    const left = running.map(({ name, pid, since }) => ({ name, address: '', pid, since, source: 'local' }))
    const state = holder ? 'starting' : left.length > 0 ? 'abandoned' : 'stopped'
    const servers = left.map(one => ({ ...one, ready: false, reason: state === 'starting' ? state : undefined }))
    return { state, pid: holder?.pid, since: undefined, processes: [], servers }
  }
  const [processes, servers] = await Promise.all([
    Promise.all(
      record.processes.map(async ({ name, url, readyPath }) => {
        const { version = record.version, ready, reason } = await healthWithin(`${url}${readyPath}`)
        return { name, address: url, ...origin(name), version, ready, reason }
      }),
    ),
    Promise.all(
      record.servers.map(async server => {
        const { name, address, source } = server
        const { pid, since } = origin(name)
        // Another program may have taken its port.
        const exited = source !== 'environment' && pid === undefined
        const reason = exited ? hasExited : await askServer(server, { ...environment, ...record.variables })
        return { name, address, pid, since, source, ready: reason === undefined, reason }
      }),
    ),
  ])
  return { state: 'running', pid: holder?.pid, since: record.since, processes, servers }
}
