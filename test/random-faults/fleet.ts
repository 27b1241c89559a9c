import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CliError } from '@campstore/local-servers/cli-error'
import { freePorts } from '@campstore/local-servers/ports'
import { lastLine, type ServerProcess, startProcess } from '@campstore/local-servers/processes'
import { signal } from '@campstore/local-servers/running-processes'
import { type MovedClock, movedClock } from '@campstore/testing/moved-clock'
import type { RestartableServer } from '@campstore/testing/restartable-servers'
import { proxyBefore, type TcpProxy } from '@campstore/testing/tcp-proxy'
import { nodeEnvironment, serviceFlags } from '../../tools/service-flags.ts'
import { type Addresses, gatewayEnvironment, serviceEnvironment } from '../../tools/start/service-environment.ts'
import { holdingServices, type ProcessName, processNames } from './faults.ts'
import { recordMemory } from './memory.ts'

/** Twelve processes start at once, on a machine that may be busy. */
const startTimeoutMs = 240_000

const projectDirectory = fileURLToPath(new URL('../..', import.meta.url))

/** How a process exited, `exit code 0` or `signal SIGKILL`, and what had been requested. */
export type ProcessExit = {
  process: string
  requested: 'nothing' | 'kill' | 'terminate'
  how: string
  lastLine: string
}

/** One of the two processes of a name. `stop` sends SIGTERM, and SIGKILL after 30 s; `start` does not wait. */
export type FleetProcess = RestartableServer & {
  name: ProcessName
  instance: 0 | 1
  /** `booking 0`. */
  label: string
  url: string
  /** While it runs. */
  pid(): number | undefined
  /** Its wall clock, where that can be moved. */
  clock?: MovedClock | undefined
  /** Its ways to the servers, where those can be cut. */
  ways?: Ways | undefined
  /** Waits until it is ready. @throws {CliError} when that takes too long */
  ready(withinMs: number): Promise<void>
}

/** Every process of the system. */
export type Fleet = Awaited<ReturnType<typeof startFleet>>

/** The ways of one process. */
export type Ways = Record<'database' | 'broker', TcpProxy>

/**
 * What the fleet is started with: `environment` is set for every process, besides what `npm start` sets. The clocks of services that
 * hold something can be moved where `faketime` is given, and their ways cut where `canBeCut` is set.
 */
type FleetOptions = {
  addresses: Addresses
  environment: NodeJS.ProcessEnv
  logs: string
  faketime?: string | undefined
  canBeCut: boolean
}

type Slot = { name: ProcessName; instance: 0 | 1; port: number }

/**
 * Starts two processes of the gateway and of each service, configured as `npm start` does it, except that each address list
 * names both processes. A process that exits by itself is started again, and its exit is recorded.
 */
export async function startFleet(options: FleetOptions) {
  const ports = await freePorts(processNames.length * 2)
  const slots = processNames
    .flatMap(name => ([0, 1] as const).map(instance => ({ name, instance })))
    .map((slot, index) => ({ ...slot, port: ports[index] ?? 0 }))
  const environmentOf = environments(options, slots)
  const exits: ProcessExit[] = []
  const processes = await Promise.all(
    slots.map(async slot => {
      const environment = environmentOf(slot)
      const isHolding = holdingServices.some(name => name === slot.name)
      const ways = isHolding && options.canBeCut ? await openWays(environment) : undefined
      const clockFile = join(options.logs, `${slot.name}-${slot.instance}.clock`)
      const clock = isHolding && options.faketime ? movedClock(options.faketime, clockFile) : undefined
      const all = { ...environment, ...ways?.addresses, ...clock?.environment }
      return { ...createProcess(slot, all, options.logs, exits), clock, ways }
    }),
  )
  for (const process of processes) await process.start()
  await Promise.all(processes.map(process => process.ready(startTimeoutMs)))
  const { gateways = [], services = [] } = Object.groupBy(processes, ({ name }) =>
    name === 'gateway' ? 'gateways' : 'services',
  )
  return {
    processes,
    gateways: gateways.map(({ url }) => url),
    exits,
    memory: recordMemory(processes),
    /** Stops the gateways, then the services. */
    stop: async () => {
      for (const group of [gateways, services]) await Promise.all(group.map(process => process.stop()))
    },
  }
}

