import type { Availability } from '@campstore/contract/booking/schemas'

/**
 * The answer to an availability query (docs/contract/booking.md#availability, rules 3 to 6). Reasons have a fixed order; a
 * closure does not change the quantities.
 *
 * @param requested zones in the order of the request, with the number of sites
 * @param remaining sites free on every night of the stay, by zone id
 * @param closed whether the campground is closed on any night
 */
export function availabilityOf(
  requested: readonly { zoneId: string; quantity: number }[],
  remaining: ReadonlyMap<string, number>,
  closed: boolean,
): Availability {
  const zones = requested.map(zone => ({
    zoneId: zone.zoneId,
    requested: zone.quantity,
    availableQuantity: remaining.get(zone.zoneId) ?? 0,
  }))
  const short = zones.some(zone => zone.requested > zone.availableQuantity)
  const reasons: Availability['reasons'] = []
  if (closed) reasons.push('CAMPGROUND_CLOSED')
  if (short) reasons.push('ZONE_UNAVAILABLE')
  return { available: reasons.length === 0, reasons, zones }
}
