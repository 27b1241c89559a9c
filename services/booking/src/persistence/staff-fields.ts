import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import { bookingNames } from '../names.ts'

/** What only administrators see of a booking: locations are by rental listing. */
export type StaffFields = Pick<AdminBookingDetail, 'customer' | 'statusHistory'> & {
  locations: Readonly<Record<string, string>>
}

const staffFieldsOfBooking = /* sql */ `
  select
    json_build_object(
      'id', booking.customer_id, 'name', booking.customer_name, 'email', booking.customer_email,
      'emailVerified', booking.customer_email_verified and booking.customer_email <> '', 'phone', contact.phone
    ) as customer,
    (
      select coalesce(json_object_agg(rental_listing_id, location_id), '{}')
      from booking.rental_reservation
      where booking_id = booking.id
    ) as locations
  from booking.booking
  left join member.customer_contact contact on contact.id = booking.customer_id
  where booking.id = $1`

/**
 * The customer of a booking as of its creation, with the account's present phone number; the locations of its rentals; its status
 * history, oldest first.
 */
export async function readStaffFields(database: Queryable, bookingId: string): Promise<StaffFields> {
  const { rows } = await database.query<Omit<StaffFields, 'statusHistory'>>(staffFieldsOfBooking, [bookingId])
  const { customer = { id: '', name: '', email: '', emailVerified: false, phone: null }, locations = {} } =
    rows[0] ?? {}
  return { customer, locations, statusHistory: await readHistory(database, bookingNames, bookingId) }
}
