import type pg from 'pg'
import { bookingInvariants } from './bookings.ts'
import { couponInvariants } from './coupons.ts'
import { holdInvariants } from './holds.ts'
import type { Invariant } from './invariant.ts'
import { orderInvariants } from './orders.ts'
import { refundInvariants } from './refunds.ts'
import { spendingInvariants } from './spending.ts'
import { stockInvariants } from './stock.ts'
import { takingsInvariants } from './takings.ts'

/** All rules, in the order in which they are reported. */
export const invariants: readonly Invariant[] = [
  ...bookingInvariants,
  ...orderInvariants,
  ...stockInvariants,
  ...couponInvariants,
  ...holdInvariants,
  ...refundInvariants,
  ...takingsInvariants,
  ...spendingInvariants,
]

/** A row for each violation. */
export type CheckResult = { invariant: Omit<Invariant, 'query'>; rows: Record<string, unknown>[] }

/**
 * Checks the rules on one snapshot of the database: transactions that commit meanwhile are not seen.
 *
 * @param client a connection without a transaction, with a role that may read everything
 */
export async function checkAll(
  client: pg.ClientBase,
  checked: readonly Invariant[] = invariants,
): Promise<CheckResult[]> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const results: CheckResult[] = []
    for (const invariant of checked) {
      const { rows } = await client.query<Record<string, unknown>>(invariant.query)
      results.push({ invariant, rows })
    }
    return results
  } finally {
    await client.query('rollback')
  }
}

/** The violations of the invariants of these kinds. */
export async function findViolations(
  pool: pg.Pool,
  holds: readonly Invariant['holds'][],
): Promise<{ rule: string; row: Record<string, unknown> }[]> {
  const client = await pool.connect()
  try {
    const checked = invariants.filter(invariant => holds.includes(invariant.holds))
    const results = await checkAll(client, checked)
    return results.flatMap(({ invariant, rows }) => rows.map(row => ({ rule: invariant.rule, row })))
  } finally {
    client.release()
  }
}
