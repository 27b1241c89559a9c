import type { Pool } from 'pg'
import { checkAll, invariants } from '../../tools/audit/audit.ts'

/**
 * Checks the rules of the audit.
 *
 * @param options.settled whether no message is pending, so that the rules that hold `soon` are checked too
 * @returns the violations
 */
export async function audit(owner: Pool, options: { settled?: boolean } = {}): Promise<object[]> {
  const checked = invariants.filter(({ holds }) => holds === 'always' || (holds === 'soon' && options.settled))
  const client = await owner.connect()
  try {
    const results = await checkAll(client, checked)
    return results.flatMap(({ invariant, rows }) => rows.map(row => ({ broken: invariant.rule, ...row })))
  } finally {
    client.release()
  }
}
