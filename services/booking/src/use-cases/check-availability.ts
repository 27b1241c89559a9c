import type { Availability, AvailabilityRequest } from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { availabilityOf } from '../domain/availability.ts'
import { policyNotFound, requestedCampgroundNotFound, zoneNotFound } from '../domain/not-found.ts'
import { parseStay, requireInsideWindow } from '../domain/stay.ts'

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
  if (!active) throw requestedCampgroundNotFound(request.campgroundId)

  const remaining = new Map(zones?.map(zone => [zone.zoneId, zone.remaining]))
  for (const [line, zoneId] of zoneIds.entries()) if (!remaining.has(zoneId)) throw zoneNotFound(line, zoneId)
  return availabilityOf(request.zones, remaining, closed ?? false)
}
