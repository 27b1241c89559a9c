import { build } from 'hdr-histogram-js'
import { z } from 'zod'

/** What came of a load. Latencies in milliseconds. */
export const loadResultSchema = z.object({
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  errors: z.number(),
  /** How many answers had which status; 0 stands for no answer. */
  statuses: z.record(z.string(), z.number()),
})

/** The outcome of one round. */
export type LoadResult = z.infer<typeof loadResultSchema>

/** The median and the 99th percentile of latencies in milliseconds, with three digits. */
export function percentiles(latencies: readonly number[]): { p50: number; p99: number } {
  const histogram = build({ numberOfSignificantValueDigits: 3 })
  for (const latency of latencies) histogram.recordValue(Math.round(latency * 1000))
  const at = (percentile: number) => histogram.getValueAtPercentile(percentile) / 1000
  return { p50: at(50), p99: at(99) }
}

/** The outcome of requests of which each good one was answered with 200. */
export function resultOf(latencies: number[], statuses: Record<string, number>, seconds: number): LoadResult {
  const good = statuses[200] ?? 0
  const errors = Object.values(statuses).reduce((sum, count) => sum + count, 0) - good
  return { perSecond: good / seconds, ...percentiles(latencies), errors, statuses }
}
