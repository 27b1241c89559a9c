import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import { readRefunds, type StoredRefunds } from '@campstore/holds/refund-reads'
import { notesOf } from '@campstore/service/notes'
import { bookingNames } from '../names.ts'
import { changesOf } from './stay-changes.ts'

/** Bookings with whom to call, as far as the account is there. */
export const bookingsWithContact = /* sql */ `
  booking.booking
  left join member.customer_contact contact on contact.id = booking.customer_id`

/**
 * Name of the customer, as staff read it and sort by it. It is looked up for each booking: the planner expects many times as many
 * stays on a day as there are, and would read every customer to join them.
 */
export const nameOfCustomer = /* sql */ `coalesce(
  (select customer.name from member.customer_contact customer where customer.id = booking.customer_id),
  booking.customer_name
)`

/** The customer as a list names one. */
export const namedCustomerColumn = /* sql */ `
  json_build_object('id', booking.customer_id, 'name', ${nameOfCustomer}) as customer`

/** The customer: the account's present data, or the booking's own without an account (docs/contract/admin.md#stays). */
export const contactColumn = /* sql */ `
  json_build_object(
    'id', booking.customer_id,
    'name', coalesce(contact.name, booking.customer_name),
    'email', coalesce(contact.email, booking.customer_email),
    'emailVerified', coalesce(contact.email_verified, booking.customer_email_verified and booking.customer_email <> ''),
    'phone', contact.phone
  ) as customer`

/** What only administrators see of a booking. */
export type StaffFields = Pick<AdminBookingDetail, 'changes' | 'customer' | 'statusHistory' | 'notes'> & StoredRefunds

/** Where the notes of staff about bookings are. */
export const bookingNotes = { table: 'booking.note', column: 'booking_id' }

const customerOfBooking = /* sql */ `
  select
    booking.customer_id as id,
    booking.customer_name as name,
    booking.customer_email as email,
    booking.customer_email_verified and booking.customer_email <> '' as "emailVerified",
    contact.phone,
    ${changesOf('booking.id')} as changes,
    ${notesOf(bookingNotes, 'booking.id')} as notes
  from booking.booking
  left join member.customer_contact contact on contact.id = booking.customer_id
  where booking.id = $1`

/** The customer of a booking as of its creation, with the account's present phone number; its changes, notes and history. */
export async function readStaffFields(database: Queryable, bookingId: string): Promise<StaffFields> {
  const { rows } = await database.query<StaffFields['customer'] & Pick<StaffFields, 'changes' | 'notes'>>(
    customerOfBooking,
    [bookingId],
  )
  const none = { id: '', name: '', email: '', emailVerified: false, phone: null, changes: [], notes: [] }
  const { changes, notes, ...customer } = rows[0] ?? none
  const refunds = await readRefunds(database, bookingNames, bookingId)
  return { customer, changes, notes, ...refunds, statusHistory: await readHistory(database, bookingNames, bookingId) }
}
