import type {
  Availability,
  AvailabilityRequest,
  BookingPolicy,
  Campground,
  RentalEquipment,
} from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { campgroundNotFound, policyNotFound, requestedCampgroundNotFound, zoneNotFound } from '../domain/not-found.ts'
import { parseStay, requireInsideWindow } from '../domain/stay.ts'
import { findPolicy } from '../persistence/calendar.ts'
import { findCampgrounds, findEquipment } from '../persistence/campgrounds.ts'

/** One active campground with all its zones. Throws NOT_FOUND. */
export async function readCampground({ database }: Dependencies, id: string): Promise<Campground> {
  const [campground] = await findCampgrounds(database.reads, id)
  if (!campground) throw campgroundNotFound()
  return campground
}

/**
 * Rental listings of an active campground, usable or not, by id (docs/contract/booking.md#equipment-list). Throws NOT_FOUND.
 */
export async function listEquipment({ database }: Dependencies, campgroundId: string): Promise<RentalEquipment[]> {
  const equipment = await findEquipment(database.reads, campgroundId)
  if (!equipment) throw requestedCampgroundNotFound(campgroundId)
  return equipment
}

/** The booking policy. Throws NOT_FOUND without its record. */
export async function readPolicy({ database }: Pick<Dependencies, 'database'>): Promise<BookingPolicy> {
  const policy = await findPolicy(database.requests)
  if (!policy) throw policyNotFound()
  return policy
}

/**
 * Whether zones are free for a stay; locks and holds nothing (docs/contract/booking.md#availability, rules 3 to 6).
 * Throws BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND.
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
