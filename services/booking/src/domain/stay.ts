import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import { type ApiError, errorAt } from '@campstore/contract/errors'
import { type Text, text } from '@campstore/contract/texts/text'
import { addDays, businessDate, daysBetween, type PlainDate, parsePlainDate } from '@campstore/core/plain-date'

/** A stay: the half-open range of nights [checkIn, checkOut). The check-out day is not part of it. */
export type Stay = { checkIn: PlainDate; checkOut: PlainDate }

/**
 * Parses the dates of a stay. Throws BOOKING_DATE_INVALID when a text is not a calendar date or check-out is not after check-in
 * (docs/contract/booking.md#dates-of-a-stay).
 */
export function parseStay(dates: { checkIn: string; checkOut: string }): Stay {
  const checkIn = parsePlainDate(dates.checkIn)
  const checkOut = parsePlainDate(dates.checkOut)
  if (!checkIn) throw notDate('checkIn')
  if (!checkOut) throw notDate('checkOut')
  if (checkOut <= checkIn)
    throw errorAt('BOOKING_DATE_INVALID', 'checkOut', text('must.beAfterField', { field: 'checkIn' }))
  return { checkIn, checkOut }
}

const notDate = (path: string): ApiError => errorAt('BOOKING_DATE_INVALID', path, text('stay.notDate'))

/** Number of nights of a stay. */
export const nightCount = (stay: Stay): number => daysBetween(stay.checkIn, stay.checkOut)

/** Today's business date by the policy's time zone and boundary hour (docs/contract/booking.md#nights-and-holidays). */
export const today = (now: Date, policy: BookingPolicy): PlainDate =>
  businessDate(now, policy.timezone, policy.dateBoundaryHour)

/**
 * Refuses a stay outside the booking window. The boundary days are bookable (docs/contract/booking.md#availability,
 * rule 8). Throws BOOKING_WINDOW_EXCEEDED.
 */
export function requireInsideWindow(stay: Stay, policy: BookingPolicy, now: Date): void {
  const { timezone } = policy
  const date = today(now, policy)
  const earliest = addDays(date, policy.advanceDays)
  const latest = addDays(date, policy.bookingWindowDays)
  if (stay.checkIn < earliest)
    throw outsideWindow('checkIn', 'stay.mustBeFrom', earliest, text('stay.tooEarly', { date: earliest, timezone }))
  if (stay.checkIn > latest)
    throw outsideWindow('checkIn', 'stay.mustBeUntil', latest, text('stay.tooLate', { date: latest, timezone }))
  requireNotTooLong(stay, policy)
}

/** Refuses a stay with more nights than the policy allows. Throws BOOKING_WINDOW_EXCEEDED. */
export function requireNotTooLong(stay: Stay, policy: BookingPolicy): void {
  const last = addDays(stay.checkIn, policy.maxNights)
  if (stay.checkOut > last)
    throw outsideWindow('checkOut', 'stay.mustBeUntil', last, text('stay.tooLong', { count: policy.maxNights }))
}

const outsideWindow = (
  path: keyof Stay,
  reason: 'stay.mustBeFrom' | 'stay.mustBeUntil',
  date: PlainDate,
  message: Text,
): ApiError => errorAt('BOOKING_WINDOW_EXCEEDED', path, text(reason, { date }), message)
