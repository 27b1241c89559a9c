import { build } from 'hdr-histogram-js'

/** The median and the 99th percentile of latencies in milliseconds, with three digits; not numbers if there are none. */
export function latenciesOf(latencies: readonly number[]): { p50: number; p99: number } {
  const histogram = build({ numberOfSignificantValueDigits: 3 })
  for (const latency of latencies) histogram.recordValue(Math.max(0, Math.round(latency * 1000)))
  const at = (percentile: number) =>
    latencies.length === 0 ? Number.NaN : histogram.getValueAtPercentile(percentile) / 1000
  return { p50: at(50), p99: at(99) }
}
