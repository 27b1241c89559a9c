import type { MigrationCheck } from './migration-check.ts'

/** Something that runs until it is stopped: a consumer, a job, a connection. */
export type Stoppable = { stop(): Promise<void> }

/**
 * Starts background work as soon as the database has all migrations.
 *
 * @param start called at most once, and never after the stop
 */
export function startWhenMigrated(
  migrations: Pick<MigrationCheck, 'onMigrated'>,
  start: () => readonly Stoppable[],
): Stoppable {
  let started: readonly Stoppable[] = []
  let stopped = false
  migrations.onMigrated(() => {
    if (!stopped) started = start()
  })
  return {
    stop: async () => {
      stopped = true
      await Promise.all(started.map(one => one.stop()))
    },
  }
}
