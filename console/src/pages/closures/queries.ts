import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type QueryOf, type Schemas } from '../../app/client.ts'

export type Closure = Schemas['CampgroundClosure']

/** Dates of a closure; dates of the other type are null or absent. */
export type ClosureDates = Partial<
  Pick<Closure, 'campgroundId' | 'closureType' | 'startDate' | 'endDate' | 'weekday' | 'effectiveFrom' | 'effectiveTo'>
>

export const useClosure = (id: number) =>
  useQuery({
    queryKey: ['closure', id],
    queryFn: ({ signal }) => client().admin.getClosure({ id: String(id) }, { signal }),
  })

/** The number of bookings on a page: as many as one action cancels. */
const affectedSize = 50

/** The bookings that a closure affects. */
export const useBookingsOfClosure = (id: number, page: number) =>
  useQuery({
    queryKey: ['closure', id, 'bookings', page],
    queryFn: ({ signal }) =>
      client().admin.listBookingsOfClosure({ id: String(id), page, size: affectedSize }, { signal }),
    placeholderData: keepPreviousData,
  })

type Affected = QueryOf<'listAffectedBookings'>

/** The API query for the dates of a new closure; undefined while they are incomplete. */
export function affectedOf(dates: ClosureDates): Affected | undefined {
  const { campgroundId, closureType, startDate, endDate, weekday, effectiveFrom, effectiveTo } = dates
  if (!campgroundId) return undefined
  if (closureType === 'date_range') {
    if (!startDate || !endDate || endDate < startDate) return undefined
    return { campgroundId, closureType, startDate, endDate }
  }
  if (closureType !== 'weekly' || weekday === null || weekday === undefined) return undefined
  if (effectiveFrom && effectiveTo && effectiveTo < effectiveFrom) return undefined
  return {
    campgroundId,
    closureType,
    weekday: `${weekday}`,
    ...(effectiveFrom && { effectiveFrom }),
    ...(effectiveTo && { effectiveTo }),
  }
}

/** The bookings that a closure would affect. */
export const useAffected = (query: Affected | undefined, page: number) =>
  useQuery({
    queryKey: ['affected', query, page],
    queryFn: ({ signal }) => {
      if (query === undefined) throw new Error('The dates are not complete')
      return client().admin.listAffectedBookings({ ...query, page, size: 10 }, { signal })
    },
    placeholderData: keepPreviousData,
    enabled: query !== undefined,
  })
