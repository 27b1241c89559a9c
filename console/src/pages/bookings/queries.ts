import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'

export type BookingLine = Schemas['AdminBookingListItem']
export type Booking = Schemas['AdminBookingDetail']

export const useBooking = (id: string) =>
  useQuery({ queryKey: ['booking', id], queryFn: () => client().admin.getAdminBooking({ id }) })
