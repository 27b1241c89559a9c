import { cpus, totalmem } from 'node:os'
import { table } from '../docs/tables.ts'
import type { Measured } from './measure/load.ts'
import type { BenchOptions } from './options.ts'
import { createCosts } from './profile/costs.ts'

export type Report = ReturnType<typeof createReport>

/** Collects the results of a benchmark. */
export function createReport({ rounds, secondsPerRound, warmUpSeconds }: BenchOptions) {
  const [processor] = cpus()
  const environment = [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${processor?.model ?? 'unknown processor'},`,
    `${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}.`,
    'Clients, gateway, services and servers share the machine.',
    `Medians of ${rounds} rounds of ${secondsPerRound} s in turns, after ${warmUpSeconds} s of warm-up each.`,
  ]
  const goals: string[][] = []
  const rows: Row[] = []
  const texts: string[] = []
  const costs = createCosts()
  /** Adds a goal; `met` by its own comparison, because the texts are rounded. */
  const goal = (name: string, goal: string, reached: string, met: boolean) =>
    void goals.push([name, goal, reached, met ? 'met' : '**missed**'])
  const percent = (share: number) => `${(100 * share).toFixed(0)}%`
  return {
    /** Adds rates, latencies and CPU times of variants at a number of connections. */
    add: (connections: number, measured: readonly Measured[]) =>
      void rows.push(...measured.map(each => ({ connections, measured: each }))),
    /** What profiled requests cost by part. */
    costs,
    goal,
    /** Adds a goal for a share: at least `least`, both as fractions. Not a number misses it. */
    atLeast: (name: string, least: number, reached: number) =>
      goal(name, `at least ${percent(least)}`, percent(reached), reached >= least),
    /** Adds a goal for a factor or an amount: at most `most`. */
    atMost: (name: string, most: number, reached: number, unit: string) =>
      goal(name, `at most ${most}${unit}`, `${reached.toFixed(2)}${unit}`, reached <= most),
    /** Adds a separate sentence or section. */
    text: (markdown: string) => void texts.push(markdown),
    /** Adds to the line that says on what, with what and how it was measured. */
    environment: (text: string) => void environment.push(text),
    /** The report in Markdown: the goals first, then the rates and CPU times, then the rest. */
    format: (title: string) =>
      [
        `# ${title}\n\n${environment.join(' ')}`,
        ...(goals.length > 0 ? [`## Goals\n\n${table(['what', 'goal', 'reached', ''], goals)}`] : []),
        ...(rows.length > 0 ? [ratesTable(rows), cpuTable(rows)] : []),
        ...costs.format(),
        ...texts,
      ].join('\n\n'),
  }
}

/** A load at a number of connections. */
export const labelOf = (name: string, connections: number): string => `${name}, ${connections} connections`

type Row = { connections: number; measured: Measured }

const ratesTable = (rows: readonly Row[]): string => {
  const head = ['what', 'connections', 'per second', 'rounds', 'p50 ms', 'p99 ms', 'errors']
  const cells = rows.map(({ connections, measured: { name, perSecond, slowest, fastest, p50, p99, errors } }) => [
    name,
    String(connections),
    perSecond.toFixed(0),
    `${slowest.toFixed(0)} to ${fastest.toFixed(0)}`,
    p50.toFixed(1),
    p99.toFixed(1),
    String(errors),
  ])
  return `## Rates\n\n${table(head, cells)}`
}

const cpuTable = (rows: readonly Row[]): string => {
  const processes = [...new Set(rows.flatMap(({ measured }) => Object.keys(measured.cpu)))]
  const cells = rows.map(({ connections, measured: { name, cpu } }) => {
    const times = processes.map(process => cpu[process] ?? 0)
    const all = times.reduce((sum, time) => sum + time, 0)
    return [labelOf(name, connections), ...[...times, all].map(time => time.toFixed(0))]
  })
  return `## CPU time of a request, microseconds\n\n${table(['what', ...processes, 'all'], cells)}`
}
