import type { BookingListItem } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'

/** A booking: a row of the view `booking.member_booking`, with times as texts. */
export type StoredBooking = BookingListItem

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
        status,
        payment_status as "paymentStatus",
        campground_name as "campgroundName",
        region,
        check_in as "checkIn",
        check_out as "checkOut",
        guest_count as "guestCount",
        final_amount as "finalAmount",
        created_at as "createdAt"
      from booking.member_booking
      where customer_id = $1
      order by created_at desc, id desc
      limit $2`,
    values: [customerId, limit],
  })
  return rows
}
