import { type BookingListItem, bookingListItemSchema } from '@campstore/contract/booking/schemas'
import { columnList } from '@campstore/database/column-list'
import type { Queryable } from '@campstore/database/database'

/** A booking: a row of the view `booking.member_booking`, with times as texts. */
export type StoredBooking = BookingListItem

const { bookingId: _, ...fields } = bookingListItemSchema.shape
const bookingColumns = columnList('member_booking', Object.keys(fields))

/** A customer's latest bookings, newest first. */
export async function findLatestBookings(
  database: Queryable,
  customerId: string,
  limit: number,
): Promise<StoredBooking[]> {
  const { rows } = await database.query<StoredBooking>({
    name: 'bookings-of-customer',
    text: /* sql */ `
      select
        id as "bookingId",
        ${bookingColumns}
      from booking.member_booking
      where customer_id = $1
      order by created_at desc, id desc
      limit $2`,
    values: [customerId, limit],
  })
  return rows
}
