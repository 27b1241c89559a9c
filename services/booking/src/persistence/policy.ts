import type { BookingPolicy } from '@campstore/contract/booking/schemas'

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
