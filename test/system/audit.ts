import type { Pool } from 'pg'
import { findViolations } from '../../tools/audit/audit.ts'

/** The violations of the audit; when no message is pending, also of the rules that hold `soon`. */
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
