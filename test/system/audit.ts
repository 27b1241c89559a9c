import type { Pool } from 'pg'
import { findViolations } from '../../tools/audit/audit.ts'

/**
 * Checks the rules of the audit.
 *
 * @param options.settled whether no message is pending, so that the rules that hold `soon` are checked too
 * @returns the violations
 */
export const audit = (owner: Pool, { settled = false } = {}): Promise<object[]> =>
  findViolations(owner, settled ? ['always', 'soon'] : ['always'])

/** Deadlocks that PostgreSQL has had to break in this database, after it has written its statistics. */
export async function deadlocks(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ deadlocks: number }>(`
    select deadlocks::integer, pg_stat_force_next_flush()
    from pg_stat_database
    where datname = current_database()`)
  return rows[0]?.deadlocks ?? Number.NaN
}
