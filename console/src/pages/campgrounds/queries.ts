import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type ItemOf, type Schemas } from '../../app/client.ts'

export type Campground = Schemas['Campground']
export type Zone = Campground['zones'][number]
export type RentalListing = ItemOf<'listRentalListings'>

export const useCampground = (id: string) =>
  useQuery({
    queryKey: ['campgrounds', 'detail', id],
    queryFn: ({ signal }) => client().admin.getAdminCampground({ id }, { signal }),
  })

/**
 * The bookings of a zone from today on.
 *
 * @param above only ones with a night on which more sites than this are taken
 */
export const useBookingsOfZone = (id: string, above: number, page: number, enabled: boolean) =>
  useQuery({
    queryKey: ['zones', 'bookings', id, above, page],
    queryFn: ({ signal }) => client().admin.listBookingsOfZone({ id, above, page, size: 10 }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  })

export const useListings = (campgroundId: string, page: number) =>
  useQuery({
    queryKey: ['rental-listings', campgroundId, page],
    queryFn: ({ signal }) => client().admin.listRentalListings({ campgroundId, page }, { signal }),
    placeholderData: keepPreviousData,
  })
