import type { Queryable } from '@campstore/database/database'
import type { Stay } from '../domain/stay.ts'

/** What is missing for a stay: its first closed night, and the requested zones with too few sites on some night. */
export type Shortages = { closedOn: string | null; zones: ShortZone[] }

/** A zone with too few sites: the night on which the fewest remain. `line` is that of the request, from 0. */
export type ShortZone = { line: number; name: string; requested: number; night: string; remaining: number }

const shortages = {
  name: 'shortages-of-stay',
  text: /* sql */ `
    with night as (
      select daterange($2::date + number, $2::date + number + 1) as stay
      from generate_series(0, $3::date - $2::date - 1) as number
    ),
    short_zone as (
      select requested.zone_id, requested.quantity, requested.line - 1 as line, zone.type
      from unnest($4::text[], $5::integer[]) with ordinality as requested (zone_id, quantity, line)
      join booking.remaining_sites($4, daterange($2, $3)) whole on whole.zone_id = requested.zone_id
      join booking.zone on zone.id = requested.zone_id
      where requested.quantity > whole.remaining
      order by requested.line
      limit $6
    )
    select
      (
        select min(lower(night.stay))::text
        from night
        where exists (select from booking.overlapping_closures($1, night.stay))
      ) as "closedOn",
      (
        select coalesce(json_agg(json_build_object(
          'line', short_zone.line, 'name', short_zone.type, 'requested', short_zone.quantity,
          'night', fullest.night, 'remaining', fullest.remaining
        ) order by short_zone.line), '[]')
        from short_zone
        cross join lateral (
          select lower(night.stay)::text as night, free.remaining
          from night
          cross join lateral booking.remaining_sites(array[short_zone.zone_id], night.stay) free
          order by free.remaining, night.stay
          limit 1
        ) fullest
      ) as zones`,
}

/** Zones that are described in one refusal, at most: each is counted for every night. */
const maxZones = 5

/** Reads what is missing for a stay at this moment; locks nothing. */
export async function findShortages(
  database: Queryable,
  request: { campgroundId: string; stay: Stay; zones: readonly { zoneId: string; quantity: number }[] },
): Promise<Shortages> {
  const { campgroundId, stay, zones } = request
  const { rows } = await database.query<Shortages>({
    ...shortages,
    values: [
      campgroundId,
      stay.checkIn,
      stay.checkOut,
      zones.map(({ zoneId }) => zoneId),
      zones.map(({ quantity }) => quantity),
      maxZones,
    ],
  })
  return rows[0] ?? { closedOn: null, zones: [] }
}
