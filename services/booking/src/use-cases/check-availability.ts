import type { Availability, AvailabilityRequest } from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { policyNotFound, requestedCampgroundNotFound, zoneNotFound } from '../domain/not-found.ts'
import { parseStay, requireInsideWindow } from '../domain/stay.ts'

/**
 * Whether zones are free for a stay; locks and holds nothing (docs/contract/booking.md#availability, rules 3 to 6).
 *
 * @throws {ApiError} BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND
 */
export async function checkAvailability(
  { readAvailability, clock }: Dependencies,
  request: AvailabilityRequest,
): Promise<Availability> {
  const stay = parseStay(request)
  const { campgroundId } = request
  const zoneIds = request.zones.map(zone => zone.zoneId)
  const { policy, active, closed, zones: free } = await readAvailability({ campgroundId, stay, zoneIds })
  if (!policy) throw policyNotFound()
  requireInsideWindow(stay, policy, clock())
  if (!active) throw requestedCampgroundNotFound(campgroundId)

  const remaining = new Map(free?.map(zone => [zone.zoneId, zone.remaining]))
  const zones = request.zones.map(({ zoneId, quantity: requested }, line) => {
    const availableQuantity = remaining.get(zoneId)
    if (availableQuantity === undefined) throw zoneNotFound(line, zoneId)
    return { zoneId, requested, availableQuantity }
  })
  // Reasons have a fixed order, and a closure does not change the quantities.
  const reasons: Availability['reasons'] = []
  if (closed) reasons.push('CAMPGROUND_CLOSED')
  if (zones.some(zone => zone.requested > zone.availableQuantity)) reasons.push('ZONE_UNAVAILABLE')
  return { available: reasons.length === 0, reasons, zones }
}
