import { addDays, type PlainDate, weekdayOf } from '@campstore/core/plain-date'
import { nightCount, type Stay } from './stay.ts'

/** An entry of the holiday calendar: a holiday, or a weekend day on which people work. */
export type CalendarMark = 'holiday' | 'working'

/** Numbers of weekday and holiday nights of a stay. */
export type NightCounts = { weekdayCount: number; holidayCount: number }

const saturday = 6
const sunday = 0

/** The nights of a stay, each named by the date on which it begins. */
export const nightsOf = (stay: Stay): PlainDate[] =>
  Array.from({ length: nightCount(stay) }, (_, night) => addDays(stay.checkIn, night))

/** Whether a night costs the holiday price: by the calendar, or without an entry by the weekend (docs/contract/booking.md#nights-and-holidays). */
export function isHolidayNight(night: PlainDate, calendar: ReadonlyMap<string, CalendarMark>): boolean {
  const mark = calendar.get(night)
  if (mark) return mark === 'holiday'
  const weekday = weekdayOf(night)
  return weekday === saturday || weekday === sunday
}

/** Counts weekday and holiday nights over [checkIn, checkOut) (docs/contract/booking.md#checkout, rule 6). */
export function countNights(stay: Stay, calendar: ReadonlyMap<string, CalendarMark>): NightCounts {
  const holidayCount = nightsOf(stay).filter(night => isHolidayNight(night, calendar)).length
  return { weekdayCount: nightCount(stay) - holidayCount, holidayCount }
}
