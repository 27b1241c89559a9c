import type { Schemas } from '../../app/client.ts'

export type BookingLine = Schemas['AdminBookingListItem']
export type Booking = Schemas['AdminBookingDetail']
