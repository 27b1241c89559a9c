import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, freePorts } from '@campstore/local-servers/ports'
import {
  type ServerProcess,
  startProcess,
  trackTemporaryDirectory,
  untilReady,
} from '@campstore/local-servers/processes'
import { closeIdleConnections, isReady } from './send.ts'

const projectDirectory = fileURLToPath(new URL('../../..', import.meta.url))

/** A service or the gateway, running as its own process. */
export type ServiceProcess = Pick<ServerProcess, 'pid' | 'exited' | 'hasExited' | 'stop'> & {
  url: string
  port: number
  /** Where it writes its log. */
  log: string
  /** Sends a signal and does not wait for its effect. */
  kill(signal: NodeJS.Signals): void
}

/** How a process is started; PORT is a free one when its variables have none. */
export type ProcessOptions = {
  /** Answers 2xx once it is ready; by default `/health` of the gateway, and `/health/ready` of a service. */
  readyPath?: string
  flags?: readonly string[]
  /** Root folder of another release than this one. */
  release?: string | undefined
  /** Its log, default a file in a temporary folder. */
  log?: string
  /** `gone`: its log goes to pipes whose reader leaves as soon as it is ready; by default, to the file. */
  logReader?: 'gone' | undefined
  /** After which it gets SIGKILL when it does not end by SIGTERM. */
  stopWithinMs?: number
}

/** The services behind the gateway. */
export const serviceNames = ['booking', 'checkout', 'products', 'me', 'admin'] as const
export type ServiceName = (typeof serviceNames)[number]
export type ProcessName = 'gateway' | ServiceName

/** Names the folder of bundles, which tests of the whole system run, as the image does. */
export const bundlesVariable = 'CAMPSTORE_TEST_BUNDLES'

/** The bundle of a `main.ts`, or that file where this run has no bundles. */
function bundleOf(main: string): string {
  const name = /^(?:services\/)?(\w+)\/src\/main\.ts$/.exec(main)?.[1]
  const folder = process.env[bundlesVariable]
  return folder === undefined || name === undefined ? main : join(folder, name, 'main.mjs')
}

const mainOf = (name: ProcessName): string => `${name === 'gateway' ? name : `services/${name}`}/src/main.ts`

/**
 * Starts `main.ts` of a service, or of the gateway, and waits until it is ready.
 *
 * @param main from the project's root: `services/booking/src/main.ts`
 * @throws {CliError} when it ends first, or its start makes no progress
 */
export async function startServiceProcess(
  main: string,
  environment: Readonly<Record<string, string>>,
  options: ProcessOptions = {},
): Promise<ServiceProcess> {
  const { server, process } = await launch(main, environment, options)
  await ready(server, process, main, options)
  return process
}

/** Starts a process and does not wait until it is ready. */
async function launch(main: string, environment: Readonly<Record<string, string>>, options: ProcessOptions) {
  const { release = projectDirectory, log = temporaryLog(), flags = [], stopWithinMs = 600_000 } = options
  const port = Number(environment.PORT ?? (await freePort()))
  const server = startProcess({
    name: main,
    command: process.execPath,
    args: [...flags, resolve(release, release === projectDirectory ? bundleOf(main) : main)],
    cwd: release,
    env: { ...inherited(), LOG_LEVEL: 'info', ...environment, PORT: String(port) },
    output: options.logReader === 'gone' ? 'pipe' : { file: log },
    stopWithinMs,
  })
  const { pid, exited, hasExited, stop, child } = server
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  return { server, process: { url: `http://127.0.0.1:${port}`, port, pid, log, exited, hasExited, kill, stop } }
}

async function ready(
  server: ServerProcess,
  { url, log }: ServiceProcess,
  main: string,
  { readyPath = main.startsWith('gateway/') ? '/health' : '/health/ready' }: ProcessOptions,
): Promise<void> {
  await untilReady(server, { answers: () => isReady(url, readyPath), log })
  for (const pipe of [server.child.stdout, server.child.stderr]) pipe?.destroy()
}

function temporaryLog(): string {
  const directory = mkdtempSync(join(tmpdir(), 'campstore-service-'))
  trackTemporaryDirectory(directory)
  return join(directory, 'service.log')
}

