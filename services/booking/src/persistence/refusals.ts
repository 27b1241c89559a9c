/**
 * Why a hold is refused, by the SQLSTATE that the functions `take_hold` and `check_member_limits` raise. A refused hold writes
 * nothing.
 */
export const bookingRefusals = {
  CS001: 'idempotency_key_reused',
  CS002: 'too_many_open_holds',
  CS003: 'zone_unavailable',
  CS004: 'rental_stock_insufficient',
  CS011: 'too_many_site_nights',
  CS012: 'too_many_pieces',
  CS013: 'too_large_share',
  CS014: 'customer_not_active',
} as const

export type BookingRefusal = (typeof bookingRefusals)[keyof typeof bookingRefusals]
