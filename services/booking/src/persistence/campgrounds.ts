import type { AdminCampgroundsQuery } from '@campstore/contract/admin/campgrounds'
import type { RentalListing, RentalListingsQuery } from '@campstore/contract/admin/rental-listings'
import {
  type Campground,
  campgroundSchema,
  type RentalEquipment,
  rentalEquipmentSchema,
  zoneSchema,
} from '@campstore/contract/booking/schemas'
import { columnList } from '@campstore/database/column-list'
import { whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import type { FindPage } from '@campstore/database/pagination'
import { allRows, firstRow } from '@campstore/database/rows'
import { contractJson } from '@campstore/service/contract-json'

// Public reads are one statement in the contract's shape; entities would cost up to eleven times the processor time.

/** SQL expression for a row of `booking.campground` as the JSON of a {@link Campground}. */
const campgroundJson = contractJson('campground', campgroundSchema, {
  zones: /* sql */ `(
    select coalesce(json_agg(${contractJson('zone', zoneSchema)} order by zone.id), '[]')
    from booking.zone
    where zone.campground_id = campground.id
  )`,
})

const activeCampgrounds = {
  name: 'active-campgrounds',
  text: /* sql */ `
    select ${campgroundJson} as campground
    from booking.campground
    where campground.active and ($1::text is null or campground.id = $1)
    order by campground.id`,
}

/** Active campgrounds with all their zones, by id, or only the one of an id. */
export const findCampgrounds = async (database: Queryable, id: string | null = null): Promise<Campground[]> =>
  (await allRows<{ campground: Campground }>(database, { ...activeCampgrounds, values: [id] })).map(
    ({ campground }) => campground,
  )

/** The campground of an id, active or not. */
export async function findCampground(database: Queryable, id: string): Promise<Campground | undefined> {
  const text = `select ${campgroundJson} as campground from booking.campground where campground.id = $1`
  return (await firstRow<{ campground: Campground }>(database, { name: 'campground-by-id', text, values: [id] }))
    ?.campground
}

/** One page of the campgrounds, active or not, by id. */
export const findCampgroundPage = (findPage: FindPage, { active, page, size }: AdminCampgroundsQuery) =>
  findPage<{ campground: Campground }>({
    columns: `${campgroundJson} as campground`,
    from: 'booking.campground',
    conditions: [whenPresent(active, 'campground.active = ?')],
    orderBy: { field: 'campground.id', id: 'campground.id', direction: 'asc' },
    page,
    size,
  })

const equipmentJson = contractJson('listing', rentalEquipmentSchema, {
  rentalSkuVariantId: 'listing.variant_id',
  name: 'variant.item_name',
  pricePerDayWeekday: 'listing.price_weekday::text',
  pricePerDayHoliday: 'listing.price_holiday::text',
  active: 'listing.active and variant.sku_usable and variant.item_usable',
})

const equipmentOfCampground = {
  name: 'equipment-of-campground',
  text: /* sql */ `
    select (
      select coalesce(json_agg(${equipmentJson} order by listing.id), '[]')
      from booking.rental_listing listing
      join catalog.rental_variant variant on variant.variant_id = listing.variant_id
      where listing.campground_id = campground.id
    ) as equipment
    from booking.campground
    where campground.id = $1 and campground.active`,
}

/**
 * Rental listings of an active campground by id; undefined when the campground does not exist. A listing is usable when its
 * equipment item, SKU and variant are usable as well.
 */
export async function findEquipment(database: Queryable, campgroundId: string): Promise<RentalEquipment[] | undefined> {
  const { rows } = await database.query<{ equipment: RentalEquipment[] }>({
    ...equipmentOfCampground,
    values: [campgroundId],
  })
  return rows[0]?.equipment
}

const ownFields = ['id', 'campgroundId', 'variantId', 'priceWeekday', 'priceHoliday', 'discountRate', 'active']
const columns = `
  ${columnList('listing', ownFields)}, ${columnList('variant', ['sku', 'specification'])}, variant.item_name as name`

const listings = /* sql */ `
  booking.rental_listing listing
  join catalog.rental_variant variant on variant.variant_id = listing.variant_id`

/** The rental listing of an id, active or not; undefined too if its variant does not exist. */
export async function findListing(database: Queryable, id: string): Promise<RentalListing | undefined> {
  const text = `select ${columns} from ${listings} where listing.id = $1`
  return firstRow<RentalListing>(database, { name: 'rental-listing-by-id', text, values: [id] })
}

/** One page of the rental listings of all campgrounds, by id. */
export const findListings = (findPage: FindPage, query: RentalListingsQuery) =>
  findPage<RentalListing>({
    columns,
    from: listings,
    conditions: [
      whenPresent(query.campgroundId, 'listing.campground_id = ?'),
      whenPresent(query.variantId, 'listing.variant_id = ?'),
    ],
    orderBy: { field: 'listing.id', id: 'listing.id', direction: 'asc' },
    page: query.page,
    size: query.size,
  })
