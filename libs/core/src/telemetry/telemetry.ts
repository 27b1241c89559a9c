import type { z } from 'zod'
import type { telemetryVariables } from '../config/variables.ts'
import type { Logger } from './log.ts'

/** The values of {@link telemetryVariables}. */
export type TelemetryConfig = z.output<z.ZodObject<typeof telemetryVariables>>

/** Starts what the configuration asks for; neither is loaded otherwise. */
export async function startTelemetry(config: TelemetryConfig, log: Logger): Promise<{ stop(): Promise<void> }> {
  const parts: { stop(): Promise<void> }[] = []
  if (config.METRICS_PORT !== undefined) {
    const { serveMetrics } = await import('./serve-metrics.ts')
    parts.push(await serveMetrics({ host: config.METRICS_HOST, port: config.METRICS_PORT }, log))
  }
  return {
    stop: async () => {
      await Promise.all(parts.map(part => part.stop()))
    },
  }
}
