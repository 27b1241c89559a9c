import type { ChangeRentalListing, CreateRentalListing, RentalListing } from '@campstore/contract/admin/rental-listings'
import { errorAt } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { text } from '@campstore/contract/texts/text'
import type { Queryable } from '@campstore/database/database'
import { connectionOf } from '@campstore/database/em-connection'
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Dependencies } from '../dependencies.ts'
import { listingNotFound, requestedCampgroundNotFound } from '../domain/not-found.ts'
import { findListing } from '../persistence/campgrounds.ts'
import { CampgroundEntity, RentalListingEntity } from '../persistence/entities.ts'

/** One rental listing, active or not. Throws NOT_FOUND. */
export async function readListing(
  database: Queryable,
  id: string,
  notFound: () => Error = listingNotFound,
): Promise<RentalListing> {
  const listing = await findListing(database, id)
  if (!listing) throw notFound()
  return listing
}

/**
 * Creates a rental listing of a campground (docs/contract/admin.md#campgrounds). Throws NOT_FOUND for a campground or
 * variant; CONFLICT where the campground has a listing of the variant.
 */
export async function createListing(
  { database, newId }: Dependencies,
  { campgroundId, ...fields }: CreateRentalListing,
): Promise<RentalListing> {
  try {
    return await (await database.em()).transactional(async em => {
      const failHandler = () => requestedCampgroundNotFound(campgroundId)
      const campground = await em.findOneOrFail(CampgroundEntity, campgroundId, { failHandler })
      const { id } = em.create(RentalListingEntity, { ...fields, id: newId(), campground })
      await em.flush()
      return readListing(connectionOf(em), id, () => variantNotFound(fields.variantId))
    })
  } catch (error) {
    // Only campground and variant can be taken: the id is new.
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw errorAt('CONFLICT', 'variantId', text('rental.hasListing'), text('rental.listed'), error)
  }
}

const variantNotFound = (id: string) =>
  errorAt('NOT_FOUND', 'variantId', text('is.unknown'), text('variant.unknown', { id: shortened(id) }))

/** Changes a rental listing; bookings keep prices and discount as of their creation. Throws NOT_FOUND. */
export const changeListing = async (
  { database }: Dependencies,
  id: string,
  changes: ChangeRentalListing,
): Promise<RentalListing> =>
  (await database.em()).transactional(async em => {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: listingNotFound }
    em.assign(await em.findOneOrFail(RentalListingEntity, id, options), changes)
    await em.flush()
    return readListing(connectionOf(em), id)
  })
