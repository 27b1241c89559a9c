declare const brand: unique symbol

/** A calendar date without time or zone, `YYYY-MM-DD`. Such strings compare and sort as dates do. */
export type PlainDate = string & { readonly [brand]: 'PlainDate' }

const dayMs = 86_400_000
const shape = /^(\d{4})-(\d{2})-(\d{2})$/

const toUtc = (date: PlainDate): number => Date.parse(`${date}T00:00:00Z`)
const fromUtc = (time: number): PlainDate => new Date(time).toISOString().slice(0, 10) as PlainDate

/** The date that a text names, or undefined when it is none (`2027-02-30`, `tomorrow`). */
export function parsePlainDate(text: string): PlainDate | undefined {
  if (!shape.test(text) || text.startsWith('0000')) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && fromUtc(time) === text ? (text as PlainDate) : undefined
}

/** The date `days` after (or, negative, before) a date. */
export const addDays = (date: PlainDate, days: number): PlainDate => fromUtc(toUtc(date) + days * dayMs)

/** Whole days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: PlainDate, to: PlainDate): number => Math.round((toUtc(to) - toUtc(from)) / dayMs)

/** Day of the week, 0 = Sunday to 6 = Saturday. */
export const weekdayOf = (date: PlainDate): number => new Date(toUtc(date)).getUTCDay()

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formats instants as dates of a time zone; making a formatter costs a thousand times what using one does. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formatters.set(timeZone, made)
  return made
}

/**
 * "Today": the calendar date, in a time zone, of an instant minus `boundaryHour` hours (decisions.md, 4).
 *
 * @param timeZone name of an IANA time zone
 * @param boundaryHour hour of the local day at which the business date changes, 0 to 23
 * @throws {RangeError} for a time zone that does not exist
 */
export const businessDate = (now: Date, timeZone: string, boundaryHour: number): PlainDate =>
  formatterOf(timeZone).format(now.getTime() - boundaryHour * 3_600_000) as PlainDate
