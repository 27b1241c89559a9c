import { existsSync, readdirSync } from 'node:fs'
import { processStat } from '@campstore/local-servers/running-processes'

/** A process and its name in the report. */
export type NamedProcess = { name: string; pid: number }

/** CPU time so far, user and system. */
export type CpuTime = { name: string; microseconds: number }

/** By pid, or by pid and thread. */
export type CpuTimes = ReadonlyMap<number | string, CpuTime>

/** What the servers' programs are called. */
const servers = new Map([
  ['postgres', 'PostgreSQL'],
  ['beam.smp', 'RabbitMQ'],
  ['redis-server', 'Redis'],
])

export const microsecondsPerTick = 10_000

/**
 * Reads the CPU times of the given processes, and of the servers that this process has started; of none where the operating
 * system has no `/proc`.
 */
export function readCpuTimes(processes: readonly NamedProcess[]): CpuTimes {
  const pids = existsSync('/proc') ? readdirSync('/proc').map(Number) : []
  const stats = new Map(pids.flatMap(pid => statOf(pid)))
  const isOurs = (pid: number): boolean => {
    const parent = stats.get(pid)?.parent
    return parent !== undefined && (parent === process.pid || isOurs(parent))
  }
  const times = new Map<number, CpuTime>()
  for (const [pid, { command, parent, microseconds }] of stats) {
    const name = processes.find(each => each.pid === pid || each.pid === parent)?.name ?? servers.get(command)
    if (name !== undefined && isOurs(pid)) times.set(pid, { name, microseconds })
  }
  return times
}

/**
 * The CPU time per request between two readings, by name. A process that has exited meanwhile is counted by its parent, with all its time:
 * what it had taken before is subtracted.
 */
export function cpuTimesBetween(before: CpuTimes, after: CpuTimes, requests: number): Record<string, number> {
  const spent: Record<string, number> = {}
  for (const [pid, { name, microseconds }] of after) {
    const time = (microseconds - (before.get(pid)?.microseconds ?? 0)) / requests
    spent[name] = (spent[name] ?? 0) + time
  }
  for (const [id, { name, microseconds }] of before)
    if (typeof id === 'number' && !after.has(id)) spent[name] = (spent[name] ?? 0) - microseconds / requests
  return spent
}

function statOf(pid: number): [number, { command: string; parent: number; microseconds: number }][] {
  try {
    const { command, fields, ticks } = processStat(pid)
    return [[pid, { command, parent: Number(fields[1]), microseconds: ticks * microsecondsPerTick }]]
  } catch {
    return [] // no process, or one that has just exited
  }
}
