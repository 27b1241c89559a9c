// By these paths, because the package as a whole loads all of date-fns: 350 MB of memory. `Temporal` is missing in Node 24.
import { fromZonedTime } from 'date-fns-tz/fromZonedTime'
import { toZonedTime } from 'date-fns-tz/toZonedTime'

declare const brand: unique symbol

/** A calendar date without time or zone, `YYYY-MM-DD`. Such strings compare and sort as dates do. */
export type PlainDate = string & { readonly [brand]: 'PlainDate' }

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
const shape = /^(\d{4})-(\d{2})-(\d{2})$/

const toUtc = (date: PlainDate): number => Date.parse(`${date}T00:00:00Z`)
const fromUtc = (time: number): PlainDate => new Date(time).toISOString().slice(0, 10) as PlainDate

/** The date that a text names, or undefined when it is none (`2027-02-30`, `tomorrow`). */
export function parsePlainDate(text: string): PlainDate | undefined {
  if (!shape.test(text) || text.startsWith('0000')) return undefined
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8))]
  if (month < 1 || month > 12 || day < 1) return undefined
  // Every month has its first 28 days; only the others need a calendar.
  return day <= 28 || fromUtc(Date.parse(`${text.slice(0, 8)}01T00:00:00Z`) + (day - 1) * dayMs) === text
    ? (text as PlainDate)
    : undefined
}

/** The date `days` after (or, negative, before) a date. */
export const addDays = (date: PlainDate, days: number): PlainDate => fromUtc(toUtc(date) + days * dayMs)

/** Whole days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: PlainDate, to: PlainDate): number => Math.round((toUtc(to) - toUtc(from)) / dayMs)

/** Day of the week, 0 = Sunday to 6 = Saturday. */
export const weekdayOf = (date: PlainDate): number => new Date(toUtc(date)).getUTCDay()

/**
 * "Today": the calendar date, in a time zone, of an instant minus `boundaryHour` hours
 * (docs/contract/booking.md#nights-and-holidays). Throws RangeError for a time zone that does not exist.
 *
 * @param timeZone name of an IANA time zone
 * @param boundaryHour hour of the local day at which the business date changes, 0 to 23
 */
export function businessDate(now: Date, timeZone: string, boundaryHour: number): PlainDate {
  const minute = Math.floor(now.getTime() / minuteMs)
  const key = `${minute} ${timeZone} ${boundaryHour}`
  if (latest.key !== key) latest = { key, date: computeBusinessDate(now, timeZone, boundaryHour) }
  return latest.date
}

/** The latest business date: a day begins with a whole minute everywhere, and to compute it takes a hundred times as long. */
let latest = { key: '', date: '' as PlainDate }

function computeBusinessDate(now: Date, timeZone: string, boundaryHour: number): PlainDate {
  const local = toZonedTime(now.getTime() - boundaryHour * hourMs, timeZone)
  return fromUtc(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()))
}

/** The instant at which a date begins in a time zone. */
export const startOfDate = (date: PlainDate, timeZone: string): Date => fromZonedTime(`${date}T00:00:00`, timeZone)
