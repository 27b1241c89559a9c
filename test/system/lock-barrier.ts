import type { Pool } from 'pg'
import { expect } from 'vitest'

/** A lock that concurrent requests wait for. */
export type LockBarrier = {
  /** Waits until at least so many database sessions wait for the lock. */
  untilWaiting(atLeast: number): Promise<void>
  /** Releases the lock, so that those who wait continue at the same instant, however fast the machine is. */
  release(): Promise<void>
}

/**
 * Runs `work` while a lock is held, until `work` releases it.
 *
 * @param lock the statement that takes it
 */
export async function withLockBarrier<T>(
  owner: Pool,
  lock: { text: string; values?: unknown[] },
  work: (barrier: LockBarrier) => Promise<T>,
): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(lock)
    return await work({
      untilWaiting: atLeast =>
        expect
          .poll(() => waitingSessions(owner), { interval: 10, message: 'sessions that wait' })
          .toBeGreaterThanOrEqual(atLeast),
      release: async () => {
        await client.query('commit')
      },
    })
  } finally {
    // Closes the connection, which releases the lock if it is still held.
    client.release(true)
  }
}

/** How many of the database's sessions wait for a lock. */
async function waitingSessions(owner: Pool): Promise<number> {
  const { rowCount } = await owner.query(`
    select
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rowCount ?? 0
}

/** Deadlocks that PostgreSQL has had to break in this database, after it has written its statistics. */
export async function deadlocks(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ deadlocks: number }>(`
    select deadlocks::integer, pg_stat_force_next_flush()
    from pg_stat_database
    where datname = current_database()`)
  return rows[0]?.deadlocks ?? Number.NaN
}
