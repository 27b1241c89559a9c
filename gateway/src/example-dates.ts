const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** The first day of the earliest stay in the examples of the documents. */
const firstStayMs = Date.UTC(2026, 11, 6)

/** By how many weeks examples are moved, so that the earliest of their stays begins within the second week from now, or later. */
const weeksAt = (nowMs: number): number => Math.max(0, Math.ceil((nowMs + weekMs - firstStayMs) / weekMs))

/**
 * A text with the dates of its examples moved by whole weeks, so that stays can be booked as they are written, on the same days of
 * the week. Only dates from November 2026 to the end of 2027 are of examples. A New Year's Day becomes a later one.
 */
export function withFutureDates(text: string, nowMs: number): string {
  const weeks = weeksAt(nowMs)
  if (weeks === 0) return text
  return text.replace(/\b(?:2026-1[12]|2027-\d\d)-\d\d(?!\d)/g, date => movedBy(date, weeks))
}

function movedBy(date: string, weeks: number): string {
  const ms = Date.parse(date)
  // 2027-02-30 is an example of a refused date.
  if (Number.isNaN(ms) || isoDate(ms) !== date) return date
  const moved = isoDate(ms + weeks * weekMs)
  return date.endsWith('-01-01') ? `${Number(moved.slice(0, 4)) + 1}-01-01` : moved
}

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * A value made from texts with dates, at its first use, so that starts are fast, and again when the dates move.
 *
 * @param make is given the moment whose dates count, in milliseconds
 */
export function currentlyMade<Made>(make: (nowMs: number) => Made, now: () => number = Date.now): () => Made {
  let last: { weeks: number; made: Made } | undefined
  return () => {
    const weeks = weeksAt(now())
    if (last?.weeks !== weeks) last = { weeks, made: make(now()) }
    return last.made
  }
}
