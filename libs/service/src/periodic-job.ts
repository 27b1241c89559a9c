import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import type { Logger } from '@campstore/core/telemetry/log'

export type PeriodicJob = {
  /** Waits for the current run and starts no other. */
  stop(): Promise<void>
}

/**
 * Runs a job now and then `intervalSeconds` after the end of each run. After a failed run the next one comes as usual.
 *
 * @param job.run does the work and returns the number of records that it dealt with
 */
export function startPeriodicJob(
  job: { name: string; run: () => Promise<number>; intervalSeconds: number },
  log: Logger,
): PeriodicJob {
  const { name, run, intervalSeconds } = job
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
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await currentRun
    },
  }
}
