import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type QueryOf, type Schemas } from '../../app/client.ts'

export type BookingLine = Schemas['AdminBookingListItem']
export type Booking = Schemas['AdminBookingDetail']

export const useBookings = (query: QueryOf<'listAdminBookings'>) =>
  useQuery({
    queryKey: ['bookings', query],
    queryFn: () => client().admin.listAdminBookings(query),
    placeholderData: keepPreviousData,
  })

export const useBooking = (id: string) =>
  useQuery({ queryKey: ['booking', id], queryFn: () => client().admin.getAdminBooking({ id }) })
