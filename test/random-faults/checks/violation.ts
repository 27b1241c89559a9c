import type { History, RequestRecord } from '../history.ts'
import type { Stored } from '../stored.ts'

/** A rule that was broken. */
export type Violation = {
  rule: string
  /** The booking or order that it is about. */
  subject?: string | undefined
  message: string
}

/** What is checked: what was seen from outside, and what the database contains at the end. */
export type Evidence = { history: History; stored: Stored }

/** Requests about bookings and orders, by the id of those. */
export const requestsBySubject = (requests: readonly RequestRecord[]): Map<string, RequestRecord[]> =>
  Map.groupBy(
    requests.filter(({ kind, subject }) => kind !== undefined && subject !== undefined),
    ({ subject = '' }) => subject,
  )

/** Bookings and orders in the database, by id. */
export const holdsById = ({ holds }: Stored) => new Map(holds.map(hold => [hold.id, hold]))

/** An instant as it is printed: the time of day with milliseconds. */
export const clockTime = (at: number): string => new Date(at).toISOString().slice(11, 23)
