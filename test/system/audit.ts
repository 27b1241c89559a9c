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
