import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { LoadResult } from './load-result.ts'
import { type Results, table } from './report.ts'
import { median } from './rounds.ts'

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100

/** Processor time of a process so far, user and system, in microseconds; NaN where the operating system does not provide it. */
export const cpuMicroseconds = (pid: number): number => read(pid)?.microseconds ?? Number.NaN

type ProcessStat = { command: string; parent: number; microseconds: number }

function read(pid: number): ProcessStat | undefined {
  const stat = readStat(pid)
  if (stat === '') return undefined
  // The name, in brackets, may contain spaces. After it, the parent is the 2nd field, user and system time are the 12th and
  // 13th, and those of children that have exited, such as PostgreSQL's processes for pgbench, the 14th and 15th.
  const end = stat.lastIndexOf(')')
  const fields = stat.slice(end + 2).split(' ')
  return {
    command: stat.slice(stat.indexOf('(') + 1, end),
    parent: Number(fields[1]),
    microseconds: (fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticksPerSecond) * 1e6,
  }
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** What the servers' programs are called. */
const servers = new Map([
  ['postgres', 'PostgreSQL'],
  ['beam.smp', 'RabbitMQ'],
  ['redis-server', 'Redis'],
])

/** Processor time of a process so far, and what it is called in the report. */
type Spent = { name: string; microseconds: number }

/** By pid: the given processes, and those of the servers that this process has started. */
function readAll(nodes: readonly { name: string; pid: number }[]): Map<number, Spent> {
  const all = new Map<number, ProcessStat>()
  for (const pid of existsSync('/proc') ? readdirSync('/proc').map(Number) : []) {
    const stat = pid > 0 ? read(pid) : undefined
    if (stat) all.set(pid, stat)
  }
  const times = new Map<number, Spent>()
  for (const [pid, { command, microseconds }] of all) {
    const name = nodes.find(node => node.pid === pid)?.name ?? servers.get(command)
    if (name !== undefined && isOurs(pid, all)) times.set(pid, { name, microseconds })
  }
  return times
}

/** CPU time between two readings, by name. The time of a process that has exited counts for its parent. */
function spentBetween(before: ReadonlyMap<number, Spent>, after: ReadonlyMap<number, Spent>): Map<string, number> {
  const spent = new Map<string, number>()
  for (const [pid, { name, microseconds }] of after) {
    spent.set(name, (spent.get(name) ?? 0) + microseconds - (before.get(pid)?.microseconds ?? 0))
  }
  return spent
}

function isOurs(pid: number, all: ReadonlyMap<number, ProcessStat>): boolean {
  for (let at = all.get(pid); at !== undefined; at = all.get(at.parent)) if (at.parent === process.pid) return true
  return false
}

/** CPU time of each process during a load. */
export type ProcessorTimes = {
  /** Runs a load and records what each process has spent on one of its requests. The first run of a name is a warm-up. */
  during(name: string, connections: number, load: () => Promise<LoadResult>, seconds: number): Promise<LoadResult>
  results(): Results
}

/** @param nodes the processes of ours, with what they are called in the report */
export function recordProcessorTimes(nodes: readonly { name: string; pid: number }[]): ProcessorTimes {
  const noted = new Map<string, Map<string, number>[]>()
  return {
    during: async (name, connections, load, seconds) => {
      const before = readAll(nodes)
      const result = await load()
      const requests = result.perSecond * seconds
      if (requests === 0) return result
      const spent = [...spentBetween(before, readAll(nodes))].map(([each, time]) => [each, time / requests] as const)
      const key = `${name}, ${connections} connections`
      noted.set(key, [...(noted.get(key) ?? []), new Map(spent)])
      return result
    },
    results: () => {
      const processes = [...new Set([...noted.values()].flatMap(runs => runs.flatMap(run => [...run.keys()])))]
      const rows = [...noted].map(([key, runs]) => {
        const measured = runs.length > 1 ? runs.slice(1) : runs
        const medians = processes.map(each => median(measured.map(run => run.get(each) ?? 0)))
        const sum = medians.reduce((total, time) => total + time, 0)
        return [key, ...medians.map(time => time.toFixed(0)), sum.toFixed(0)]
      })
      if (rows.length === 0 || Number.isNaN(cpuMicroseconds(process.pid))) return { rows: [], targets: [], text: [] }
      const text = `## Processor time of a request, microseconds\n\n${table(['what', ...processes, 'all'], rows)}`
      return { rows: [], targets: [], text: [text] }
    },
  }
}