/** Configuration of each process, by the functions of `npm start`. */
function environments({ addresses, environment }: FleetOptions, slots: readonly Slot[]) {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const common = { PATH, HOME, TMPDIR, LANG, ...environment }
  const urls = [...Map.groupBy(slots, ({ name }) => name)].map(([name, both]) => [
    `${name.toUpperCase()}_URLS`,
    both.map(({ port }) => `http://127.0.0.1:${port}`).join(','),
  ])
  // Nothing opens a payment form.
  const elsewhere = { services: [], paymentSimulatorPort: 0 }
  return ({ name, port }: Slot): NodeJS.ProcessEnv => ({
    ...nodeEnvironment(join(projectDirectory, '.local', 'compile-cache')),
    ...(name === 'gateway'
      ? gatewayEnvironment({ gatewayPort: port, ...elsewhere }, addresses, common)
      : serviceEnvironment({ name, port }, elsewhere, addresses, common)),
    ...Object.fromEntries(urls),
  })
}

/** Puts a proxy of its own before each server of a process. */
async function openWays({ DATABASE_URL = '', RABBITMQ_URL = '' }: NodeJS.ProcessEnv) {
  const [database, broker] = await Promise.all([proxyBefore(DATABASE_URL), proxyBefore(RABBITMQ_URL)])
  return { addresses: { DATABASE_URL: database.url, RABBITMQ_URL: broker.url }, database, broker }
}

function createProcess(
  { name, instance, port }: Slot,
  environment: NodeJS.ProcessEnv,
  logs: string,
  exits: ProcessExit[],
): FleetProcess {
  const label = `${name} ${instance}`
  const log = join(logs, `${name}-${instance}.log`)
  const main = join(projectDirectory, name === 'gateway' ? name : `services/${name}`, 'src', 'main.ts')
  const url = `http://127.0.0.1:${port}`
  let current: ServerProcess | undefined
  let requested: ProcessExit['requested'] = 'nothing'

  const start = async () => {
    const started = startProcess({
      name: label,
      command: process.execPath,
      args: [...serviceFlags, main],
      cwd: projectDirectory,
      env: environment,
      output: { file: log },
      stopWithinMs: 30_000,
    })
    current = started
    requested = 'nothing'
    void started.exited.then(async how => {
      exits.push({ process: label, requested, how, lastLine: lastLine(log) })
      if (requested !== 'nothing') return
      await delay(1_000)
      if (current === started && requested === 'nothing') await start()
    })
  }
  return {
    name,
    instance,
    label,
    url,
    start,
    pid: () => (current?.hasExited() ? undefined : current?.pid),
    kill: async () => {
      requested = 'kill'
      await current?.kill()
    },
    stop: async () => {
      requested = 'terminate'
      await current?.stop()
    },
    freeze: () => void (current && signal(current.pid, 'SIGSTOP')),
    resume: () => void (current && signal(current.pid, 'SIGCONT')),
    ready: async withinMs => {
      const until = Date.now() + withinMs
      const path = name === 'gateway' ? '/health' : '/health/ready'
      while (!(await respondsWell(`${url}${path}`, 3_000))) {
        if (Date.now() > until)
          throw new CliError(`${label} was not ready within ${withinMs / 1000} s: ${lastLine(log)} (${log})`)
        await delay(100)
      }
    },
  }
}

/** Whether a health check succeeds. */
export async function respondsWell(url: string, timeoutMs: number): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })).ok
  } catch {
    return false
  }
}
