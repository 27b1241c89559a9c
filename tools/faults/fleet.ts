import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CliError } from '@campstore/local-servers/cli-error'
import { freePorts } from '@campstore/local-servers/ports'
import { lastLine, type ServerProcess, startProcess } from '@campstore/local-servers/processes'
import { signal } from '@campstore/local-servers/running-processes'
import { nodeEnvironment, serviceFlags } from '../service-flags.ts'
import { type Addresses, gatewayEnvironment, serviceEnvironment } from '../start/service-environment.ts'
import type { StartSettings } from '../start/settings.ts'
import { type ProcessName, processNames } from './faults.ts'

const projectDirectory = fileURLToPath(new URL('../..', import.meta.url))

/** How a process exited, `exit code 0` or `signal SIGKILL`, and what was requested of it. */
export type ProcessEnd = {
  process: string
  asked: 'nothing' | 'kill' | 'terminate'
  how: string
  lastLine: string
  at: number
}

/** Resident memory of one process, in megabytes. */
export type MemoryUse = { process: string; pid: number; start: number; peak: number; end: number; seconds: number }

/** One of the two processes of a name. */
export type FleetProcess = {
  name: ProcessName
  place: 0 | 1
  url: string
  /** SIGKILL, and waits for its end. */
  kill(): Promise<void>
  /** SIGTERM, and waits for its end; one that does not end within 30 s is killed. */
  terminate(): Promise<void>
  freeze(): void
  resume(): void
  /** Starts it again after {@link kill} or {@link terminate}; does not wait until it is ready. */
  start(): void
  /** Waits until it is ready. @throws {CliError} when that takes too long */
  ready(withinMs: number): Promise<void>
}

/** Every process of the system, two of each name. */
export type Fleet = {
  gateways: readonly string[]
  process(name: ProcessName, place: 0 | 1): FleetProcess
  all(): readonly FleetProcess[]
  ends: readonly ProcessEnd[]
  /** Reads the memory of all running processes once. */
  measureMemory(): void
  memory(): MemoryUse[]
  /** SIGTERM to all. */
  stop(): Promise<void>
}

/** What the fleet is started with. */
export type FleetOptions = {
  addresses: Addresses
  /** Variables of every process, besides what `npm start` sets. */
  environment: NodeJS.ProcessEnv
  logs: string
}

/**
 * Starts two processes of the gateway and of each service, configured as `npm start` does it, except that each address list
 * names both processes. A process that ends without being asked to is started again, and its end is recorded.
 */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const ports = await freePorts(processNames.length * 2)
  const places = processNames.flatMap(name => ([0, 1] as const).map(place => ({ name, place })))
  const ends: ProcessEnd[] = []
  const memory = new Map<number, MemoryUse>()
  const slots = places.map(({ name, place }, line) => ({ name, place, port: ports[line] ?? 0 }))
  const environmentOf = environments(options, slots)
  const processes = slots.map(slot => createProcess(slot, environmentOf(slot), options.logs, ends))
  for (const process of processes) process.start()
  await Promise.all(processes.map(process => process.ready(120_000)))
  return {
    gateways: processes.filter(({ name }) => name === 'gateway').map(({ url }) => url),
    all: () => processes,
    process: (name, place) => {
      const found = processes.find(process => process.name === name && process.place === place)
      if (!found) throw new Error(`there is no process ${name} ${place}`)
      return found
    },
    ends,
    measureMemory: () => {
      for (const process of processes) measure(process, memory)
    },
    memory: () => [...memory.values()],
    stop: async () => {
      await Promise.all(processes.filter(({ name }) => name === 'gateway').map(process => process.terminate()))
      await Promise.all(processes.filter(({ name }) => name !== 'gateway').map(process => process.terminate()))
    },
  }
}

type ProcessSlot = { name: ProcessName; place: 0 | 1; port: number }

