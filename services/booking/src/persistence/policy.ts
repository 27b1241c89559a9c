import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { Queryable } from '@campstore/database/database'

/**
 * SQL expression for the policy record as a JSON object in the contract's shape, or null where the record is missing.
 * Statements that need the policy besides something else read both in one round trip.
 */
export const policyJson = /* sql */ `(
  select json_build_object(
    'bookingWindowDays', booking_window_days,
    'advanceDays', advance_days,
    'maxNights', max_nights,
    'timezone', timezone,
    'dateBoundaryHour', date_boundary_hour,
    'lowAvailabilityThreshold', low_availability_threshold,
    'occupyingStatuses', occupying_statuses
  )
  from booking.policy
  where id = 1
)`

/** Column that {@link policyJson} fills. */
export type PolicyColumn = { policy: BookingPolicy | null }

/**
 * The policy record.
 *
 * @throws {ApiError} NOT_FOUND when it is missing
 */
export async function readPolicy(database: Queryable): Promise<BookingPolicy> {
  const { rows } = await database.query<PolicyColumn>({ name: 'policy', text: `select ${policyJson} as policy` })
  const policy = rows[0]?.policy
  if (!policy) throw new ApiError('NOT_FOUND', 'There is no booking policy')
  return policy
}
