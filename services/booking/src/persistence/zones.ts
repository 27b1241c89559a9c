import type { PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'
import { firstRow } from '@campstore/database/rows'

/** A night and the sites of a zone that bookings take then. */
export type NightLoad = { night: PlainDate; sites: number }

const excludeHolds = /* sql */ `
  select pg_advisory_xact_lock(booking.sites_lock(campground_id)), set_config('campstore.has_compared', id, true)
  from booking.zone
  where id = $1`

const fullestNight = /* sql */ `
  select night::text, taken as sites
  from booking.taken_nights($1, daterange($2, null))
  where taken > 0
  order by taken desc, night
  limit 1`

/**
 * The night from a date on, on which bookings that occupy by the policy take the most sites of a locked zone; undefined without any. Holds
 * of the zone's campground wait until the transaction ends, and the second statement sees all of those before.
 */
export async function lockFullestNight(tx: Queryable, zoneId: string, from: PlainDate): Promise<NightLoad | undefined> {
  await tx.query(excludeHolds, [zoneId])
  return firstRow<NightLoad>(tx, fullestNight, [zoneId, from])
}

const nightsOfBookingsLocked = {
  name: 'nights-of-bookings-locked',
  text: /* sql */ `
    select
    from booking.booking_zone line
    join booking.zone_night on zone_night.zone_id = line.zone_id
      and zone_night.night >= lower(line.stay) and zone_night.night < upper(line.stay)
    where line.booking_id = any ($1)
    order by zone_night.zone_id, zone_night.night
    for no key update of line, zone_night`,
}

/** Locks the nights of some bookings in the order of every other transaction, for one that changes more than one booking. */
export const lockNightsOfBookings = (tx: Queryable, bookingIds: readonly string[]): Promise<unknown> =>
  tx.query({ ...nightsOfBookingsLocked, values: [bookingIds] })
