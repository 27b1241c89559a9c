import type { Queryable } from './database.ts'
import { committing } from './open-transaction.ts'

/** SQL of whether commits of this server wait for a standby. */
export const hasSynchronousStandbys = "current_setting('synchronous_standby_names') <> ''"

/**
 * Commits a message without a receiver where commits wait for a synchronous standby. What this server shows may not have reached
 * the standby, and a fail-over would lose it; when this commit has arrived there, everything before it has. A leader that was
 * replaced while it was cut off never confirms it: so nothing is concluded from what such a one no longer knows.
 */
export const awaitStandby = (database: Queryable) =>
  committing(() =>
    database.query({
      name: 'await-standby',
      text: `select pg_logical_emit_message(true, 'campstore.await', '') where ${hasSynchronousStandbys}`,
    }),
  )
