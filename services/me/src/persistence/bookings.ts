import { bookingListItemSchema } from '@campstore/contract/booking/schemas'
import { columnList } from '@campstore/database/column-list'
import type { CustomerList } from '@campstore/database/customer-page'

const { bookingId: _, ...fields } = bookingListItemSchema.shape

/** A customer's bookings, newest first: rows of the view `booking.member_booking`, with times as texts. */
export const bookingsOfCustomer: CustomerList = {
  name: 'bookings',
  columns: `id as "bookingId", ${columnList('member_booking', Object.keys(fields))}`,
  table: 'booking.member_booking',
  orderBy: 'created_at desc, id desc',
}
