import type { BookingPolicy, Campground, CampgroundClosure, RentalEquipment } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import type { Dependencies } from '../dependencies.ts'
import { type ClosureFilter, findClosures } from '../persistence/closures.ts'
import { CampgroundEntity } from '../persistence/entities.ts'
import { findEquipment } from '../persistence/equipment.ts'
import { readPolicy as findPolicy } from '../persistence/policy.ts'
import { presentCampground, presentClosure } from '../presenters.ts'

/** Active campgrounds with all their zones, by id. */
export const listCampgrounds =
  ({ database }: Dependencies) =>
  async (): Promise<Campground[]> => {
    const rows = await database
      .em()
      .find(CampgroundEntity, { active: true }, { populate: ['zones'], orderBy: { id: 'asc' } })
    return rows.map(presentCampground)
  }

/** One active campground with all its zones. Throws NOT_FOUND. */
export const readCampground =
  ({ database }: Dependencies) =>
  async (id: string): Promise<Campground> => {
    const row = await database.em().findOne(CampgroundEntity, { id, active: true }, { populate: ['zones'] })
    if (!row) throw campgroundUnknown()
    return presentCampground(row)
  }

/** Rental listings of an active campground, usable or not, by id. Throws NOT_FOUND (decisions.md, 4). */
export const listEquipment =
  ({ database }: Dependencies) =>
  async (campgroundId: string): Promise<RentalEquipment[]> => {
    const equipment = await findEquipment(database.pool, campgroundId)
    if (!equipment) throw campgroundUnknown()
    return equipment
  }

/** The booking policy. Throws NOT_FOUND when its record is missing. */
export const readPolicy =
  ({ database }: Dependencies) =>
  (): Promise<BookingPolicy> =>
    findPolicy(database.pool)

/** Closures of active campgrounds that can close a night in a range, by id (decisions.md, 4). */
export const listClosures =
  ({ database }: Dependencies) =>
  async (filter: ClosureFilter): Promise<CampgroundClosure[]> =>
    (await findClosures(database.em(), filter)).map(presentClosure)

const campgroundUnknown = () => new ApiError('NOT_FOUND', 'There is no such campground')
