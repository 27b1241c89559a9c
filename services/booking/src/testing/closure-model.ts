import { addDays, daysBetween, type PlainDate, weekdayOf } from '@campstore/core/plain-date'
import fc from 'fast-check'
import { firstNight } from './booking-actions.ts'

/** A closure, in the columns of its table. */
export type ClosureColumns =
  | { closure_type: 'date_range'; start_date: PlainDate; end_date: PlainDate }
  | { closure_type: 'weekly'; weekday: number; effective_from: PlainDate | null; effective_to: PlainDate | null }

/** Closures and queries are within this many days, from {@link firstNight} on. */
export const dayCount = 40
export const dayNumber = fc.nat(dayCount - 1)
const anyDate = dayNumber.map(day => addDays(firstNight, day))
/** Two of those days, the earlier one first. */
export const anyRange = fc.tuple(anyDate, anyDate).map(dates => dates.toSorted() as [PlainDate, PlainDate])

/** A closure of either type. */
export const anyClosure: fc.Arbitrary<ClosureColumns> = fc.oneof(
  anyRange.map(([start_date, end_date]) => ({ closure_type: 'date_range' as const, start_date, end_date })),
  fc.tuple(fc.nat(6), anyRange, fc.boolean(), fc.boolean()).map(([weekday, [from, to], bounded, ended]) => ({
    closure_type: 'weekly' as const,
    weekday,
    effective_from: bounded ? from : null,
    effective_to: ended ? to : null,
  })),
)

/** Whether a closure closes one night, by the wording of docs/contract/booking.md#closed-nights. */
export function closesNight(closure: ClosureColumns, night: PlainDate): boolean {
  if (closure.closure_type === 'date_range') return closure.start_date <= night && night <= closure.end_date
  const { weekday, effective_from: from, effective_to: to } = closure
  return weekdayOf(night) === weekday && (from === null || from <= night) && (to === null || night <= to)
}

/** Every night from `from` to `to`, both included. */
export const nightsFrom = (from: PlainDate, to: PlainDate): PlainDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, night) => addDays(from, night))
