import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'

export type BookingLine = Schemas['BookingListItem']
export type Booking = Schemas['AdminBookingDetail']

type ListQuery = NonNullable<Parameters<ReturnType<typeof client>['admin']['listAdminBookings']>[0]>

export const useBookings = (query: ListQuery) =>
  useQuery({
    queryKey: ['bookings', query],
    queryFn: () => client().admin.listAdminBookings(query),
    placeholderData: before => before,
  })

export const useBooking = (id: string) =>
  useQuery({ queryKey: ['booking', id], queryFn: () => client().admin.getAdminBooking({ id }) })
