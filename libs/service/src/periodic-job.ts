import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import type { Logger } from '@campstore/core/telemetry/log'
import type { Stoppable } from './start-when-migrated.ts'

/** For jobs that delete old records: not at once, because a start has enough to do. */
export const hourly = { intervalSeconds: 3_600, firstAfterSeconds: 60 }

/**
 * Runs a job now, or after `firstAfterSeconds`, and then `intervalSeconds` after the end of each run. After a failed run the next one
 * comes as usual. A stop waits for the current run.
 *
 * @param job.run does the work and returns the number of records that it dealt with
 * @param job.firstAfterSeconds default 0
 */
export function startPeriodicJob(
  job: { name: string; run: () => Promise<number>; intervalSeconds: number; firstAfterSeconds?: number },
  log: Logger,
): Stoppable {
  const { name, run, intervalSeconds, firstAfterSeconds = 0 } = job
  let stopped = false
  const failures = createFailureLog(
    log,
    { failure: 'Job failed, retrying', success: 'Job runs again' },
    { fields: { job: name } },
  )
  let timer: NodeJS.Timeout | undefined
  let currentRun = Promise.resolve()

  const start = () => {
    currentRun = run()
      .then(count => {
        failures.succeeded()
        if (count > 0) log.info({ count, job: name }, 'Job finished')
      })
      .catch((error: Error) => failures.failed(error.message))
      .finally(() => {
        if (!stopped) timer = setTimeout(start, intervalSeconds * 1000)
      })
  }
  if (firstAfterSeconds === 0) start()
  else timer = setTimeout(start, firstAfterSeconds * 1000)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await currentRun
    },
  }
}
