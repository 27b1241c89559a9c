import { join } from 'node:path'
import { messageOf } from '@campstore/local-servers/cli-error'
import { recordedProcesses } from '@campstore/local-servers/pid-file'
import { listens } from '@campstore/local-servers/ports'
import { acceptsConnections } from '@campstore/local-servers/postgres'
import { z } from 'zod'
import { startedBy } from '../start/start-lock.ts'
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
  /** Why it is not ready. */
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

const timeoutMs = 5_000
const hasExited = 'has exited, npm start restarts it'

/** Looks what runs, by the `.local` of a system, and asks each part whether it is ready. */
export async function readSystemState(directory: string): Promise<SystemState> {
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
        const { version = record.version, reason } = await healthOf(`${url}${readyPath}`)
        return { name, address: url, ...origin(name), version, ready: reason === undefined, reason }
      }),
    ),
    Promise.all(
      record.servers.map(async ({ name, address, source }) => {
        const { DATABASE_ADMIN_URL: adminUrl } = name === 'PostgreSQL' ? record.variables : {}
        const answers = () => (adminUrl ? acceptsConnections(adminUrl) : listens(address, timeoutMs))
        const { pid, since } = origin(name)
        // Another program may have taken its port.
        const exited = source !== 'environment' && pid === undefined
        const reason = exited ? hasExited : await answers().then(() => undefined, messageOf)
        return { name, address, pid, since, source, ready: reason === undefined, reason }
      }),
    ),
  ])
  return { state: 'running', pid: holder?.pid, since: record.since, processes, servers }
}

const answer = z.object({ data: z.looseObject({ version: z.string().optional() }) })

/** The version of a process where it says so, and why it is not ready, in the words of its health; no reason when it is. */
async function healthOf(url: string): Promise<{ version?: string | undefined; reason?: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    const parsed = answer.safeParse(await response.json().catch(() => undefined))
    const { version, ...parts } = parsed.success ? parsed.data.data : {}
    if (response.ok) return { version }
    const down = partsDown(parts)
    return {
      version,
      reason: down.length > 0 ? down.map(part => `${part} down`).join(', ') : `answers ${response.status}`,
    }
  } catch (error) {
    return { reason: `does not answer (${messageOf(error instanceof Error ? (error.cause ?? error) : error)})` }
  }
}

/** The parts that are down: of a service `database`, `migrations`; of the gateway its services. */
function partsDown({ services, status: _, ...parts }: Record<string, unknown>): string[] {
  const states = typeof services === 'object' && services !== null ? services : parts
  return Object.entries(states).flatMap(([name, state]) => (state === 'down' ? [name] : []))
}
