import type { AdminBookingDetail, StatusHistoryEntry } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'

/** What only administrators see of a booking. */
export type CustomerAndHistory = Pick<AdminBookingDetail, 'customer' | 'statusHistory'>

type HistoryRow = {
  from: string | null
  to: string
  at: string
  actorType: StatusHistoryEntry['actor']['type']
  actorId: string | null
  reason: string | null
}

/** Whose a booking is, as of its creation, and its history from the first entry on. */
export async function readCustomerAndHistory(database: Queryable, bookingId: string): Promise<CustomerAndHistory> {
  const customers = await database.query<CustomerAndHistory['customer']>(
    /* sql */ `
    select customer_id as id, customer_name as name, customer_email as email
    from booking.booking
    where id = $1`,
    [bookingId],
  )
  const history = await database.query<HistoryRow>(
    /* sql */ `
    select from_status as "from", to_status as "to", at, actor_type as "actorType", actor_id as "actorId", reason
    from booking.status_history
    where booking_id = $1
    order by id`,
    [bookingId],
  )
  return {
    customer: customers.rows[0] ?? { id: '', name: '', email: '' },
    statusHistory: history.rows.map(({ actorType, actorId, at, ...entry }) => ({
      ...entry,
      at: new Date(at).toISOString(),
      actor: { type: actorType, id: actorId },
    })),
  }
}
