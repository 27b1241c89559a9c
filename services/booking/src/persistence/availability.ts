import type { Queryable } from '@campstore/database/database'
import type { Stay } from '../domain/stay.ts'
import { type PolicyColumn, policyJson } from './policy.ts'

/** What an availability query needs to know, read in one statement. */
export type AvailabilityFacts = PolicyColumn & {
  active: boolean | null
  closed: boolean | null
  zones: { zoneId: string; remaining: number }[] | null
}

/**
 * Campground, closures and remaining sites of the asked zones. Zones of another campground are left out. Nothing is
 * counted for a stay longer than the policy allows, so that no request can ask for a million nights.
 */
const availabilityOfZones = {
  name: 'availability-of-zones',
  text: /* sql */ `
    with asked as (
      select daterange($2::date, $3::date) as stay, ${policyJson} as policy
    ),
    countable as (
      select stay from asked where $3::date - $2::date <= (policy ->> 'maxNights')::integer
    )
    select
      asked.policy,
      (select active from booking.campground where id = $1) as active,
      (select booking.campground_closed($1, stay) from countable) as closed,
      (
        select json_agg(json_build_object('zoneId', free.zone_id, 'remaining', free.remaining))
        from countable, booking.remaining_sites($4, countable.stay) free
        where free.campground_id = $1
      ) as zones
    from asked
  `,
}

/** Reads what {@link AvailabilityFacts} says for one campground, stay and set of zones; locks nothing. */
export async function readAvailability(
  database: Queryable,
  campgroundId: string,
  stay: Stay,
  zoneIds: readonly string[],
): Promise<AvailabilityFacts> {
  const { rows } = await database.query<AvailabilityFacts>({
    ...availabilityOfZones,
    values: [campgroundId, stay.checkIn, stay.checkOut, zoneIds],
  })
  const [facts] = rows
  if (!facts) throw new Error('the availability query answered no row')
  return facts
}
