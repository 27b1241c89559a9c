import type { StartCheckoutRequest } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { Dependencies } from '../dependencies.ts'
import type { Stay } from '../domain/stay.ts'
import type { AvailabilityInputs } from '../persistence/availability.ts'
import type { OfferedZone } from '../persistence/checkout.ts'

type Zones = StartCheckoutRequest['zones']

/** The refusal of a quantity that no campground has, without reading what is left. */
export const tooManySites = (): ApiError =>
  new ApiError('ZONE_UNAVAILABLE', 'Not enough sites are left for these dates.')

/**
 * The refusal of a checkout whose zones are not free, with what is left. It is read after the refusal, without a lock, and
 * only for the message: a site may have become free meanwhile, and a failure to read changes nothing about the refusal.
 */
export async function zoneUnavailable(
  { readAvailability, log }: Pick<Dependencies, 'readAvailability' | 'log'>,
  { campgroundId, zones }: Pick<StartCheckoutRequest, 'campgroundId' | 'zones'>,
  stay: Stay,
  offered: readonly OfferedZone[],
): Promise<ApiError> {
  try {
    const inputs = await readAvailability({ campgroundId, stay, zoneIds: zones.map(({ zoneId }) => zoneId) })
    return new ApiError('ZONE_UNAVAILABLE', describeShortage(inputs, zones, offered))
  } catch (error) {
    log.warn({ err: error }, 'Cannot read what is left for a refused checkout')
    return tooManySites()
  }
}

function describeShortage(
  { closed, zones: free }: AvailabilityInputs,
  zones: Zones,
  offered: readonly OfferedZone[],
): string {
  if (closed) return 'The campground is closed on at least one of these nights.'
  const remaining = new Map(free?.map(zone => [zone.zoneId, zone.remaining]))
  const short = zones.find(({ zoneId, quantity }) => quantity > (remaining.get(zoneId) ?? 0))
  if (!short) return 'Someone else took these sites while you were checking out. Please try again.'
  const left = remaining.get(short.zoneId) ?? 0
  const name = offered.find(({ zoneId }) => zoneId === short.zoneId)?.type ?? short.zoneId
  const sites = left === 0 ? 'no sites' : left === 1 ? 'only 1 site' : `only ${left} sites`
  return `"${name}" has ${sites} left for these dates; you asked for ${short.quantity}.`
}
