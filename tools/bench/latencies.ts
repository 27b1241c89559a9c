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

/** Latencies below which half, and 99 of 100, of all lie. */
export function percentiles(latencies: number[]): { p50: number; p99: number } {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

/** The outcome of requests of which each good one was answered with 200. */
export function resultOf(latencies: number[], statuses: Record<string, number>, seconds: number): LoadResult {
  const good = statuses[200] ?? 0
  const errors = Object.values(statuses).reduce((sum, count) => sum + count, 0) - good
  return { perSecond: good / seconds, ...percentiles(latencies), errors, statuses }
}
