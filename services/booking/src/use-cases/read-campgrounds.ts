import type { BookingPolicy, Campground, RentalEquipment } from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { campgroundNotFound, policyNotFound, requestedCampgroundNotFound } from '../domain/not-found.ts'
import { findPolicy } from '../persistence/calendar.ts'
import { findCampgrounds, findEquipment } from '../persistence/campgrounds.ts'

/** One active campground with all its zones. Throws NOT_FOUND. */
export async function readCampground({ database }: Dependencies, id: string): Promise<Campground> {
  const [campground] = await findCampgrounds(database.reads, id)
  if (!campground) throw campgroundNotFound()
  return campground
}

/**
 * Rental listings of an active campground, usable or not, by id (docs/contract/booking.md#equipment-list). Throws NOT_FOUND.
 */
export async function listEquipment({ database }: Dependencies, campgroundId: string): Promise<RentalEquipment[]> {
  const equipment = await findEquipment(database.reads, campgroundId)
  if (!equipment) throw requestedCampgroundNotFound(campgroundId)
  return equipment
}

/** The booking policy. Throws NOT_FOUND without its record. */
export async function readPolicy({ database }: Pick<Dependencies, 'database'>): Promise<BookingPolicy> {
  const policy = await findPolicy(database.requests)
  if (!policy) throw policyNotFound()
  return policy
}
