import type { Logger } from '@campstore/core/telemetry/log'
import { type PeriodicJob, startPeriodicJob } from './periodic-job.ts'

/** @deprecated Use PeriodicJob. */
export type Sweeper = PeriodicJob

/** @deprecated Use startPeriodicJob. */
export const startSweeper = (
  sweep: { what: string; round: () => Promise<number>; everySeconds: number },
  log: Logger,
): PeriodicJob => startPeriodicJob({ name: sweep.what, run: sweep.round, intervalSeconds: sweep.everySeconds }, log)
