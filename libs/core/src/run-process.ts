import type { z } from 'zod'
import { configOrExit, exitIfConfigError } from './config/load-config.ts'
import { unknownVariables } from './config/unknown-variables.ts'
import type { processVariables, telemetryVariables } from './config/variables.ts'
import { type Running, runUntilStopped } from './run-until-stopped.ts'
import { createLogger, type Logger } from './telemetry/log.ts'
import { version } from './version.ts'

/**
 * Runs a process with the configuration of its environment until it is stopped. The first line of its log has the version;
 * warnings name the variables that no process reads but that look like ours.
 */
export async function runProcess<
  S extends z.ZodObject<Pick<typeof processVariables, 'LOG_LEVEL' | keyof typeof telemetryVariables>>,
>(name: string, schema: S, start: (config: z.output<S>, log: Logger) => Promise<Running>): Promise<void> {
  const config = configOrExit(name, schema)
  const log = createLogger(name, config.LOG_LEVEL)
  log.info({ version }, 'Starting')
  for (const warning of unknownVariables(process.env)) log.warn(warning)
  await runUntilStopped(log, async () => {
    // First, so that it sees everything; at the stop last, for the same reason.
    const telemetry = await startTelemetry(name, config, log)
    const running = await start(config, log).catch(error => {
      exitIfConfigError(name, error)
      throw error
    })
    return {
      url: running.url,
      stop: async () => {
        await running.stop()
        await telemetry.stop()
      },
    }
  })
}

/** Starts the parts that the configuration asks for; the rest is not even loaded. */
async function startTelemetry(
  service: string,
  config: z.output<z.ZodObject<typeof telemetryVariables>>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const parts: { stop(): Promise<void> }[] = []
  if (config.METRICS_PORT !== undefined) {
    const { serveMetrics } = await import('./telemetry/serve-metrics.ts')
    parts.push(await serveMetrics(config.METRICS_PORT, log))
  }
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    const { exportTraces } = await import('./telemetry/export-traces.ts')
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config
    parts.push(exportTraces({ service, endpoint, ratio }, log))
  }
  return {
    stop: async () => {
      await Promise.all(parts.map(part => part.stop()))
    },
  }
}
