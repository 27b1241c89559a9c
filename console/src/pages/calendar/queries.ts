import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'

export type OccupancyQuery = { campgroundId?: string; from: string; days: number }

/** How full each zone is, night by night. */
export const useOccupancy = (query: OccupancyQuery) =>
  useQuery({
    queryKey: ['occupancy', query],
    queryFn: ({ signal }) => client().admin.listOccupancy(query, { signal }),
    placeholderData: keepPreviousData,
  })

export type RentalsQuery = { campgroundId?: string; day: string }

/** What each location rents out on a day. */
export const useRentals = (query: RentalsQuery) =>
  useQuery({
    queryKey: ['rentals', query],
    queryFn: ({ signal }) => client().admin.listRentals(query, { signal }),
    placeholderData: keepPreviousData,
  })

/** The stays that have a night, unpaid holds too. */
export const useStaysOfNight = (query: { campgroundId: string; day: string; page: number }) =>
  useQuery({
    queryKey: ['stays', 'staying', query],
    queryFn: ({ signal }) =>
      client().admin.listStays({ ...query, kind: 'staying', paymentStatus: ['paid', 'unpaid'], size: 50 }, { signal }),
    placeholderData: keepPreviousData,
  })
