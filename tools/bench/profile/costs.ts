import { table } from '../../docs/tables.ts'
import { cpuTimesBetween, type NamedProcess, readCpuTimes } from '../measure/cpu-time.ts'
import { mainThread, readThreadTimes } from './threads.ts'

/** Sums by name. */
export class Totals extends Map<string, number> {
  add(name: string, value: number): void {
    this.set(name, (this.get(name) ?? 0) + value)
  }
}

/**
 * How the CPU time of a process's main threads is divided, in any unit. For PostgreSQL, the main threads are the sessions of
 * services; for RabbitMQ, the schedulers.
 */
export type Seen = { process: string; parts: Totals }

/** Begins to observe a process, under a load with this name; the result ends that. */
export type Source = (load: string) => Promise<() => Promise<Seen>>

/** Microseconds of a round by process and part. */
type Cost = { load: string; process: string; part: string; microseconds: number }

const notAttributed = 'not attributed'

/** Collects what the requests of each load cost by part. */
export function createCosts() {
  const costs: Cost[] = []
  const requestsOf = new Totals()

  return {
    /** Begins to observe a round of a load; the result ends that, given the number of requests. */
    async begin(load: string, sources: readonly Source[], processes: readonly NamedProcess[]) {
      const ends: Awaited<ReturnType<Source>>[] = []
      for (const source of sources) ends.unshift(await source(load))
      const before = readCpuTimes(processes)
      const threadsBefore = readThreadTimes(before)
      return async (requests: number): Promise<void> => {
        const after = readCpuTimes(processes)
        const all = cpuTimesBetween(before, after, 1)
        const threads = cpuTimesBetween(threadsBefore, readThreadTimes(after), 1)
        const seen: Seen[] = []
        for (const end of ends) seen.push(await end())
        requestsOf.add(load, requests)
        for (const each of seen)
          for (const [part, microseconds] of divided(each, all[each.process] ?? 0, threads))
            costs.push({ load, process: each.process, part, microseconds })
      }
    },
    /** The table in Markdown, a column for each load and the largest parts of a process first; none if nothing was profiled. */
    format(): string[] {
      if (costs.length === 0) return []
      const rows = [...Map.groupBy(costs, ({ process, part }) => `${process}: ${part}`).values()].map(ofPart => {
        const [{ process, part } = { process: '', part: '' }] = ofPart
        const times = new Totals()
        for (const { load, microseconds } of ofPart) times.add(load, microseconds)
        const perRequest = [...requestsOf].map(([load, requests]) => (times.get(load) ?? 0) / requests)
        return { process, part, perRequest, largest: Math.max(...perRequest) }
      })
      const cells = rows
        .filter(({ part, largest }) => largest >= leastShown || part === notAttributed)
        .toSorted((one, other) => one.process.localeCompare(other.process) || other.largest - one.largest)
        .map(({ process, part, perRequest }) => [process, part, ...perRequest.map(time => time.toFixed(0))])
      const head = ['process', 'part', ...requestsOf.keys()]
      return [`## CPU time of a request by part, microseconds\n\n${table(head, cells)}`]
    },
  }
}

/** Microseconds. */
const leastShown = 0.5

/** Microseconds of a process by part: its main threads by the samples, the other threads, the rest, and the sum. */
function divided({ process, parts }: Seen, all: number, threads: Readonly<Record<string, number>>): Totals {
  const weight = [...parts.values()].reduce((sum, each) => sum + each, 0)
  const times = new Totals()
  let rest = all
  for (const [name, time] of Object.entries(threads)) {
    const [of, thread = ''] = name.split(': ')
    if (of !== process) continue
    rest -= time
    if (thread !== mainThread || weight === 0) times.add(thread, time)
    else for (const [part, each] of parts) times.add(part, (time * each) / weight)
  }
  times.add(notAttributed, rest)
  times.add('**all**', all)
  return times
}
