import type { Queryable } from '@campstore/database/database'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { type Booking, type BookingRow, listedColumns, toBooking } from './bookings.ts'

/** The occupying stays between the first and the last day of the closure. */
const candidates = /* sql */ `
  booking.closure
  join booking.policy on policy.id = 1
  join booking.booking
    on booking.campground_id = closure.campground_id
    and booking.status = any (policy.occupying_statuses)
    and booking.check_in <= coalesce(closure.end_date, closure.effective_to, 'infinity')
    and booking.check_out > coalesce(closure.start_date, closure.effective_from, '-infinity')`

/** Whether the closure closes a night of the stay. */
const isAffected = /* sql */ `exists (
  select
  from booking.overlapping_closures(closure.campground_id, daterange(booking.check_in, booking.check_out)) overlapping
  where overlapping.closure_id = closure.id
)`

/**
 * Bookings with a night that a closure closes and a status that occupies by the policy, by check-in, then id
 * (docs/contract/admin.md#closures). Without a policy no status occupies.
 */
export async function findAffectedBookings(
  findPage: FindPage,
  closureId: number,
  paging: { page: number; size: number },
): Promise<FoundPage<Booking>> {
  const { items, totalElements } = await findPage<BookingRow>({
    ...paging,
    columns: listedColumns,
    from: candidates,
    conditions: [
      { sql: 'closure.id = ?', values: [closureId] },
      { sql: isAffected, values: [] },
    ],
    orderBy: { field: 'booking.check_in', id: 'booking.id', direction: 'asc' },
  })
  return { items: items.map(toBooking), totalElements }
}

/** Whether a booking has a night that a closure closes, in any status, and whether it is paid; undefined for an unknown booking. */
export async function findEffect(
  database: Queryable,
  closureId: number,
  bookingId: string,
): Promise<{ isAffected: boolean; isPaid: boolean } | undefined> {
  const { rows } = await database.query<{ isAffected: boolean; isPaid: boolean }>(
    /* sql */ `
    select
      booking.payment_status = 'paid' as "isPaid",
      exists (
        select
        from booking.closure
        where closure.id = $1 and closure.campground_id = booking.campground_id and ${isAffected}
      ) as "isAffected"
    from booking.booking
    where booking.id = $2`,
    [closureId, bookingId],
  )
  return rows[0]
}