/** The variables that a process inherits in tests, without the test runner's, which change how Node starts. */
export function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE }
}

/** What is started, and how. */
export type SystemPlan = {
  /** Number of processes by name. */
  counts: Partial<Record<ProcessName, number>>
  /** Configuration of a process besides its port and the addresses of all services, read at each start. */
  variablesOf(name: ProcessName, instance: number): Readonly<Record<string, string>>
  optionsOf?(name: ProcessName, instance: number): ProcessOptions
  /** How an instance starts, where not as a process. */
  startOne?: ((name: ProcessName, variables: Readonly<Record<string, string>>) => Promise<ServiceProcess>) | undefined
  /** By which address the others reach the process at a port; undefined where that is its own. */
  addressOf?(name: ProcessName, instance: number, port: number): string | undefined
}

/** The gateway and services as processes, each on a port that it keeps. */
export type SystemProcesses = Awaited<ReturnType<typeof startProcesses>>

/** Starts services and gateways, and waits until all are ready: every system of processes is started by this function. */
export async function startProcesses({
  counts,
  variablesOf,
  optionsOf = () => ({}),
  startOne,
  addressOf = () => undefined,
}: SystemPlan) {
  const names = [...serviceNames, 'gateway' as const].filter(name => counts[name] !== undefined)
  const slots = names.flatMap(name => Array.from({ length: counts[name] ?? 0 }, (_, instance) => ({ name, instance })))
  const ports = await freePorts(slots.length)
  const urls = ports.map((port, line) => {
    const slot = slots[line]
    return (slot && addressOf(slot.name, slot.instance, port)) ?? `http://127.0.0.1:${port}`
  })
  const urlsOf = (name: ProcessName) => urls.filter((_, line) => slots[line]?.name === name).join(',')
  const services = names.filter(name => name !== 'gateway')
  /** The addresses of the services by variable: `BOOKING_URLS`. */
  const addresses: Readonly<Record<string, string>> = Object.fromEntries(
    services.map(name => [`${name.toUpperCase()}_URLS`, urlsOf(name)]),
  )
  const running: (ServiceProcess | undefined)[] = slots.map(() => undefined)
  const lineOf = (name: ProcessName, instance: number) =>
    slots.findIndex(slot => slot.name === name && slot.instance === instance)
  const start = async (name: ProcessName, instance: number, waits = true) => {
    const line = lineOf(name, instance)
    const options = optionsOf(name, instance)
    const variables = { ...addresses, ...variablesOf(name, instance), PORT: String(ports[line]) }
    const { server, process } = startOne
      ? { process: await startOne(name, variables) }
      : await launch(mainOf(name), variables, options)
    running[line] = process
    if (server && waits) await ready(server, process, mainOf(name), options)
    return process
  }
  /** The current processes with a name, or of all services. */
  const processes = (name?: ProcessName): ServiceProcess[] =>
    slots.flatMap((slot, line) =>
      slot.name === name || (!name && slot.name !== 'gateway') ? (running[line] ?? []) : [],
    )
  const isGateway = ({ name }: (typeof slots)[number]) => name === 'gateway'
  /** Stops the gateways, then the services. */
  const stopAll = async (): Promise<void> => {
    closeIdleConnections()
    for (const group of [processes('gateway'), processes()]) await Promise.all(group.map(process => process.stop()))
  }
  for (const group of [slots.filter(slot => !isGateway(slot)), slots.filter(isGateway)]) {
    const starts = await Promise.allSettled(group.map(({ name, instance }) => start(name, instance)))
    const failed = starts.find(one => one.status === 'rejected')
    if (!failed) continue
    // One that does not start takes the others with it.
    await stopAll()
    throw failed.reason
  }
  return {
    addresses,
    processes,
    process: (name: ProcessName, instance: number): ServiceProcess => {
      const found = running[lineOf(name, instance)]
      if (!found) throw new Error(`${name} has no process ${instance}`)
      return found
    },
    /** Starts a process instead of one that has ended, and waits until it is ready. */
    restart: async (name: ProcessName, instance: number): Promise<void> => void (await start(name, instance)),
    /** Starts a process instead of one that has ended, and does not wait. */
    relaunch: (name: ProcessName, instance: number): Promise<ServiceProcess> => start(name, instance, false),
    stopAll,
  }
}
