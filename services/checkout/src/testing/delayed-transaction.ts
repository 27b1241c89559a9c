import type { Queryable } from '@campstore/database/database'
import type { Pool } from 'pg'
import { expect } from 'vitest'

/** What a transaction of the test's own does while requests wait for it. */
export type HoldBack = {
  /** Takes the locks that the requests will want. */
  lock(tx: Queryable): Promise<unknown>
  /** Happens when they wait, in the same transaction. */
  meanwhile?(tx: Queryable): Promise<unknown>
  /** How many requests wait at least, one unless it is said. */
  atLeast?: number
}

/** Holds requests back at a lock until they all wait there, then lets them go on: everything before it, they have done. */
export async function heldBack<T>(
  owner: Pool,
  { lock, meanwhile, atLeast = 1 }: HoldBack,
  requests: () => Promise<T>,
): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await lock(client)
    const running = requests()
    await expect.poll(() => waiting(owner), { timeout: 10_000, interval: 20 }).toBeGreaterThanOrEqual(atLeast)
    await meanwhile?.(client)
    await client.query('commit')
    return await running
  } finally {
    // With its connection, should the transaction still be open.
    client.release(true)
  }
}

/** How many statements wait for a lock: of the service, or of the test's own. */
export async function waiting(owner: Queryable, whose: 'service' | 'test' = 'service'): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer as count
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and (usename = 'campstore_checkout') = $1`,
    [whose === 'service'],
  )
  return rows[0]?.count ?? 0
}
