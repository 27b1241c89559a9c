import type { z } from 'zod'
import type { telemetryVariables } from '../config/variables.ts'
import type { Logger } from './log.ts'

export type TelemetryConfig = z.output<z.ZodObject<typeof telemetryVariables>>

/** Starts the parts that the configuration asks for; the rest is not even loaded. */
export async function startTelemetry(
  service: string,
  config: TelemetryConfig,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const parts: { stop(): Promise<void> }[] = []
  if (config.METRICS_PORT !== undefined) {
    const { serveMetrics } = await import('./serve-metrics.ts')
    parts.push(await serveMetrics(config.METRICS_PORT, log))
  }
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    const { exportTraces } = await import('./export-traces.ts')
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config
    parts.push(exportTraces({ service, endpoint, ratio }, log))
  }
  return {
    stop: async () => {
      await Promise.all(parts.map(part => part.stop()))
    },
  }
}
