import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CliError } from '@campstore/local-servers/cli-error'
import { freePort } from '@campstore/local-servers/ports'
import { lastLine } from '@campstore/local-servers/processes'
import { movedClock } from '@campstore/testing/moved-clock'
import { type SystemProcesses, startProcesses } from '@campstore/testing/processes'
import { isReady } from '@campstore/testing/send'
import { proxyBefore, startTcpProxy } from '@campstore/testing/tcp-proxy'
import { localDirectory } from '../../tools/command.ts'
import { nodeEnvironment, serviceFlags } from '../../tools/service-flags.ts'
import { holdingServices, type ProcessName, processNames } from './faults.ts'

/** Twelve processes start at once, on a machine that may be busy. */
const startTimeoutMs = 240_000

/** How a process exited, `exit code 0` or `signal SIGKILL`, and the requested stop. */
export type ProcessExit = {
  process: string
  requested: 'nothing' | 'kill' | 'terminate'
  how: string
  lastLine: string
}

/** One of the two processes of a name. `stop` sends SIGTERM, and SIGKILL after 30 s; `start` does not wait. */
export type FleetProcess = Fleet['processes'][number]

/** In the name of a log: of the release that replaced the first one. */
export const upgradedSuffix = '-upgraded'

/** Every process of the system. */
export type Fleet = Awaited<ReturnType<typeof startFleet>>

/** What the fleet is started with. */
type FleetOptions = {
  variablesOf(name: ProcessName, instance: 0 | 1): Record<string, string>
  logs: string
  /** Where it is given, the clocks of services that hold something can be moved. */
  faketime?: string | undefined
  /** Whether connections of these services can be cut. */
  canBeCut: boolean
  /** Root folder of the release that is started; by default this one. Each release of a process has its own log. */
  release?: string | undefined
}

/** Starts two processes of the gateway and of each service, with the flags of `npm start`. */
export async function startFleet({ variablesOf, logs, faketime, canBeCut, release: first }: FleetOptions) {
  const slots = await Promise.all(
    processNames.flatMap(name =>
      ([0, 1] as const).map(async instance => {
        const isHolding = holdingServices.some(one => one === name)
        /** Its wall clock, where that can be moved. */
        const clock = isHolding && faketime ? movedClock(faketime, join(logs, `${name}-${instance}.clock`)) : undefined
        /** Can cut its connections to the servers, and connections of the gateways and the admin service to it. */
        const ways = isHolding && canBeCut ? await openWays(variablesOf(name, instance)) : undefined
        const addresses = ways && { DATABASE_URL: ways.database.url, RABBITMQ_URL: ways.broker.url }
        const variables = { ...variablesOf(name, instance), ...addresses, ...clock?.environment }
        return { name, instance, clock, ways, variables, release: first }
      }),
    ),
  )
  const slotOf = (name: ProcessName, instance: number) =>
    slots.find(slot => slot.name === name && slot.instance === instance)
  const running = await startProcesses({
    counts: Object.fromEntries(processNames.map(name => [name, 2])),
    addressOf: (name, instance, port) => {
      const way = slotOf(name, instance)?.ways?.gateway
      way?.leadTo(port)
      return way?.url
    },
    variablesOf: (name, instance) => ({
      ...nodeEnvironment(join(localDirectory, 'compile-cache')),
      ...slotOf(name, instance)?.variables,
    }),
    optionsOf: (name, instance) => {
      const release = slotOf(name, instance)?.release
      const log = join(logs, `${name}-${instance}${release === first ? '' : upgradedSuffix}.log`)
      return { log, release, flags: serviceFlags, stopWithinMs: 30_000 }
    },
  })
  const exits: ProcessExit[] = []
  const processes = slots.map(slot => {
    const control = controlOf(slot, running, exits)
    /** Stops it and starts one of another release, and waits until that is ready. */
    const replace = async (release: string) => {
      await control.stop()
      slot.release = release
      await control.start()
      await control.ready(startTimeoutMs)
    }
    return { ...slot, ...control, replace }
  })
  return {
    processes,
    gateways: processes.flatMap(({ name, url }) => (name === 'gateway' ? [url] : [])),
    exits,
    /** Stops the gateways, then the services. */
    stop: async () => {
      for (const { expectStop } of processes) expectStop()
      await running.stopAll()
    },
  }
}

/** Puts a separate proxy before each server of a process, and one before the process. */
async function openWays({ DATABASE_URL = '', RABBITMQ_URL = '' }: Record<string, string>) {
  const [database, broker, port] = await Promise.all([proxyBefore(DATABASE_URL), proxyBefore(RABBITMQ_URL), freePort()])
  return { database, broker, gateway: { ...(await startTcpProxy(port)), url: `http://127.0.0.1:${port}` } }
}

/** How a process is ended, started and awaited. Each of its exits is recorded. */
function controlOf(
  { name, instance }: { name: ProcessName; instance: number },
  running: SystemProcesses,
  exits: ProcessExit[],
) {
  const label = `${name} ${instance}`
  const current = () => running.process(name, instance)
  const { url } = current()
  let requested: ProcessExit['requested'] = 'nothing'
  const recordExit = () => {
    const { exited, log } = current()
    void exited.then(how => exits.push({ process: label, requested, how, lastLine: lastLine(log) }))
  }
  recordExit()
  const expectStop = () => {
    requested = 'terminate'
  }
  return {
    url,
    pid: () => current().pid,
    log: () => current().log,
    start: async () => {
      await running.relaunch(name, instance)
      requested = 'nothing'
      recordExit()
    },
    kill: async () => {
      requested = 'kill'
      current().kill('SIGKILL')
      await current().exited
    },
    expectStop,
    stop: async () => {
      expectStop()
      await current().stop()
    },
    freeze: () => current().kill('SIGSTOP'),
    resume: () => current().kill('SIGCONT'),
    /** Waits until it is ready. @throws {CliError} when that takes too long */
    ready: async (withinMs: number) => {
      const until = Date.now() + withinMs
      const path = name === 'gateway' ? '/health' : '/health/ready'
      while (!(await isReady(url, path, 3_000))) {
        const { log } = current()
        if (Date.now() > until)
          throw new CliError(`${label} was not ready within ${withinMs / 1000} s: ${lastLine(log)} (${log})`)
        await delay(100)
      }
    },
  }
}
