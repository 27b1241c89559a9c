import type { Queryable } from '@campstore/database/database'
import { type Booking, type BookingRow, bookingWithSnapshots, toBooking } from './bookings.ts'

/** A booking, and how many entries its history has. */
export type ChangedBooking = { id: string; booking: Booking }

const changedBookings = {
  name: 'changed-bookings',
  text: /* sql */ `
    select ${bookingWithSnapshots}, history.entries
    from unnest($1::text[], $2::text[]) as known (booking_id, entries)
    cross join lateral (
      select count(*)::text as entries
      from booking.status_history
      where booking_id = known.booking_id
    ) history
    join booking.booking on booking.id = known.booking_id
    where history.entries is distinct from known.entries`,
}

/**
 * The bookings whose history has another number of entries than is known, by id. Clients see that number, so it is the booking's
 * own: the entries' ids count the changes of all bookings, and would tell how much is sold.
 *
 * @param known the known numbers of entries by booking; undefined where none is
 */
export async function findChangedBookings(
  database: Queryable,
  known: ReadonlyMap<string, string | undefined>,
): Promise<Map<string, ChangedBooking>> {
  const values = [[...known.keys()], [...known.values()].map(entries => entries ?? null)]
  const { rows } = await database.query<BookingRow & { entries: string }>({ ...changedBookings, values })
  return new Map(rows.map(({ entries, ...row }) => [row.id, { id: entries, booking: toBooking(row) }]))
}
