import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CliError } from '@campstore/local-servers/cli-error'
import { lastLine } from '@campstore/local-servers/processes'
import { type MovedClock, movedClock } from '@campstore/testing/moved-clock'
import { type SystemProcesses, startProcesses } from '@campstore/testing/processes'
import type { RestartableServer } from '@campstore/testing/restartable-servers'
import { proxyBefore, type TcpProxy } from '@campstore/testing/tcp-proxy'
import { localDirectory } from '../../tools/command.ts'
import { nodeEnvironment, serviceFlags } from '../../tools/service-flags.ts'
import { holdingServices, type ProcessName, processNames } from './faults.ts'
import { recordMemory } from './memory.ts'

/** Twelve processes start at once, on a machine that may be busy. */
const startTimeoutMs = 240_000

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
 * What the fleet is started with. The clocks of services that hold something can be moved where `faketime` is given, and their ways
 * cut where `canBeCut` is set.
 */
type FleetOptions = {
  variablesOf(name: ProcessName): Record<string, string>
  logs: string
  faketime?: string | undefined
  canBeCut: boolean
}

/**
 * Starts two processes of the gateway and of each service, with the flags of `npm start`. A process that exits by itself is started
 * again, and its exit is recorded.
 */
export async function startFleet({ variablesOf, logs, faketime, canBeCut }: FleetOptions) {
  const slots = processNames.flatMap(name => ([0, 1] as const).map(instance => ({ name, instance })))
  const prepared = new Map<
    string,
    { ways: Awaited<ReturnType<typeof openWays>> | undefined; clock: MovedClock | undefined }
  >(
    await Promise.all(
      slots.map(async ({ name, instance }) => {
        const isHolding = holdingServices.some(one => one === name)
        const ways = isHolding && canBeCut ? await openWays(variablesOf(name)) : undefined
        const clock = isHolding && faketime ? movedClock(faketime, join(logs, `${name}-${instance}.clock`)) : undefined
        return [`${name} ${instance}`, { ways, clock }] as const
      }),
    ),
  )
  const running = await startProcesses({
    counts: Object.fromEntries(processNames.map(name => [name, 2])),
    variablesOf: (name, instance) => {
      const { ways, clock } = prepared.get(`${name} ${instance}`) ?? {}
      const ofNode = nodeEnvironment(join(localDirectory, 'compile-cache'))
      return { ...ofNode, ...variablesOf(name), ...ways?.addresses, ...clock?.environment }
    },
    optionsOf: (name, instance) => {
      const log = join(logs, `${name}-${instance}.log`)
      return { log, flags: serviceFlags, withinMs: startTimeoutMs, stopWithinMs: 30_000 }
    },
  })
  const exits: ProcessExit[] = []
  const processes = slots.map((slot): FleetProcess => {
    const label = `${slot.name} ${slot.instance}`
    return { ...superviseProcess(slot, label, running, exits), ...slot, label, ...prepared.get(label) }
  })
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

/** Puts a proxy of its own before each server of a process. */
async function openWays({ DATABASE_URL = '', RABBITMQ_URL = '' }: Record<string, string>) {
  const [database, broker] = await Promise.all([proxyBefore(DATABASE_URL), proxyBefore(RABBITMQ_URL)])
  return { addresses: { DATABASE_URL: database.url, RABBITMQ_URL: broker.url }, database, broker }
}

/** A process that is started again when it exits by itself. */
function superviseProcess(
  { name, instance }: Pick<FleetProcess, 'name' | 'instance'>,
  label: string,
  running: SystemProcesses,
  exits: ProcessExit[],
) {
  const current = () => running.process(name, instance)
  const { url, log } = current()
  let requested: ProcessExit['requested'] = 'nothing'
  const supervise = () => {
    const started = current()
    requested = 'nothing'
    void started.exited.then(async how => {
      exits.push({ process: label, requested, how, lastLine: lastLine(log) })
      if (requested !== 'nothing') return
      await delay(1_000)
      if (current() === started && requested === 'nothing') await start()
    })
  }
  const start = async () => {
    await running.relaunch(name, instance)
    supervise()
  }
  supervise()
  return {
    url,
    start,
    pid: () => (current().hasExited() ? undefined : current().pid),
    kill: async () => {
      requested = 'kill'
      current().kill('SIGKILL')
      await current().exited
    },
    stop: async () => {
      requested = 'terminate'
      await current().stop()
    },
    freeze: () => current().kill('SIGSTOP'),
    resume: () => current().kill('SIGCONT'),
    ready: async (withinMs: number) => {
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
