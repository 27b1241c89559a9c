import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'

/**
 * SQL expression for the policy record as a JSON object in the contract's shape, or null without the record: for hot
 * statements that read the policy and something else in one round trip.
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

/** The column of {@link policyJson}. */
export type PolicyColumn = { policy: BookingPolicy | null }

/** The policy record; undefined where there is none. */
export async function findPolicy(database: Queryable): Promise<BookingPolicy | undefined> {
  const { rows } = await database.query<PolicyColumn>(`select ${policyJson} as policy`)
  return rows[0]?.policy ?? undefined
}
