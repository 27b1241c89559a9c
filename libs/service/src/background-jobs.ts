import type { SchemaCheck } from './schema-check.ts'

type Job = { stop(): Promise<void> }

/**
 * Starts jobs as soon as the database has all migrations.
 *
 * @param start starts them; called once at most, and never after the stop
 * @returns what stops those that were started, side by side
 */
export function startWhenMigrated(schema: Pick<SchemaCheck, 'whenMigrated'>, start: () => readonly Job[]): Job {
  let jobs: readonly Job[] = []
  let stopped = false
  schema.whenMigrated(() => {
    if (!stopped) jobs = start()
  })
  return {
    stop: async () => {
      stopped = true
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}
