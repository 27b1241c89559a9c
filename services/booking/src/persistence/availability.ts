import type { BookingPolicy } from '@campstore/contract/booking/schemas'
import { batchStatement, createBatchReader } from '@campstore/database/batch-statement'
import type { Queryable } from '@campstore/database/database'
import type { Stay } from '../domain/stay.ts'
import { policyJson } from './calendar.ts'

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

const stay = 'daterange(wanted."checkIn", wanted."checkOut")'
const isCountable = 'wanted."checkOut" - wanted."checkIn" <= (select max_nights from booking.policy where id = 1)'

/**
 * Campground, closures and remaining sites for each query. Zones of another campground are left out. Nothing is counted for a
 * stay longer than the policy allows, so that no request can ask for a million nights.
 */
const availabilityOf = batchStatement<Omit<AvailabilityQuery, 'stay'> & Stay>(
  'availability',
  { campgroundId: 'text', checkIn: 'date', checkOut: 'date', zoneIds: 'text[]' },
  /* sql */ `
    select
      ${policyJson} as policy,
      (select active from booking.campground where id = wanted."campgroundId") as active,
      case when ${isCountable} then
        exists (select from booking.overlapping_closures(wanted."campgroundId", ${stay}))
      end as closed,
      case when ${isCountable} then (
        select json_agg(json_build_object('zoneId', free.zone_id, 'remaining', free.remaining))
        from booking.remaining_sites(wanted."zoneIds", ${stay}) free
        where free.campground_id = wanted."campgroundId"
      ) end as zones`,
)

/** Creates a reader that reads queries which wait at the same time in one statement, of at most 50. */
export const createAvailabilityReader = (database: Queryable): AvailabilityReader =>
  createBatchReader(database, all => availabilityOf(all.map(({ stay, ...query }) => ({ ...query, ...stay }))), 50)
