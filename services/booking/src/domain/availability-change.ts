import type { ZoneOccupancy } from '@campstore/contract/admin/stays'
import type { AvailabilityChange } from '@campstore/contract/booking/schemas'

/** The sites of each zone that are free, by night; none on a closed night. */
export type FreeSites = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The free sites of a campground, as its calendar says. */
export const freeSitesOf = (zones: readonly Pick<ZoneOccupancy, 'zoneId' | 'nights'>[]): FreeSites =>
  new Map(
    zones.map(({ zoneId, nights }) => [
      zoneId,
      new Map(nights.map(({ date, free, closed }) => [date, closed ? 0 : free])),
    ]),
  )

/**
 * What a client has to know that knows how it was before (docs/contract/live.md#a-campground). A night that has passed since is
 * no change. Returns undefined where nothing has changed.
 */
export function changeBetween(
  before: FreeSites,
  after: FreeSites,
): Pick<AvailabilityChange, 'zoneIds' | 'nights'> | undefined {
  const zoneIds = new Set<string>()
  const nights = new Set<string>()
  for (const [zoneId, free] of after) {
    for (const [night, sites] of free) {
      if (before.get(zoneId)?.get(night) === sites) continue
      zoneIds.add(zoneId)
      nights.add(night)
    }
  }
  if (zoneIds.size === 0) return undefined
  return { zoneIds: [...zoneIds], nights: [...nights].sort() }
}
