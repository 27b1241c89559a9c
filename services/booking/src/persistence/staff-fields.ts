import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import { bookingNames } from '../names.ts'

/** What only administrators see of a booking. */
export type StaffFields = Pick<AdminBookingDetail, 'customer' | 'statusHistory'>

const customerOfBooking = /* sql */ `
  select
    booking.customer_id as id,
    booking.customer_name as name,
    booking.customer_email as email,
    booking.customer_email_verified and booking.customer_email <> '' as "emailVerified",
    contact.phone
  from booking.booking
  left join member.customer_contact contact on contact.id = booking.customer_id
  where booking.id = $1`

/** The customer of a booking as of its creation, with the account's present phone number; its status history, oldest first. */
export async function readStaffFields(database: Queryable, bookingId: string): Promise<StaffFields> {
  const { rows } = await database.query<StaffFields['customer']>(customerOfBooking, [bookingId])
  const customer = rows[0] ?? { id: '', name: '', email: '', emailVerified: false, phone: null }
  return { customer, statusHistory: await readHistory(database, bookingNames, bookingId) }
}
