import type { ChangeCampground, CreateCampground } from '@campstore/contract/admin/campgrounds'
import type { Campground } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import { connectionOf } from '@campstore/database/em-connection'
import { LockMode } from '@mikro-orm/core'
import type { Dependencies } from '../dependencies.ts'
import { campgroundNotFound } from '../domain/not-found.ts'
import { findCampground } from '../persistence/campgrounds.ts'
import { CampgroundEntity } from '../persistence/entities.ts'

/** One campground with its zones, active or not. Throws NOT_FOUND. */
export async function readAdminCampground(database: Queryable, id: string): Promise<Campground> {
  const campground = await findCampground(database, id)
  if (!campground) throw campgroundNotFound()
  return campground
}

const absent = { description: null, address: null, phone: null, latitude: null, longitude: null }

/** Creates a campground without zones (docs/contract/admin.md#campgrounds). */
export async function createCampground(
  { database, newId }: Dependencies,
  fields: CreateCampground,
): Promise<Campground> {
  return (await database.em()).transactional(async em => {
    const campground = em.create(CampgroundEntity, { ...absent, ...fields, id: newId() })
    await em.flush()
    return readAdminCampground(connectionOf(em), campground.id)
  })
}

/** Changes a campground; bookings keep name and region as of their creation. Throws NOT_FOUND. */
export async function changeCampground(
  { database }: Dependencies,
  id: string,
  changes: ChangeCampground,
): Promise<Campground> {
  return (await database.em()).transactional(async em => {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: campgroundNotFound }
    em.assign(await em.findOneOrFail(CampgroundEntity, id, options), changes)
    await em.flush()
    return readAdminCampground(connectionOf(em), id)
  })
}
