import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { build } from 'hdr-histogram-js'
import { Client } from 'undici'
import { requestMaker, statusOf, type Workload } from '../workloads/requests.ts'

export type LoadJob = {
  origin: string
  workload: Workload
  connections: number
  seconds: number
  /** Sends as many requests evenly; a latency begins when its request is due. Without it, each connection sends the next one at once. */
  rate?: number | undefined
  /** Ends the load after as many responses. */
  maxResponses?: number | undefined
  /** Tokens of the members, in the order of their numbers. */
  tokens: readonly string[]
}

/** Latencies are in milliseconds. */
export type LoadResult = {
  perSecond: number
  p50: number
  p99: number
  requests: number
  errors: number
  /** How many responses had which status; 0 stands for no response. */
  statuses: Record<string, number>
}

/** The medians of a load's rounds, the range of its rates, and microseconds of CPU time per request by process. */
export type Measured = LoadResult & { name: string; slowest: number; fastest: number; cpu: Record<string, number> }

/** Runs a load in a separate thread, so that the client does not share an event loop with clean-up and report. */
export async function runLoadInThread(job: LoadJob): Promise<LoadResult> {
  const thread = new Worker(new URL('load-thread.ts', import.meta.url), { workerData: job })
  const [result] = await once(thread, 'message')
  return result
}

/** Keeps at most `connections` requests under way for `seconds`, each connection sending the next request after each response. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const { origin, connections, seconds, rate, maxResponses = Number.POSITIVE_INFINITY } = job
  const make = requestMaker(job.workload, job.tokens)
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const start = performance.now()
  const end = start + seconds * 1000
  let sent = 0
  await Promise.all(Array.from({ length: connections }, keepSending))
  const good = statuses[statusOf(job.workload)] ?? 0
  return {
    ...latenciesOf(latencies),
    perSecond: good / seconds,
    requests: good,
    errors: Object.values(statuses).reduce((sum, count) => sum + count, 0) - good,
    statuses,
  }

  async function keepSending(): Promise<void> {
    const client = new Client(origin, { headersTimeout: 20_000, bodyTimeout: 20_000 })
    while (performance.now() < end && latencies.length < maxResponses) {
      const began = rate === undefined ? performance.now() : start + (1_000 * sent++) / rate
      if (began > performance.now()) await delay(began - performance.now())
      const status = await send(client)
      if (performance.now() > end || latencies.length >= maxResponses) break
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status !== 0) latencies.push(performance.now() - began)
    }
    await client.destroy()
  }

  /** The status of the response, or 0 where none came. */
  async function send(client: Client): Promise<number> {
    try {
      const { statusCode, body } = await client.request(make())
      await body.dump()
      return statusCode
    } catch {
      return 0
    }
  }
}

/** The median and the 99th percentile of latencies in milliseconds, with three digits; not numbers if there are none. */
function latenciesOf(latencies: readonly number[]): { p50: number; p99: number } {
  const histogram = build({ numberOfSignificantValueDigits: 3 })
  for (const latency of latencies) histogram.recordValue(Math.max(0, Math.round(latency * 1000)))
  const at = (percentile: number) =>
    latencies.length === 0 ? Number.NaN : histogram.getValueAtPercentile(percentile) / 1000
  return { p50: at(50), p99: at(99) }
}
