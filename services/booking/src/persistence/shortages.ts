import type { Queryable } from '@campstore/database/database'
import type { Stay } from '../domain/stay.ts'

/** What is missing for a stay: its first closed night, and the requested zones with too few sites on some night. */
export type Shortages = { closedOn: string | null; zones: ShortZone[] }

/** A zone with too few sites: the night on which the fewest remain. `line` is that of the request, from 0. */
export type ShortZone = { line: number; name: string; requested: number; night: string; remaining: number }

const shortages = {
  name: 'shortages-of-stay',
  text: 'select closed_on as "closedOn", zones from booking.shortages_of_stay($1, $2, $3, $4, $5, $6)',
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
