import { join } from 'node:path'
import {
  type ProcessName,
  type ServiceProcess,
  type SystemPlan,
  type SystemProcesses,
  startProcesses,
} from '@campstore/testing/processes'
import { localDirectory } from '../../command.ts'
import { nodeEnvironment, serviceFlags } from '../../service-flags.ts'
import type { NamedProcess } from '../measure/cpu-time.ts'

/** Where processes are started from. */
export type NodeServers = {
  /** Folder for everything that is written. */
  home: string
  options: { profile: boolean }
  /** The started process, whose CPU time is measured, including its children. */
  processes: (NamedProcess & Partial<Pick<ServiceProcess, 'stop'>>)[]
}

/**
 * Starts a gateway and services, one process of each, with the flags of `npm start`.
 *
 * @param plan.instance distinguishes the CPU profiles, which Node writes when a process stops, from others with the same name
 */
export async function startMeasuredProcesses(
  bench: NodeServers,
  plan: Omit<SystemPlan, 'optionsOf'> & { instance: string; release?: string | undefined },
): Promise<SystemProcesses> {
  const variables = nodeEnvironment(join(bench.home, 'compile-cache'))
  const profilingOf = (name: string) =>
    bench.options.profile
      ? [
          '--cpu-prof',
          `--cpu-prof-dir=${localDirectory}/profiles`,
          `--cpu-prof-name=${name}-${plan.instance}.cpuprofile`,
        ]
      : []
  const running = await startProcesses({
    counts: plan.counts,
    variablesOf: (name, instance) => ({ ...variables, ...plan.variablesOf(name, instance) }),
    optionsOf: name => ({ flags: [...serviceFlags, ...profilingOf(name)], release: plan.release }),
  })
  for (const name of Object.keys(plan.counts) as ProcessName[])
    bench.processes.push({ ...running.process(name, 0), name })
  return running
}
