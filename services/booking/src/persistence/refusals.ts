/**
 * Why a hold is refused, by the SQLSTATE that the functions `hold_stay` and `lock_and_check_capacity` raise. A refused hold
 * writes nothing.
 */
export const bookingRefusals = {
  CS001: 'idempotency_key_reused',
  CS002: 'too_many_open_holds',
  CS003: 'zone_unavailable',
  CS004: 'rental_stock_insufficient',
} as const

/** Why a hold is refused. */
export type BookingRefusal = (typeof bookingRefusals)[keyof typeof bookingRefusals]
