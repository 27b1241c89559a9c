import type pg from 'pg'
import { bookingInvariants } from './bookings.ts'
import { couponInvariants } from './coupons.ts'
import { holdInvariants } from './holds.ts'
import type { Invariant } from './invariant.ts'
import { orderInvariants } from './orders.ts'
import { spendingInvariants } from './spending.ts'
import { stockInvariants } from './stock.ts'

/** Everything that is looked at, in the order in which it is told. */
export const invariants: readonly Invariant[] = [
  ...bookingInvariants,
  ...orderInvariants,
  ...stockInvariants,
  ...couponInvariants,
  ...holdInvariants,
  ...spendingInvariants,
]

/** What was found of one invariant: a row for each case. */
export type Found = { invariant: Omit<Invariant, 'query'>; rows: Record<string, unknown>[] }

/**
 * Looks for everything that must not be, in one state of the database: what is committed meanwhile is not seen.
 *
 * @param client a connection without a transaction, with a role that may read everything
 * @param looked which invariants; all, where absent
 */
export async function lookForAll(client: pg.ClientBase, looked: readonly Invariant[] = invariants): Promise<Found[]> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const found: Found[] = []
    for (const invariant of looked) {
      const { rows } = await client.query<Record<string, unknown>>(invariant.query)
      found.push({ invariant, rows })
    }
    return found
  } finally {
    await client.query('rollback')
  }
}
