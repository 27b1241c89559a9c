import { randomBytes, randomUUID } from 'node:crypto'
import type { StartCheckoutRequest } from '@campstore/contract/booking/schemas'
import { addDays, businessDate } from '@campstore/core/plain-date'
import type { Pool } from 'pg'

/** A campground that can be booked now. */
export type OpenCampground = {
  id: string
  zoneIds: string[]
  rentals: { rentalListingId: string; rentalSkuVariantId: string }[]
}

/** Writes the default policy (docs/contract/booking.md#policy). */
export async function setPolicy(owner: Pool): Promise<void> {
  await owner.query(`
    insert into booking.policy
    values (1, 90, 1, 14, 'Asia/Taipei', 0, 3, array['pending', 'confirmed'])
    on conflict do nothing`)
}

/**
 * Opens a campground of its own, whose ids sort in the order given.
 *
 * @param wanted.zones sites of each zone
 * @param wanted.rentals pieces on hand of each rental listing
 */
export async function openCampground(
  owner: Pool,
  wanted: { zones: readonly number[]; rentals?: readonly number[] },
): Promise<OpenCampground> {
  const id = `camp-${randomBytes(4).toString('hex')}`
  await owner.query(`insert into booking.campground (id, name, region) values ($1, 'Pine Ridge', 'Nantou')`, [id])
  const zoneIds = wanted.zones.map((_, line) => `${id}-zone-${line}`)
  await owner.query(
    `insert into booking.zone (id, campground_id, type, capacity_per_site, price_weekday, price_holiday, total_sites)
     select zone.id, $1, 'Meadow', 4, 800, 1200, zone.sites
     from unnest($2::text[], $3::integer[]) as zone (id, sites)`,
    [id, zoneIds, wanted.zones],
  )
  const rentals: OpenCampground['rentals'] = []
  for (const onHand of wanted.rentals ?? []) rentals.push(await offerRental(owner, id, rentals.length, onHand))
  return { id, zoneIds, rentals }
}

async function offerRental(owner: Pool, campgroundId: string, line: number, onHand: number) {
  const id = `${campgroundId}-rental-${line}`
  const statements: [string, unknown[]][] = [
    [`insert into catalog.equipment_item (id, name) values ($1, 'Tent')`, [id]],
    ['insert into catalog.sku (id, item_id, code) values ($1, $1, $1)', [id]],
    [`insert into catalog.variant (id, sku_id, specification) values ($1, $1, '4 persons')`, [id]],
    [
      `insert into inventory.location (id, name, kind, campground_id) values ($1, 'Counter', 'rental', $1)
       on conflict do nothing`,
      [campgroundId],
    ],
    ['insert into inventory.stock values ($1, $2, $3)', [id, campgroundId, onHand]],
    [
      `insert into booking.rental_listing (id, campground_id, variant_id, price_weekday, price_holiday)
       values ($1, $2, $1, 300, 450)`,
      [id, campgroundId],
    ],
  ]
  for (const [text, values] of statements) await owner.query(text, values)
  return { rentalListingId: id, rentalSkuVariantId: id }
}

/** The date so many days after today, as the policy sees today. */
export const inDays = (days: number): string => addDays(businessDate(new Date(), 'Asia/Taipei', 0), days)

/** A checkout of one site of the campground's first zone for two nights, with a key of its own, unless said otherwise. */
export function stayAt(campground: OpenCampground, wish: Partial<StartCheckoutRequest> = {}): StartCheckoutRequest {
  const [zoneId = ''] = campground.zoneIds
  return {
    campgroundId: campground.id,
    checkIn: inDays(10),
    checkOut: inDays(12),
    guestCount: 2,
    zones: [{ zoneId, quantity: 1 }],
    rentals: [],
    paymentMethod: 'gateway-credit',
    idempotencyKey: randomUUID(),
    ...wish,
  }
}
