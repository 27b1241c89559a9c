import type { z } from 'zod'
import { configOrExit } from './config/load-config.ts'
import type { processVariables } from './config/variables.ts'
import { type Running, runUntilStopped } from './run-until-stopped.ts'
import { createLogger, type Logger } from './telemetry/log.ts'

/**
 * Runs a process with the configuration of its environment until it is stopped.
 *
 * @param name as the log says it
 */
export async function runProcess<S extends z.ZodObject<Pick<typeof processVariables, 'LOG_LEVEL'>>>(
  name: string,
  schema: S,
  start: (config: z.output<S>, log: Logger) => Promise<Running>,
): Promise<void> {
  const config = configOrExit(schema)
  const log = createLogger(name, config.LOG_LEVEL)
  await runUntilStopped(log, () => start(config, log))
}