/** Configuration of each process, by `npm start`'s own functions. */
function environments({ addresses, environment }: FleetOptions, slots: readonly ProcessSlot[]) {
  const serviceNames = processNames.filter(name => name !== 'gateway')
  const firstPort = (name: ProcessName) => slots.find(slot => slot.name === name)?.port ?? 0
  const settings: StartSettings = {
    gatewayPort: firstPort('gateway'),
    services: serviceNames.map(name => ({ name, port: firstPort(name) })),
    infrastructure: { postgres: 0, rabbitmq: 0, rabbitmqManagement: 0, redis: 0, identity: 0 },
    requiredPorts: [],
  }
  const urlsOf = (name: ProcessName) =>
    slots.flatMap(slot => (slot.name === name ? [`http://127.0.0.1:${slot.port}`] : [])).join(',')
  const bothOfEach = Object.fromEntries(serviceNames.map(name => [`${name.toUpperCase()}_URLS`, urlsOf(name)]))
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const common = { PATH, HOME, TMPDIR, LANG, ...environment }
  return ({ name, port }: ProcessSlot): NodeJS.ProcessEnv => ({
    ...nodeEnvironment(join(projectDirectory, '.local', 'compile-cache')),
    ...(name === 'gateway'
      ? gatewayEnvironment(settings, addresses, common)
      : serviceEnvironment({ name, port }, settings, addresses, common)),
    ...bothOfEach,
    PORT: String(port),
  })
}

type RunningProcess = FleetProcess & { pid(): number | undefined }

function createProcess(
  { name, place, port }: ProcessSlot,
  environment: NodeJS.ProcessEnv,
  logs: string,
  ends: ProcessEnd[],
): RunningProcess {
  const label = `${name} ${place}`
  const log = join(logs, `${name}-${place}.log`)
  const folder = name === 'gateway' ? 'gateway' : `services/${name}`
  const url = `http://127.0.0.1:${port}`
  let current: ServerProcess | undefined
  let asked: ProcessEnd['asked'] = 'nothing'

  const start = () => {
    const started = startProcess({
      name: label,
      command: process.execPath,
      args: [...serviceFlags, join(projectDirectory, folder, 'src', 'main.ts')],
      cwd: projectDirectory,
      env: environment,
      output: { file: log },
      stopWithinMs: 30_000,
    })
    current = started
    asked = 'nothing'
    void started.exited.then(async how => {
      ends.push({ process: label, asked, how, lastLine: lastLine(log), at: Date.now() })
      if (asked !== 'nothing') return
      await pause(1_000)
      if (current === started && asked === 'nothing') start()
    })
  }
  return {
    name,
    place,
    url,
    start,
    pid: () => (current?.hasExited() ? undefined : current?.pid),
    kill: async () => {
      asked = 'kill'
      await current?.kill()
    },
    terminate: async () => {
      asked = 'terminate'
      await current?.stop()
    },
    freeze: () => void (current && signal(current.pid, 'SIGSTOP')),
    resume: () => void (current && signal(current.pid, 'SIGCONT')),
    ready: async withinMs => {
      const until = Date.now() + withinMs
      const path = name === 'gateway' ? '/health' : '/health/ready'
      while (!(await answers(`${url}${path}`))) {
        if (Date.now() > until)
          throw new CliError(`${label} was not ready within ${withinMs / 1000} s: ${lastLine(log)} (${log})`)
        await pause(100)
      }
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(3_000) })).ok
  } catch {
    return false
  }
}

const startedAt = Date.now()

function measure({ name, place, pid }: RunningProcess, memory: Map<number, MemoryUse>): void {
  const running = pid()
  const resident = running === undefined ? undefined : residentMegabytes(running)
  if (running === undefined || resident === undefined) return
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const known = memory.get(running)
  if (known === undefined) {
    memory.set(running, {
      process: `${name} ${place}`,
      pid: running,
      start: resident,
      peak: resident,
      end: resident,
      seconds: 0,
    })
    firstSeenAt.set(running, seconds)
    return
  }
  known.peak = Math.max(known.peak, resident)
  known.end = resident
  known.seconds = seconds - (firstSeenAt.get(running) ?? seconds)
}

const firstSeenAt = new Map<number, number>()

function residentMegabytes(pid: number): number | undefined {
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found === null ? undefined : Math.round(Number(found[1]) / 1024)
  } catch {
    return undefined
  }
}
