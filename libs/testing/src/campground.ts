import { addDays, businessDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'
import { insertStock, insertVariant, type VariantChanges } from './catalogue.ts'
import { type Fields, insertRow, unique } from './rows.ts'

/** A campground that can be booked now. */
export type OpenCampground = {
  id: string
  zoneIds: string[]
  rentals: { rentalListingId: string; rentalSkuVariantId: string }[]
}

/** The default policy (docs/contract/booking.md#policy), in the columns of its table. */
export const defaultPolicy = {
  id: 1,
  booking_window_days: 90,
  advance_days: 1,
  max_nights: 14,
  timezone: 'Asia/Taipei',
  date_boundary_hour: 0,
  low_availability_threshold: 3,
  occupying_statuses: ['pending', 'confirmed'],
}

/** Writes the default policy where there is none. */
export const setPolicy = (owner: Queryable) =>
  insertRow(owner, 'booking.policy', defaultPolicy, 'on conflict do nothing')

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
  for (const onHand of pieces) {
    const own = { id: `${id}-rental-${rentals.length}` }
    const listing = { ...own, price_weekday: 300, price_holiday: 450 }
    const changes = { item: own, sku: { ...own, code: own.id }, variant: own, listing, location: { id }, onHand }
    const { rentalListingId, rentalSkuVariantId } = await insertListing(owner, { id }, changes)
    rentals.push({ rentalListingId, rentalSkuVariantId })
  }
  return { id, zoneIds, rentals }
}

/** Columns of a listing and of the records that it depends on, by table. */
export type ListingChanges = VariantChanges & { listing?: Fields; location?: Fields; onHand?: number }

/** A rental listing of a test, with the records that it depends on. */
export type TestListing = Awaited<ReturnType<typeof insertListing>>

/** Inserts a listing of 5 pieces at 100.00 and 150.00 with its variant and stock, unless the changes say otherwise. */
export async function insertListing(
  owner: Queryable,
  campground: { id: string },
  { listing, location, onHand = 5, ...variant }: ListingChanges = {},
) {
  const { variantId, itemId, skuId, sku } = await insertVariant(owner, variant)
  const place = {
    id: `rental-${campground.id}`,
    name: '營地倉庫',
    kind: 'rental',
    campground_id: campground.id,
    ...location,
  }
  await insertStock(owner, { variantId }, place, onHand)
  const row = {
    id: unique('listing'),
    campground_id: campground.id,
    variant_id: variantId,
    price_weekday: '100.00',
    price_holiday: '150.00',
    ...listing,
  }
  await insertRow(owner, 'booking.rental_listing', row)
  return { rentalListingId: row.id, rentalSkuVariantId: row.variant_id, itemId, skuId, sku, locationId: place.id }
}
