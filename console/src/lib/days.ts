import { storeTimeZone as timeZone } from '@campstore/contract/booking/bounds'
import { fromZonedTime } from 'date-fns-tz/fromZonedTime'
import { toZonedTime } from 'date-fns-tz/toZonedTime'

/** A calendar date, `YYYY-MM-DD`. Such texts compare and sort as dates do. */
export type Day = string

const toUtc = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const fromUtc = (time: number): Day => new Date(time).toISOString().slice(0, 10)
const dayMs = 86_400_000

/** The date of an instant in Asia/Taipei. */
export function dayOf(instant: string | Date): Day {
  const local = toZonedTime(new Date(instant), timeZone)
  return fromUtc(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()))
}

/** The instant of a date and time in Asia/Taipei, `2026-11-24T09:30`; empty for an empty text. */
export const fromLocal = (local: string): string => (local === '' ? '' : fromZonedTime(local, timeZone).toISOString())

/** An instant as date and time in Asia/Taipei, `2026-11-24T09:30`; empty for an empty text. */
export function toLocal(instant: string): string {
  if (instant === '') return ''
  const time = new Date(instant)
  // Not `toZonedTime`: its result is in the browser's zone, which lacks an hour in the night of a clock change.
  const offset = time.getTime() - fromZonedTime(time.toISOString().slice(0, -1), timeZone).getTime()
  return new Date(time.getTime() + offset).toISOString().slice(0, 16)
}

/**
 * The date in Asia/Taipei now.
 *
 * @param boundaryHour hour at which the business day begins (docs/contract/booking.md#nights-and-holidays)
 */
export const today = (boundaryHour = 0): Day => dayOf(new Date(Date.now() - boundaryHour * 3_600_000))

export const addDays = (day: Day, days: number): Day => fromUtc(toUtc(day) + days * dayMs)

/** Whole days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((toUtc(to) - toUtc(from)) / dayMs)

/** Whether a text of the URL is a date. */
export const isDay = (text: string | null | undefined): text is Day =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(toUtc(text ?? '')) && fromUtc(toUtc(text ?? '')) === text

/** Day of the week, 0 = Sunday to 6 = Saturday. */
export const weekdayOf = (day: Day): number => new Date(toUtc(day)).getUTCDay()

/** A month, `YYYY-MM`. */
export type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)

export const isMonth = (text: string | null | undefined): text is Month => isDay(`${text}-01`)

export function addMonths(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return fromUtc(Date.UTC(year, number - 1 + months, 1)).slice(0, 7)
}

/** First and last day of a month. */
export const boundsOf = (month: Month): { from: Day; to: Day } => ({
  from: `${month}-01`,
  to: addDays(`${addMonths(month, 1)}-01`, -1),
})
