import type { Availability, AvailabilityRequest } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { Dependencies } from '../dependencies.ts'
import { availabilityOf } from '../domain/availability.ts'
import { parseStay, requireInsideWindow } from '../domain/stay.ts'
import { availabilityReader } from '../persistence/availability.ts'

/**
 * Whether zones are free for a stay; locks and holds nothing (interface.md, POST /api/booking/check-availability).
 *
 * @throws {ApiError} BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND
 */
export const checkAvailability = ({ database, clock }: Dependencies) => {
  const readAvailability = availabilityReader(database.pool)
  return async (request: AvailabilityRequest): Promise<Availability> => {
    const stay = parseStay(request)
    const zoneIds = request.zones.map(zone => zone.zoneId)
    const facts = await readAvailability({ campgroundId: request.campgroundId, stay, zoneIds })
    if (!facts.policy) throw new ApiError('NOT_FOUND', 'There is no booking policy')
    requireInsideWindow(stay, facts.policy, clock())
    if (!facts.active) throw new ApiError('NOT_FOUND', 'There is no such campground')

    const remaining = new Map(facts.zones?.map(zone => [zone.zoneId, zone.remaining]))
    const unknown = zoneIds.find(zoneId => !remaining.has(zoneId))
    if (unknown !== undefined) throw new ApiError('NOT_FOUND', 'A zone is not of this campground')
    return availabilityOf(request.zones, remaining, facts.closed ?? false)
  }
}
