import type { RentalListing, RentalListingsQuery } from '@campstore/contract/admin/rental-listings'
import { whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import type { FindPage, FoundPage } from '@campstore/database/pagination'

const columns = /* sql */ `
  listing.id,
  listing.campground_id as "campgroundId",
  listing.variant_id as "variantId",
  variant.sku,
  variant.item_name as name,
  variant.specification,
  listing.price_weekday::text as "priceWeekday",
  listing.price_holiday::text as "priceHoliday",
  listing.discount_rate::text as "discountRate",
  listing.active`

const listings = /* sql */ `
  booking.rental_listing listing
  join catalog.rental_variant variant on variant.variant_id = listing.variant_id`

/** The rental listing of an id, active or not. */
export async function findListing(database: Queryable, id: string): Promise<RentalListing | undefined> {
  const { rows } = await database.query<RentalListing>({
    name: 'rental-listing-by-id',
    text: /* sql */ `
      select ${columns}
      from ${listings}
      where listing.id = $1`,
    values: [id],
  })
  return rows[0]
}

/** One page of the rental listings of all campgrounds, by id. */
export const findListings = (findPage: FindPage, query: RentalListingsQuery): Promise<FoundPage<RentalListing>> =>
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

/** Whether there is a variant, which may be rented out. */
export async function isVariant(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'rental-variant-exists',
    text: 'select from catalog.rental_variant where variant_id = $1',
    values: [id],
  })
  return rowCount === 1
}
