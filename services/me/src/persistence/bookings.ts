import type { BookingListItem } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'

/** A booking as booking shows it to others: times are texts, as the driver leaves them. */
export type StoredBooking = BookingListItem

const bookingsOfCustomer = {
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
}

/** A customer's latest bookings, newest first. */
export async function findLatestBookings(
  database: Queryable,
  customerId: string,
  atMost: number,
): Promise<StoredBooking[]> {
  const { rows } = await database.query<StoredBooking>({ ...bookingsOfCustomer, values: [customerId, atMost] })
  return rows
}
