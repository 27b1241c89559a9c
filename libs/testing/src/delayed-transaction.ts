import type { Queryable } from '@campstore/database/database'
import type { Pool } from 'pg'
import { expect } from 'vitest'

/** What a transaction of the test's own does while requests wait for it. */
export type Delay = {
  /** Takes the locks that the requests need. */
  lock(tx: Queryable): Promise<unknown>
  /** Runs when they wait, in the same transaction. */
  meanwhile?(tx: Queryable): Promise<unknown>
  /** How many requests wait in PostgreSQL at least ({@link countWaiting}); one, unless given. */
  atLeast?: number
}

/** Delays requests at a lock until they all wait there, then lets them continue. */
export function delayRequests<T>(
  owner: Pool,
  { lock, meanwhile, atLeast = 1 }: Delay,
  requests: () => Promise<T>,
): Promise<T> {
  return whileLocked(owner, lock, async client => {
    const running = requests()
    await expect.poll(() => countWaiting(owner), { interval: 20 }).toBeGreaterThanOrEqual(atLeast)
    await meanwhile?.(client)
    await client.query('commit')
    return running
  })
}

/**
 * Runs requests while no other session can lock or write a row of some tables: a session that tries waits until its statement
 * times out. Reads continue.
 */
export const whileTablesAreLocked = <T>(
  owner: Pool,
  tables: readonly string[],
  requests: () => Promise<T>,
): Promise<T> => whileLocked(owner, tx => tx.query(`lock table ${tables.join(', ')} in exclusive mode`), requests)

async function whileLocked<T>(owner: Pool, lock: Delay['lock'], run: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await lock(client)
    return await run(client)
  } finally {
    // The connection is closed, in case the transaction is still open.
    client.release(true)
  }
}

/**
 * How many requests in this database wait for a lock: of the service's role, or of the test's own. A statement of several holds counts
 * as each of them, by the locks of their members, which it takes first.
 */
export async function countWaiting(owner: Queryable, whose: 'service' | 'test' = 'service'): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select coalesce(sum(case when query like '%.take\\_holds(%' then greatest(1, members.count) else 1 end), 0)::integer as count
    from pg_stat_activity
    cross join lateral (
      select count(*) from pg_locks
      where pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory' and mode = 'ExclusiveLock' and granted
    ) members
    where datname = current_database() and wait_event_type = 'Lock' and (usename <> current_user) = $1`,
    [whose === 'service'],
  )
  return rows[0]?.count ?? 0
}
