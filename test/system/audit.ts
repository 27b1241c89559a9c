import type { Pool } from 'pg'
import { invariants, lookForAll } from '../../tools/audit/audit.ts'

/**
 * Looks for everything that must never be; answers what was found, which is nothing.
 *
 * @param options.settled whether nothing is under way any more, so that what follows from messages is looked at too
 */
export async function audit(owner: Pool, options: { settled?: boolean } = {}): Promise<object[]> {
  const looked = invariants.filter(({ holds }) => holds === 'always' || (holds === 'soon' && options.settled))
  const client = await owner.connect()
  try {
    const found = await lookForAll(client, looked)
    return found.flatMap(({ invariant, rows }) => rows.map(row => ({ broken: invariant.finding, ...row })))
  } finally {
    client.release()
  }
}
