import type { RentalListing, RentalListingsQuery } from '@campstore/contract/admin/rental-listings'
import { columnList } from '@campstore/database/column-list'
import { whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import type { FindPage } from '@campstore/database/pagination'

const ownFields = ['id', 'campgroundId', 'variantId', 'priceWeekday', 'priceHoliday', 'discountRate', 'active']
const columns = `
  ${columnList('listing', ownFields)}, ${columnList('variant', ['sku', 'specification'])}, variant.item_name as name`

const listings = /* sql */ `
  booking.rental_listing listing
  join catalog.rental_variant variant on variant.variant_id = listing.variant_id`

/** The rental listing of an id, active or not; undefined too if its variant does not exist. */
export async function findListing(database: Queryable, id: string): Promise<RentalListing | undefined> {
  const text = `select ${columns} from ${listings} where listing.id = $1`
  const { rows } = await database.query<RentalListing>({ name: 'rental-listing-by-id', text, values: [id] })
  return rows[0]
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
