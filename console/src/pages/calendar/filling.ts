import type { Schemas } from '../../app/client.ts'

export type Zone = Schemas['ZoneOccupancy']
export type Night = Zone['nights'][number]

/** The steps of filling, from empty to full. */
export const steps = ['empty', 'third', 'twoThirds', 'more', 'full'] as const
export type Step = (typeof steps)[number]

/** How full a zone is on a night, in five steps: empty, up to a third, up to two thirds, more, full. */
export function stepOf({ totalSites }: Pick<Zone, 'totalSites'>, { free }: Pick<Night, 'free'>): Step {
  if (free >= totalSites) return 'empty'
  if (free === 0) return 'full'
  // In whole numbers: 1 - 6 / 9 is more than 1 / 3.
  const thirds = 3 * (totalSites - free)
  return thirds <= totalSites ? 'third' : thirds <= 2 * totalSites ? 'twoThirds' : 'more'
}

/** A campground with its zones. */
export type CampgroundZones = { campgroundId: string; campgroundName: string; zones: readonly Zone[] }

/** The zones by campground, in the order of the list; campgrounds that cannot be booked come last. */
export const byCampground = (zones: readonly Zone[]): CampgroundZones[] => {
  const all = [...Map.groupBy(zones, ({ campgroundId }) => campgroundId)].map(([campgroundId, its]) => ({
    campgroundId,
    campgroundName: its[0]?.campgroundName ?? campgroundId,
    zones: its,
  }))
  const isOpen = ({ zones: its }: CampgroundZones) => its.some(({ active }) => active)
  return [...all.filter(isOpen), ...all.filter(one => !isOpen(one))]
}
