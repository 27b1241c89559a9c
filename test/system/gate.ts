import type { Pool } from 'pg'
import { expect } from 'vitest'

/**
 * Lets requests run into a closed gate and opens it when at least `atLeast` of them stand before it, so that they go on at
 * the same instant, however fast the machine is. The gate is a table that nobody can write while it is closed: whatever a
 * request should not have decided from what it read before, it has decided then.
 *
 * @param table what each request writes, or would if nobody were before it
 */
export async function allAtOnce<T>(
  owner: Pool,
  gate: { table: string; atLeast: number },
  requests: () => Promise<T>,
): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query(`begin; lock table ${gate.table} in share mode`)
    const running = requests()
    await expect
      .poll(() => sessionsWaiting(owner), { timeout: 4_000, message: 'requests at the gate' })
      .toBeGreaterThanOrEqual(gate.atLeast)
    await client.query('commit')
    return await running
  } finally {
    // With its connection, should the gate still be closed.
    client.release(true)
  }
}

/** How many of the database's sessions wait for a lock. */
export async function sessionsWaiting(owner: Pool): Promise<number> {
  const { rowCount } = await owner.query(`
    select
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rowCount ?? 0
}
