import { storeTimeZone as timeZone } from '@campstore/contract/booking/bounds'
import {
  endOfMonth,
  fromDate,
  getDayOfWeek,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toCalendarDateTime,
} from '@internationalized/date'
import { z } from 'zod'

/** A calendar date, `YYYY-MM-DD`. Such texts compare and sort as dates do. */
export type Day = string

/** The date of an instant in Asia/Taipei. */
export const dayOf = (instant: string | Date): Day => toCalendarDate(fromDate(new Date(instant), timeZone)).toString()

const localSchema = z.iso.datetime({ local: true, precision: -1 })
const instantSchema = z.iso.datetime()

/** Whether a text is a date and time, `2026-11-24 09:30`. */
export const isLocal = (text: string): boolean => localSchema.safeParse(text.replace(' ', 'T')).success

/** The instant of a date and time in Asia/Taipei, `2026-11-24 09:30`; another text as it is. */
export const fromLocal = (local: string): string =>
  isLocal(local) ? parseDateTime(local.replace(' ', 'T')).toDate(timeZone).toISOString() : local

/** An instant as date and time in Asia/Taipei, `2026-11-24 09:30`; another text as it is. */
export const toLocal = (instant: string): string =>
  instantSchema.safeParse(instant).success
    ? toCalendarDateTime(fromDate(new Date(instant), timeZone))
        .toString()
        .slice(0, 16)
        .replace('T', ' ')
    : instant

/** The date in Asia/Taipei now, if a day begins at the boundary hour (docs/contract/booking.md#nights-and-holidays). */
export const today = (boundaryHour = 0): Day => dayOf(new Date(Date.now() - boundaryHour * 3_600_000))

export const addDays = (day: Day, days: number): Day => parseDate(day).add({ days }).toString()

/** Whole days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => parseDate(to).compare(parseDate(from))

const daySchema = z.iso.date()

/** Whether a text is a date: neither empty nor half written. */
export const isDay = (text: string | null | undefined): text is Day => daySchema.safeParse(text).success

/** A date, and perhaps a time, in any usual way of writing. */
const written = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(\d{1,2}):(\d{2}))?$/

/** The text of a date as `2026-11-29`, with a time as `2026-11-29 09:30`; another text as it is. */
export function dateText(text: string, hasTime = false): string {
  const separated = text
    .normalize('NFKC')
    .trim()
    .replace(/^(\d{4})(\d\d)(\d\d)(?!\d)/, '$1-$2-$3')
  const [, year, month = '', day = '', hour = '0', minute = '00'] = written.exec(separated) ?? []
  if (year === undefined) return text
  const two = (number: string) => number.padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}${hasTime ? ` ${two(hour)}:${minute}` : ''}`
}

/** Day of the week, 0 = Sunday to 6 = Saturday. */
export const weekdayOf = (day: Day): number => getDayOfWeek(parseDate(day), 'en', 'sun')

/** A month, `YYYY-MM`. */
export type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)

export const isMonth = (text: string | null | undefined): text is Month => isDay(`${text}-01`)

export const addMonths = (month: Month, months: number): Month =>
  monthOf(parseDate(`${month}-01`).add({ months }).toString())

/** First and last day of a month. */
export const boundsOf = (month: Month): { from: Day; to: Day } => ({
  from: `${month}-01`,
  to: endOfMonth(parseDate(`${month}-01`)).toString(),
})
