/** Greatest lengths of texts about campgrounds, also where they are imported. */
export const lengths = {
  campgroundName: 200,
  region: 100,
  description: 5_000,
  zoneType: 100,
  holidayName: 200,
  timezone: 64,
} as const

/** The least and the greatest number of each rule of the booking policy. */
export const policyBounds = {
  bookingWindowDays: [0, 3_650],
  advanceDays: [0, 3_650],
  maxNights: [1, 365],
  dateBoundaryHour: [0, 23],
} as const

/** A listing's discount: 0.00 to 0.30 with two digits (docs/contract/limits.md#limits). */
export const discountRatePattern = /^0\.(?:[0-2]\d|30)$/

/** Whether a text names an IANA time zone. An offset is none: PostgreSQL takes `+08:00` for eight hours behind UTC. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
