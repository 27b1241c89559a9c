import type { History, HoldRecord, RequestRecord } from '../history.ts'

/** A rule that was broken. */
export type Violation = {
  rule: string
  /** The booking or order that it is about. */
  subject?: string | undefined
  message: string
}

/** Requests about bookings and orders, by the id of those. */
export const requestsBySubject = ({ requests }: Pick<History, 'requests'>): Map<string, RequestRecord[]> =>
  Map.groupBy(
    requests.filter(({ kind, subject }) => kind !== undefined && subject !== undefined),
    ({ subject = '' }) => subject,
  )

/** Bookings and orders in the database, by id. */
export const holdsById = ({ storedHolds }: { storedHolds: readonly HoldRecord[] }): Map<string, HoldRecord> =>
  new Map(storedHolds.map(hold => [hold.id, hold]))

/** An instant as it is printed: the time of day with milliseconds. */
export const clockTime = (at: number): string => new Date(at).toISOString().slice(11, 23)
