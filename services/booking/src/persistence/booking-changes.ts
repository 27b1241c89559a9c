import type { Queryable } from '@campstore/database/database'
import { type Booking, type BookingRow, bookingWithSnapshots, toBooking } from './bookings.ts'

/** A booking, and the entry of its history that made it what it is. */
export type ChangedBooking = { id: string; booking: Booking }

const changedBookings = {
  name: 'changed-bookings',
  text: /* sql */ `
    select ${bookingWithSnapshots}, latest.entry
    from unnest($1::text[], $2::text[]) as known (booking_id, entry)
    cross join lateral (
      select coalesce(max(id), 0)::text as entry
      from booking.status_history
      where booking_id = known.booking_id
    ) latest
    join booking.booking on booking.id = known.booking_id
    where latest.entry is distinct from known.entry`,
}

/**
 * The bookings whose history has another latest entry than is known, by id.
 *
 * @param known the latest known entries by booking; undefined where none is
 */
export async function findChangedBookings(
  database: Queryable,
  known: ReadonlyMap<string, string | undefined>,
): Promise<Map<string, ChangedBooking>> {
  const values = [[...known.keys()], [...known.values()].map(entry => entry ?? null)]
  const { rows } = await database.query<BookingRow & { entry: string }>({ ...changedBookings, values })
  return new Map(rows.map(({ entry, ...row }) => [row.id, { id: entry, booking: toBooking(row) }]))
}
