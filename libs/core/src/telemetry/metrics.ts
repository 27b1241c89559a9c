import type { Registry } from 'prom-client'
import { createFailureLog, type FailureLines, type FailureLog } from './failure-log.ts'

/** The library is loaded only where metrics are served. */
export type PromClient = typeof import('prom-client')

/**
 * Values of labels, by their names. Each combination is a separate series, so values come from a short declared list: a route,
 * an error code, a queue; never a path, an id or anything that clients choose.
 */
type Labels<Label extends string> = Record<Label, string>

/** A value of a gauge, as of now. */
export type Reading<Label extends string> = { labels: Labels<Label>; value: number }

type Target = { client: PromClient; registry: Registry; log: FailureLines }

let target: Target | undefined
const waiting: ((target: Target) => void)[] = []

/** Registers every declared metric; until then, counting does nothing. For the start of a process. */
export function registerMetrics(started: Target): void {
  target = started
  for (const register of waiting.splice(0)) register(started)
}

function whenRegistered(register: (target: Target) => void): void {
  if (target) register(target)
  else waiting.push(register)
}

/**
 * Declares a counter, once per process: at the top level of a module.
 *
 * @param name by the conventions of Prometheus: `campstore_…_total`
 */
export function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
): { add(labels: Labels<Label>): void } {
  let count: ((labels: Labels<Label>) => void) | undefined
  whenRegistered(({ client, registry }) => {
    const metric = new client.Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
    count = labels => metric.inc(labels)
  })
  return { add: labels => count?.(labels) }
}

/**
 * Declares a histogram, once per process: at the top level of a module.
 *
 * @param name ends with the unit, `_seconds`
 * @param buckets upper bounds, ascending, in the unit of the metric
 */
export function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: readonly number[],
): {
  observe(labels: Labels<Label>, value: number): void
  /** Begins a series at 0, so that an increase is seen from its first value on. */
  begin(labels: Labels<Label>): void
} {
  let observe: ((labels: Labels<Label>, value: number) => void) | undefined
  let begin: ((labels: Labels<Label>) => void) | undefined
  whenRegistered(({ client, registry }) => {
    const options = { name, help, labelNames: [...labelNames], buckets: [...buckets], registers: [registry] }
    const metric = new client.Histogram(options)
    observe = (labels, value) => metric.observe(labels, value)
    begin = labels => metric.zero(labels)
  })
  return { observe: (labels, value) => observe?.(labels, value), begin: labels => begin?.(labels) }
}

/** Declares a gauge, once per process: at the top level of a module. Its values are read at each scrape. */
export function gauge<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly [Label, ...Label[]],
): {
  /**
   * Adds a source of values. While it fails its series are missing, which is logged.
   *
   * @param read takes two seconds at most
   * @returns removes the source
   */
  readFrom(read: () => Reading<Label>[] | Promise<Reading<Label>[]>): () => void
} {
  const sources = new Set<() => Promise<Reading<Label>[]>>()
  let openLog: (() => FailureLog) | undefined
  whenRegistered(({ client, registry, log }) => {
    const texts = { failure: 'Cannot read a metric', success: 'The metric is read again' }
    openLog = () => createFailureLog(log, texts, { fields: { metric: name } })
    new client.Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const readings = await Promise.all([...sources].map(read => read()))
        this.reset()
        for (const { labels, value } of readings.flat()) this.set(labels, value)
      },
    })
  })
  return {
    readFrom: read => {
      let failures: FailureLog | undefined
      const source = async () => {
        failures ??= openLog?.()
        try {
          const readings = await read()
          failures?.succeeded()
          return readings
        } catch (error) {
          failures?.failed(error instanceof Error ? error.message : String(error))
          return []
        }
      }
      sources.add(source)
      return () => sources.delete(source)
    },
  }
}
