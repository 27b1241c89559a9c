import type {
  AddZone,
  AdminZone,
  ChangeCampground,
  ChangeZone,
  CreateCampground,
  ZoneBookingsQuery,
} from '@campstore/contract/admin/campgrounds'
import type { AffectedBooking } from '@campstore/contract/admin/closures'
import type { Campground } from '@campstore/contract/booking/schemas'
import { errorAt } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { text } from '@campstore/contract/texts/text'
import type { Queryable } from '@campstore/database/database'
import { connectionOf } from '@campstore/database/em-connection'
import type { FoundPage } from '@campstore/database/pagination'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { campgroundNotFound, zoneOfIdNotFound } from '../domain/not-found.ts'
import { today } from '../domain/stay.ts'
import { findCampground } from '../persistence/campgrounds.ts'
import { findBookingsOfZone } from '../persistence/closures.ts'
import { CampgroundEntity, ZoneEntity, type ZoneRow } from '../persistence/entities.ts'
import { lockFullestNight } from '../persistence/zones.ts'
import { presentZone } from '../presenters.ts'
import { readPolicy } from './read-campgrounds.ts'

/** One campground with its zones, active or not. Throws NOT_FOUND. */
export async function readAdminCampground(database: Queryable, id: string): Promise<Campground> {
  const campground = await findCampground(database, id)
  if (!campground) throw campgroundNotFound()
  return campground
}

const absent = { description: null, address: null, phone: null, latitude: null, longitude: null }

/** Creates a campground without zones (docs/contract/admin.md#campgrounds). */
export const createCampground = async (
  { database, newId }: Dependencies,
  fields: CreateCampground,
): Promise<Campground> =>
  (await database.em()).transactional(async em => {
    const campground = em.create(CampgroundEntity, { ...absent, ...fields, id: newId() })
    await em.flush()
    return readAdminCampground(connectionOf(em), campground.id)
  })

/** Changes a campground; bookings keep name and region as of their creation. Throws NOT_FOUND. */
export const changeCampground = async (
  { database }: Dependencies,
  id: string,
  changes: ChangeCampground,
): Promise<Campground> =>
  (await database.em()).transactional(async em => {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: campgroundNotFound }
    em.assign(await em.findOneOrFail(CampgroundEntity, id, options), changes)
    await em.flush()
    return readAdminCampground(connectionOf(em), id)
  })

/** One zone, active or not. Throws NOT_FOUND. */
export const readZone = async ({ database }: Dependencies, id: string): Promise<AdminZone> =>
  presentZone(await findZone(await database.em(), id))

/** Adds a zone to a campground, active or not. Throws NOT_FOUND. */
export const addZone = async (
  { database, newId }: Dependencies,
  campgroundId: string,
  fields: AddZone,
): Promise<AdminZone> =>
  (await database.em()).transactional(async em => {
    const campground = await em.findOneOrFail(CampgroundEntity, campgroundId, { failHandler: campgroundNotFound })
    const zone = em.create(ZoneEntity, { ...fields, id: newId(), campground })
    await em.flush()
    return presentZone(zone)
  })

/**
 * Changes a zone under its lock, while no hold of its campground begins if sites go. Bookings keep prices and kind as
 * of their creation. Throws NOT_FOUND; CONFLICT for fewer sites than are booked on any night from today on.
 */
export async function changeZone(deps: Dependencies, id: string, changes: ChangeZone): Promise<AdminZone> {
  const { database, clock } = deps
  const { totalSites } = changes
  const date = totalSites === undefined ? undefined : today(clock(), await readPolicy(deps))
  return (await database.em()).transactional(async em => {
    const zone = await findZone(em, id, LockMode.PESSIMISTIC_WRITE)
    // More sites than before are always allowed, also of a zone that is overbooked.
    if (totalSites !== undefined && date !== undefined && totalSites < zone.totalSites) {
      // Holds wait until the change is committed.
      const fullest = await lockFullestNight(connectionOf(em), id, date)
      if (fullest && fullest.sites > totalSites) throw tooFewSites(zone, fullest)
    }
    em.assign(zone, changes)
    await em.flush()
    return presentZone(zone)
  })
}

/** One page of the bookings that occupy sites of a zone from today on. Throws NOT_FOUND, also without a policy. */
export async function readBookingsOfZone(
  deps: Dependencies,
  zoneId: string,
  { above, ...paging }: ZoneBookingsQuery,
): Promise<FoundPage<AffectedBooking>> {
  await findZone(await deps.database.em(), zoneId)
  const from = today(deps.clock(), await readPolicy(deps))
  return findBookingsOfZone(deps, { zoneId, from, above }, paging)
}

function tooFewSites({ type }: ZoneRow, { night: date, sites: count }: { night: string; sites: number }) {
  const message = text('zone.booked', { name: shortened(type), count, date })
  return errorAt('CONFLICT', 'totalSites', text('zone.mustHave', { count, date }), message)
}

const findZone = (em: EntityManager, id: string, lockMode: LockMode = LockMode.NONE): Promise<ZoneRow> =>
  em.findOneOrFail(ZoneEntity, id, { lockMode, failHandler: zoneOfIdNotFound })
