import { addDays, businessDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'
import { insertStock, insertVariant } from './catalogue.ts'
import { insertRow, unique } from './rows.ts'

/** A campground that can be booked now. */
export type OpenCampground = {
  id: string
  zoneIds: string[]
  rentals: { rentalListingId: string; rentalSkuVariantId: string }[]
}

/** Writes the default policy (docs/contract/booking.md#policy). */
export async function setPolicy(owner: Queryable): Promise<void> {
  await owner.query(`
    insert into booking.policy
    values (1, 90, 1, 14, 'Asia/Taipei', 0, 3, array['pending', 'confirmed'])
    on conflict do nothing`)
}

// Once, so that a test during which the day changes still has the dates with which it began.
const today = businessDate(new Date(), 'Asia/Taipei', 0)

/** The date this many days after today, by the policy. */
export const inDays = (days: number): string => addDays(today, days)

/**
 * Inserts a campground whose zones and rental listings have ids that sort in the order given.
 *
 * @param options.id default a new one
 * @param options.zones sites of each zone, at 800.00 a night and 1200.00 a holiday night
 * @param options.rentals pieces on hand of each rental listing, at 300.00 and 450.00
 */
export async function openCampground(
  owner: Queryable,
  options: { id?: string; zones: readonly number[]; rentals?: readonly number[] },
): Promise<OpenCampground> {
  const { id = unique('camp'), zones, rentals: pieces = [] } = options
  await insertRow(owner, 'booking.campground', { id, name: 'Pine Ridge', region: 'Nantou' })
  const zoneIds = zones.map((_, index) => `${id}-zone-${index}`)
  for (const [index, sites] of zones.entries()) {
    await insertRow(owner, 'booking.zone', {
      id: zoneIds[index],
      campground_id: id,
      type: 'Meadow',
      capacity_per_site: 4,
      price_weekday: 800,
      price_holiday: 1200,
      total_sites: sites,
    })
  }
  const rentals: OpenCampground['rentals'] = []
  for (const onHand of pieces) rentals.push(await insertRental(owner, id, `${id}-rental-${rentals.length}`, onHand))
  return { id, zoneIds, rentals }
}

async function insertRental(owner: Queryable, campgroundId: string, id: string, onHand: number) {
  await insertVariant(owner, { item: { id }, sku: { id, code: id }, variant: { id } })
  await insertStock(owner, { variantId: id }, { id: campgroundId, kind: 'rental', campground_id: campgroundId }, onHand)
  await insertRow(owner, 'booking.rental_listing', {
    id,
    campground_id: campgroundId,
    variant_id: id,
    price_weekday: 300,
    price_holiday: 450,
  })
  return { rentalListingId: id, rentalSkuVariantId: id }
}
