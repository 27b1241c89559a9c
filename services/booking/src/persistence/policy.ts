import { type BookingPolicy, bookingPolicySchema } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import { contractJson } from '@campstore/service/contract-json'

/**
 * SQL expression for the policy record as a JSON object in the contract's shape, or null without the record: for hot
 * statements that read the policy and something else in one round trip.
 */
export const policyJson = `(
  select ${contractJson('policy', bookingPolicySchema)} from booking.policy where id = 1
)`

/** The column of {@link policyJson}. */
export type PolicyColumn = { policy: BookingPolicy | null }

/** The policy record; undefined where there is none. */
export async function findPolicy(database: Queryable): Promise<BookingPolicy | undefined> {
  const { rows } = await database.query<PolicyColumn>({ name: 'policy', text: `select ${policyJson} as policy` })
  return rows[0]?.policy ?? undefined
}
