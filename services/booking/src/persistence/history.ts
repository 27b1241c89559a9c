import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import { bookingNames } from '../names.ts'

/** What only administrators see of a booking. */
export type CustomerAndHistory = Pick<AdminBookingDetail, 'customer' | 'statusHistory'>

/** Whose a booking is, as of its creation, and its history from the first entry on. */
export async function readCustomerAndHistory(database: Queryable, bookingId: string): Promise<CustomerAndHistory> {
  const customers = await database.query<CustomerAndHistory['customer']>(
    /* sql */ `
    select customer_id as id, customer_name as name, customer_email as email
    from booking.booking
    where id = $1`,
    [bookingId],
  )
  return {
    customer: customers.rows[0] ?? { id: '', name: '', email: '' },
    statusHistory: await readHistory(database, bookingNames, bookingId),
  }
}
