import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ProcessName,
  type ProcessOptions,
  type ServiceProcess,
  type SystemPlan,
  type SystemProcesses,
  startProcesses,
  startServiceProcess,
} from '@campstore/testing/processes'
import { localDirectory } from '../../command.ts'
import { nodeEnvironment, serviceFlags } from '../../service-flags.ts'
import type { NamedProcess } from '../measure/cpu-time.ts'

/** A Node process of ours and what it is called in the report. */
export type NodeServer = ServiceProcess & { name: string }

/** Where processes are started from. */
export type NodeServers = {
  /** Folder for everything that is written. */
  home: string
  options: { profile: boolean }
  /** What has been started, whose CPU time is measured, with that of its children. */
  processes: (NamedProcess & Partial<Pick<NodeServer, 'stop'>>)[]
}

/** What to start. */
type NodeServerOptions = {
  name: string
  /** From the project's folder. */
  main: string
  readyPath: string
  environment: Record<string, string>
}

/** Files that were started before; their types are stripped and in Node's compile cache. */
const startedBefore = new Set<string>()

/**
 * Starts a service, the gateway, or a limit, with the flags of `npm start`, and waits until it is ready. The first start of a
 * file strips its types and fills Node's compile cache, at a cost of 30 MB resident; so it is started twice, and what is
 * measured is a start like every later one.
 *
 * With `--profile` Node writes a CPU profile of the process when it stops, which developer tools of browsers open.
 */
export async function startNodeServer(bench: NodeServers, options: NodeServerOptions): Promise<NodeServer> {
  const { name, main, readyPath, environment } = options
  const variables = { ...nodeVariables(bench), ...environment }
  const start = () => startServiceProcess(main, variables, { readyPath, ...processOptions(bench, name) })
  if (!startedBefore.has(main)) await (await start()).stop()
  startedBefore.add(main)
  const server = { ...(await start()), name }
  bench.processes.push(server)
  return server
}

const nodeVariables = (bench: NodeServers) => nodeEnvironment(join(bench.home, 'compile-cache'))

function processOptions(bench: NodeServers, name: string): ProcessOptions {
  const profile = name.trim().replaceAll(' ', '-')
  const profiling = ['--cpu-prof', `--cpu-prof-dir=${localDirectory}/profiles`, `--cpu-prof-name=${profile}.cpuprofile`]
  return { withinMs: 60_000, flags: [...serviceFlags, ...(bench.options.profile ? profiling : [])] }
}

/**
 * Starts a gateway and services like {@link startNodeServer}, one process of each.
 *
 * @param plan.instance distinguishes their profiles from the profiles of other processes with the same name
 * @param plan.release root folder of another release
 */
export async function startMeasuredProcesses(
  bench: NodeServers,
  plan: Omit<SystemPlan, 'optionsOf'> & { instance: string; release?: string | undefined },
): Promise<SystemProcesses> {
  const { release = '' } = plan
  const start = () =>
    startProcesses({
      counts: plan.counts,
      variablesOf: (name, instance) => ({ ...nodeVariables(bench), ...plan.variablesOf(name, instance) }),
      optionsOf: name => ({ ...processOptions(bench, `${name} ${plan.instance}`), release: plan.release }),
    })
  const names = Object.keys(plan.counts) as ProcessName[]
  const files = names.map(name => join(release, name))
  if (files.some(file => !startedBefore.has(file))) await (await start()).stopAll()
  for (const file of files) startedBefore.add(file)
  const running = await start()
  for (const name of names) bench.processes.push({ ...running.process(name, 0), name })
  return running
}

const constantsIn = (bench: NodeServers): string => join(bench.home, 'constants')

/** Makes a text a constant that {@link startConstantServer}'s processes return: the last part of a path is its name. */
export function storeConstant(bench: NodeServers, name: string, text: string): void {
  mkdirSync(constantsIn(bench), { recursive: true })
  writeFileSync(join(constantsIn(bench), `${name}.json`), text)
}

/** Starts a limit: Koa that returns constants. */
export function startConstantServer(bench: NodeServers, name: string): Promise<NodeServer> {
  for (const probe of ['ready', 'live']) storeConstant(bench, probe, '{}')
  return startNodeServer(bench, {
    name,
    main: 'tools/bench/servers/constant-server.ts',
    readyPath: '/ready',
    environment: { CONSTANTS: constantsIn(bench) },
  })
}
