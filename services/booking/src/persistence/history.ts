import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import { readHistory } from '@campstore/holds/history'
import { bookingNames } from '../names.ts'

/** The fields of a booking that only administrators see. */
export type CustomerAndHistory = Pick<AdminBookingDetail, 'customer' | 'statusHistory'>

/** The customer of a booking, as of its creation, and its status history, oldest first. */
export async function readCustomerAndHistory(database: Queryable, bookingId: string): Promise<CustomerAndHistory> {
  const customers = await database.query<CustomerAndHistory['customer']>(
    /* sql */ `
    select customer_id as id, customer_name as name, customer_email as email,
      customer_email_verified and customer_email <> '' as "emailVerified"
    from booking.booking
    where id = $1`,
    [bookingId],
  )
  return {
    customer: customers.rows[0] ?? { id: '', name: '', email: '', emailVerified: false },
    statusHistory: await readHistory(database, bookingNames, bookingId),
  }
}
