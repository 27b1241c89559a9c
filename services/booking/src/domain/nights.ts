import { addDays, type PlainDate, weekdayOf } from '@campstore/core/plain-date'
import { nightCount, type Stay } from './stay.ts'

/** An entry of the holiday calendar: a holiday, or a day that would be one by its weekday and on which people work. */
export type CalendarMark = 'holiday' | 'working'

/** What decides the kind of a night: marks by date, and the weekdays of the policy, 0 = Sunday to 6 = Saturday. */
export type HolidayCalendar = {
  marks: Pick<ReadonlyMap<string, CalendarMark>, 'get'>
  holidayWeekdays: readonly number[]
}

/** Numbers of weekday and holiday nights of a stay. */
export type NightCounts = { weekdayCount: number; holidayCount: number }

/** The nights of a stay, each named by the date on which it begins. */
export const nightsOf = (stay: Stay): PlainDate[] =>
  Array.from({ length: nightCount(stay) }, (_, night) => addDays(stay.checkIn, night))

/** Whether a night costs the holiday price: by its mark, or without one by its weekday (docs/contract/booking.md#nights-and-holidays). */
export function isHolidayNight(night: PlainDate, { marks, holidayWeekdays }: HolidayCalendar): boolean {
  const mark = marks.get(night)
  return mark ? mark === 'holiday' : holidayWeekdays.includes(weekdayOf(night))
}

/** The nights of a stay that cost the holiday price. */
export const holidayNightsOf = (stay: Stay, calendar: HolidayCalendar): PlainDate[] =>
  nightsOf(stay).filter(night => isHolidayNight(night, calendar))

/** Counts weekday and holiday nights over [checkIn, checkOut) (docs/contract/booking.md#checkout, rule 6). */
export const countNights = (stay: Stay, { length: holidayCount }: readonly string[]): NightCounts => ({
  weekdayCount: nightCount(stay) - holidayCount,
  holidayCount,
})
