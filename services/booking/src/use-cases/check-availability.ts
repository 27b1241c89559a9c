import type { Availability, AvailabilityRequest } from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { availabilityOf } from '../domain/availability.ts'
import { parseStay, requireInsideWindow } from '../domain/stay.ts'
import { campgroundNotFound, policyNotFound, zoneNotFound } from './not-found.ts'

/**
 * Whether zones are free for a stay; locks and holds nothing (docs/contract/booking.md#availability).
 *
 * @throws {ApiError} BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND
 */
export async function checkAvailability(
  { readAvailability, clock }: Dependencies,
  request: AvailabilityRequest,
): Promise<Availability> {
  const stay = parseStay(request)
  const zoneIds = request.zones.map(zone => zone.zoneId)
  const { policy, active, closed, zones } = await readAvailability({
    campgroundId: request.campgroundId,
    stay,
    zoneIds,
  })
  if (!policy) throw policyNotFound()
  requireInsideWindow(stay, policy, clock())
  if (!active) throw campgroundNotFound()

  const remaining = new Map(zones?.map(zone => [zone.zoneId, zone.remaining]))
  const unknown = zoneIds.find(zoneId => !remaining.has(zoneId))
  if (unknown !== undefined) throw zoneNotFound(unknown)
  return availabilityOf(request.zones, remaining, closed ?? false)
}
