import type { PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'

/** A night and the sites of a zone that bookings take then. */
export type NightLoad = { night: PlainDate; sites: number }

// The two parts of the union match the two indexes of booking_zone, as in booking.remaining_sites.
const fullestNight = {
  name: 'fullest-night-of-zone',
  text: /* sql */ `
    with occupying as (
      select booking_zone.stay, booking_zone.quantity, booking_zone.status
      from booking.booking_zone
      where booking_zone.zone_id = $1
        and lower(booking_zone.stay) > $2::date - 7
        and upper(booking_zone.stay) > $2::date
        and upper(booking_zone.stay) - lower(booking_zone.stay) <= 7
        and booking_zone.status <> 'cancelled'
      union all
      select booking_zone.stay, booking_zone.quantity, booking_zone.status
      from booking.booking_zone
      where booking_zone.zone_id = $1
        and upper(booking_zone.stay) > $2::date
        and upper(booking_zone.stay) - lower(booking_zone.stay) > 7
        and booking_zone.status <> 'cancelled'
    ),
    counted as (
      select greatest(lower(occupying.stay), $2::date) as first_night, upper(occupying.stay) as free_night, occupying.quantity
      from occupying
      join booking.policy on policy.id = 1 and occupying.status = any (policy.occupying_statuses)
    ),
    change as (
      select first_night as night, quantity as sites
      from counted
      union all
      select free_night, -quantity
      from counted
    ),
    load as (
      select night, sum(sum(sites)) over (order by night) as sites
      from change
      group by night
    )
    select night::text, sites::integer
    from load
    where sites > 0
    order by load.sites desc, night
    limit 1`,
}

/** The night from a date on, on which bookings that occupy by the policy take the most sites of a zone; undefined without any. */
export async function findFullestNight(tx: Queryable, zoneId: string, from: PlainDate): Promise<NightLoad | undefined> {
  const { rows } = await tx.query<NightLoad>({ ...fullestNight, values: [zoneId, from] })
  return rows[0]
}
