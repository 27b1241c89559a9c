/** Asia/Taipei is this far from UTC all year, in milliseconds and as ISO 8601 writes it. */
const offsetMs = 8 * 3_600_000
const offset = '+08:00'

/** A timestamp as date and time in Asia/Taipei, `2026-11-24T09:30`; empty for an empty text. */
export const toLocal = (instant: string): string =>
  instant === '' ? '' : new Date(Date.parse(instant) + offsetMs).toISOString().slice(0, 16)

/** The timestamp of date and time in Asia/Taipei; empty for an empty text. */
export const fromLocal = (local: string): string => (local === '' ? '' : `${local.slice(0, 16)}:00${offset}`)
