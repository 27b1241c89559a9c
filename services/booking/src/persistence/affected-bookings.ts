import type { FindPage } from '@campstore/database/pagination'
import type { FoundBookings } from './booking-list.ts'
import { type BookingRow, listedColumns, toBooking } from './bookings.ts'

/** The occupying stays that may be touched; {@link touched} then looks at their nights. */
const nearBookings = /* sql */ `
  booking.closure
  join booking.policy on policy.id = 1
  join booking.booking
    on booking.campground_id = closure.campground_id
    and booking.status = any (policy.occupying_statuses)
    and booking.check_in <= coalesce(closure.end_date, closure.effective_to, 'infinity')
    and booking.check_out > coalesce(closure.start_date, closure.effective_from, '-infinity')`

const touched = /* sql */ `exists (
  select
  from booking.closures_touching(closure.campground_id, daterange(booking.check_in, booking.check_out)) touching
  where touching.closure_id = closure.id
)`

/**
 * Bookings a night of which a closure closes and whose status the policy says occupies (decisions.md, 9), by check-in, then
 * id. Without a policy nothing occupies.
 */
export async function findTouchedBookings(
  findPage: FindPage,
  closureId: number,
  paging: { page: number; size: number },
): Promise<FoundBookings> {
  const { items, totalElements } = await findPage<BookingRow>({
    ...paging,
    columns: listedColumns,
    from: nearBookings,
    conditions: [
      { sql: 'closure.id = ?', values: [closureId] },
      { sql: touched, values: [] },
    ],
    orderBy: { field: 'booking.check_in', id: 'booking.id', direction: 'asc' },
  })
  return { items: items.map(toBooking), totalElements }
}
