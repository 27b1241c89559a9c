import { useQuery } from '@tanstack/react-query'
import { client, type ItemOf } from '../../app/client.ts'
import { addDays, addMonths, type Day, daysBetween, type Month, weekdayOf } from '../../lib/days.ts'

export type Holiday = ItemOf<'listHolidays'>

/** First and last day of a year. */
export const boundsOfYear = (year: number) => ({ dateFrom: `${year}-01-01`, dateTo: `${year}-12-31` })

/** The entries of the holiday calendar in a year, by date. */
export const useHolidays = (year: number) =>
  useQuery({
    queryKey: ['holidays', year],
    queryFn: (): Promise<Holiday[]> => Array.fromAsync(client().admin.listHolidays.all(boundsOfYear(year))),
  })

/** Why a night has its price (docs/contract/booking.md#nights-and-holidays). */
export type NightKind = Holiday['kind'] | 'holidayWeekday' | 'weekday'

/** The kind of a night without an entry. */
export const kindByWeekday = (day: Day, holidayWeekdays: readonly number[]): NightKind =>
  holidayWeekdays.includes(weekdayOf(day)) ? 'holidayWeekday' : 'weekday'

/** The months of a year. */
export const monthsOf = (year: number): Month[] =>
  Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index))

/** Every day from one to another, both included. */
export const daysFrom = (from: Day, to: Day): Day[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
