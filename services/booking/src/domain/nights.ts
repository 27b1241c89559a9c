import { addDays, type PlainDate, weekdayOf } from '@campstore/core/plain-date'
import { nightCount, type Stay } from './stay.ts'

/** What the holiday calendar says of a date: a holiday, or a working day that would otherwise be one. */
export type CalendarMark = 'holiday' | 'working'

/** Nights of a stay by what they cost. */
export type NightCounts = { weekdayCount: number; holidayCount: number }

const saturday = 6
const sunday = 0

/** The nights of a stay, each named by the date on which it begins. */
export const nightsOf = (stay: Stay): PlainDate[] =>
  Array.from({ length: nightCount(stay) }, (_, night) => addDays(stay.checkIn, night))

/** Whether a night costs the holiday price: the calendar decides, and where it is silent the weekend (decisions.md, 4). */
export function isHolidayNight(night: PlainDate, calendar: ReadonlyMap<string, CalendarMark>): boolean {
  const mark = calendar.get(night)
  if (mark) return mark === 'holiday'
  const weekday = weekdayOf(night)
  return weekday === saturday || weekday === sunday
}

/** Counts weekday and holiday nights over [checkIn, checkOut) (interface.md, booking checkout, rule 6). */
export function countNights(stay: Stay, calendar: ReadonlyMap<string, CalendarMark>): NightCounts {
  const holidayCount = nightsOf(stay).filter(night => isHolidayNight(night, calendar)).length
  return { weekdayCount: nightCount(stay) - holidayCount, holidayCount }
}
