/** Longest texts about campgrounds, for requests and imports. */
export const lengths = {
  campgroundName: 200,
  region: 100,
  description: 5_000,
  zoneType: 100,
  holidayName: 200,
  address: 500,
  phone: 50,
} as const

/** Lower and upper bound of each rule of the booking policy. */
export const policyBounds = {
  bookingWindowDays: [0, 3_650],
  advanceDays: [0, 3_650],
  maxNights: [1, 365],
  dateBoundaryHour: [0, 23],
} as const

/** Weekdays with the holiday price unless the policy names others: Sunday and Saturday (docs/contract/booking.md#nights-and-holidays). */
export const defaultHolidayWeekdays: readonly number[] = [0, 6]

/** A listing's discount: 0.00 to 0.30 with two digits (docs/contract/limits.md#limits). */
export const discountRatePattern = /^0\.(?:[0-2]\d|30)$/

/** Time zone of all campgrounds, shops and dates (docs/contract/booking.md#dates-of-a-stay). */
export const storeTimeZone = 'Asia/Taipei'

/** Whether a policy has any day on which a stay may begin. */
export const allowsStays = (policy: { advanceDays: number; bookingWindowDays: number }): boolean =>
  policy.advanceDays <= policy.bookingWindowDays
