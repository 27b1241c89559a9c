import type { FindPage } from '@campstore/database/listing'
import type { FoundBookings } from './booking-list.ts'
import { type BookingRow, listedColumns, toBooking } from './bookings.ts'

/**
 * The occupying stays that may be touched, found by an index; {@link touched} then looks at their nights. A closure without
 * bounds may touch any stay, so the index also has the status: most bookings there ever were no longer occupy. `offset 0`
 * makes PostgreSQL look each status up, instead of reading all of them and comparing afterwards.
 */
const nearBookings = /* sql */ `
  booking.closure
  join booking.policy on policy.id = 1
  cross join lateral unnest(policy.occupying_statuses) as occupying (status)
  cross join lateral (
    select *
    from booking.booking
    where booking.campground_id = closure.campground_id
      and booking.status = occupying.status
      and daterange(booking.check_in, booking.check_out) && daterange(
        coalesce(closure.start_date, closure.effective_from),
        coalesce(closure.end_date, closure.effective_to),
        '[]'
      )
    offset 0
  ) booking`

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
