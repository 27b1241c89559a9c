import type { Pool } from 'pg'
import { expect } from 'vitest'

/** A lock that others run into. */
export type Gate = {
  /** Waits until at least so many stand before it. */
  crowded(atLeast: number): Promise<void>
  /** Lets them go on. */
  open(): Promise<void>
}

/**
 * Tells a story before a closed gate: what asks for the lock waits until the story opens it, so that those who wait go on at
 * the same instant, however fast the machine is.
 *
 * @param lock the statement that takes it
 */
export async function behindGate<T>(
  owner: Pool,
  lock: { text: string; values?: unknown[] },
  story: (gate: Gate) => Promise<T>,
): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(lock)
    return await story({
      crowded: atLeast =>
        expect
          .poll(() => sessionsWaiting(owner), { timeout: 4_000, interval: 10, message: 'who stands at the gate' })
          .toBeGreaterThanOrEqual(atLeast),
      open: async () => {
        await client.query('commit')
      },
    })
  } finally {
    // With its connection, should the gate still be closed.
    client.release(true)
  }
}

/**
 * Lets requests run into a table that nobody can write, until at least `atLeast` of them wait: whatever a request should not
 * have decided from what it read before, it has decided then.
 *
 * @param table what each request writes, or would if nobody were before it
 */
export const allAtOnce = <T>(
  owner: Pool,
  { table, atLeast }: { table: string; atLeast: number },
  requests: () => Promise<T>,
): Promise<T> =>
  behindGate(owner, { text: `lock table ${table} in share mode` }, async gate => {
    const running = requests()
    await gate.crowded(atLeast)
    await gate.open()
    return running
  })

/** How many of the database's sessions wait for a lock. */
async function sessionsWaiting(owner: Pool): Promise<number> {
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
