import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import { batched } from '@campstore/database/batched'
import type { Queryable } from '@campstore/database/database'
import type { Stay } from '../domain/stay.ts'
import { type PolicyColumn, policyJson } from './policy.ts'

/** Zones of a campground and a stay. */
export type AvailabilityQuery = { campgroundId: string; stay: Stay; zoneIds: readonly string[] }

/** The data of an availability query. */
export type AvailabilityInputs = {
  policy: BookingPolicy | null
  /** Whether the campground is active; null for an unknown campground. */
  active: boolean | null
  /** Whether a night is closed; null for a stay longer than the policy allows. */
  closed: boolean | null
  /** Sites that remain; null for a stay longer than the policy allows. */
  zones: { zoneId: string; remaining: number }[] | null
}

/** Reads the inputs of one query; locks nothing. */
export type AvailabilityReader = (query: AvailabilityQuery) => Promise<AvailabilityInputs>

/**
 * Campground, closures and remaining sites for each query. Zones of another campground are left out. Nothing is counted for a
 * stay longer than the policy allows, so that no request can ask for a million nights.
 */
const availabilityOfQueries = {
  name: 'availability-of-queries',
  text: /* sql */ `
    select
      ${policyJson} as policy,
      (
        select json_agg(json_build_object(
          'active', (select active from booking.campground where id = query."campgroundId"),
          'closed', case when countable then
            exists (select from booking.overlapping_closures(query."campgroundId", stay))
          end,
          'zones', case when countable then (
            select json_agg(json_build_object('zoneId', free.zone_id, 'remaining', free.remaining))
            from booking.remaining_sites(query."zoneIds", stay) free
            where free.campground_id = query."campgroundId"
          ) end
        ) order by query.number)
        from rows from (
          jsonb_to_recordset($1) as ("campgroundId" text, "checkIn" date, "checkOut" date, "zoneIds" text[])
        ) with ordinality as query ("campgroundId", "checkIn", "checkOut", "zoneIds", number)
        cross join lateral (
          select
            daterange(query."checkIn", query."checkOut") as stay,
            query."checkOut" - query."checkIn"
              <= (select max_nights from booking.policy where id = 1) as countable
        ) bounds
      ) as results`,
}

/** How many availability statements run concurrently, and how many queries one statement has at most. */
const limits = { concurrency: 2, batchSize: 50 }

/** Creates a reader that reads queries which wait at the same time in one statement. */
export const createAvailabilityReader = (database: Queryable): AvailabilityReader =>
  batched(async (queries: readonly AvailabilityQuery[]) => {
    const parameters = queries.map(({ campgroundId, stay, zoneIds }) => ({ campgroundId, ...stay, zoneIds }))
    const { rows } = await database.query<PolicyColumn & { results: Omit<AvailabilityInputs, 'policy'>[] }>({
      ...availabilityOfQueries,
      values: [JSON.stringify(parameters)],
    })
    const { policy = null, results = [] } = rows[0] ?? {}
    return results.map(result => ({ policy, ...result }))
  }, limits)
