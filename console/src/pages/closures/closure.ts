import { affectedQuerySchema } from '@campstore/contract/admin/closures'
import type { QueryOf, Schemas } from '../../app/client.ts'

export type Closure = Schemas['CampgroundClosure']

/** Dates of a closure; dates of the other type are null or absent. */
export type ClosureDates = Partial<
  Pick<Closure, 'campgroundId' | 'closureType' | 'startDate' | 'endDate' | 'weekday' | 'effectiveFrom' | 'effectiveTo'>
>

/** The API query for the dates of a new closure; undefined while they are incomplete. */
export function affectedOf(dates: ClosureDates): QueryOf<'listAffectedBookings'> | undefined {
  const { campgroundId, closureType, startDate, endDate, weekday, effectiveFrom, effectiveTo } = dates
  const all = {
    campgroundId,
    closureType,
    startDate,
    endDate,
    weekday: weekday?.toString(),
    effectiveFrom,
    effectiveTo,
  }
  const written = Object.fromEntries(Object.entries(all).filter(([, value]) => value))
  // What the schema takes is a query.
  return affectedQuerySchema.safeParse(written).success
    ? (written as unknown as QueryOf<'listAffectedBookings'>)
    : undefined
}
