import type { BookingPolicy, Campground, CampgroundClosure, RentalEquipment } from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { type ClosureFilter, findClosures } from '../persistence/closures.ts'
import { CampgroundEntity, PolicyEntity } from '../persistence/entities.ts'
import { presentCampground, presentClosure, presentEquipment, presentPolicy } from '../presenters.ts'
import { campgroundNotFound, policyNotFound } from './not-found.ts'

/** Active campgrounds with all their zones, by id. */
export async function listCampgrounds({ database }: Dependencies): Promise<Campground[]> {
  const rows = await database
    .em()
    .find(CampgroundEntity, { active: true }, { populate: ['zones'], orderBy: { id: 'asc' } })
  return rows.map(presentCampground)
}

/** One active campground with all its zones. Throws NOT_FOUND. */
export async function readCampground({ database }: Dependencies, id: string): Promise<Campground> {
  const row = await database.em().findOne(CampgroundEntity, { id, active: true }, { populate: ['zones'] })
  if (!row) throw campgroundNotFound()
  return presentCampground(row)
}

/**
 * Rental listings of an active campground, usable or not, by id (docs/contract/booking.md#equipment-list). Throws NOT_FOUND.
 */
export async function listEquipment({ database }: Dependencies, campgroundId: string): Promise<RentalEquipment[]> {
  const row = await database
    .em()
    .findOne(CampgroundEntity, { id: campgroundId, active: true }, { populate: ['listings.variant'] })
  if (!row) throw campgroundNotFound()
  return row.listings.map(presentEquipment)
}

/** The booking policy. Throws NOT_FOUND without its record. */
export async function readPolicy({ database }: Pick<Dependencies, 'database'>): Promise<BookingPolicy> {
  const row = await database.em().findOne(PolicyEntity, 1)
  if (!row) throw policyNotFound()
  return presentPolicy(row)
}

/** Closures of active campgrounds that can close a night in a range, by id (docs/contract/booking.md#closures-list). */
export async function listClosures({ database }: Dependencies, filter: ClosureFilter): Promise<CampgroundClosure[]> {
  return (await findClosures(database.em(), filter)).map(presentClosure)
}
