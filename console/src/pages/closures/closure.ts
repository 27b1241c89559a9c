import type { QueryOf, Schemas } from '../../app/client.ts'
import { isDay } from '../../lib/days.ts'

export type Closure = Schemas['CampgroundClosure']

/** Dates of a closure; dates of the other type are null or absent. */
export type ClosureDates = Partial<
  Pick<Closure, 'campgroundId' | 'closureType' | 'startDate' | 'endDate' | 'weekday' | 'effectiveFrom' | 'effectiveTo'>
>

/** The API query for the dates of a new closure; undefined while they are incomplete. */
export function affectedOf(dates: ClosureDates): QueryOf<'listAffectedBookings'> | undefined {
  const { campgroundId, closureType, startDate, endDate, weekday, effectiveFrom, effectiveTo } = dates
  if (!campgroundId) return undefined
  if (closureType === 'date_range') {
    if (!isDay(startDate) || !isDay(endDate) || endDate < startDate) return undefined
    return { campgroundId, closureType, startDate, endDate }
  }
  if (closureType !== 'weekly' || weekday === null || weekday === undefined) return undefined
  if ([effectiveFrom, effectiveTo].some(day => day && !isDay(day))) return undefined
  if (effectiveFrom && effectiveTo && effectiveTo < effectiveFrom) return undefined
  return {
    campgroundId,
    closureType,
    weekday: `${weekday}`,
    ...(effectiveFrom && { effectiveFrom }),
    ...(effectiveTo && { effectiveTo }),
  }
}
