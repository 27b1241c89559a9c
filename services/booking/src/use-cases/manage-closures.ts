import {
  type AdminClosuresQuery,
  type AffectedBooking,
  type AffectedQuery,
  affectedBookingSchema,
  type ChangeClosure,
  type CreateClosure,
  closureIssues,
} from '@campstore/contract/admin/closures'
import type { CampgroundClosure } from '@campstore/contract/booking/schemas'
import { type Mistake, validationError } from '@campstore/contract/errors'
import { presenterOf } from '@campstore/contract/present'
import type { Page } from '@campstore/contract/route'
import { text } from '@campstore/contract/texts/text'
import { readForStaff } from '@campstore/service/staff-lists'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { closureNotFound, requestedCampgroundNotFound } from '../domain/not-found.ts'
import { type ClosureDates, findAffectedBookings } from '../persistence/affected-bookings.ts'
import { CampgroundEntity, ClosureEntity, type ClosureRow } from '../persistence/entities.ts'
import { presentClosure } from '../presenters.ts'

const presentAffected = presenterOf(affectedBookingSchema)

type Paging = { page: number; size: number }

/** One page of the closures of all campgrounds, active or not, by id. */
export async function listAllClosures(
  { database }: Dependencies,
  { campgroundId, page, size }: AdminClosuresQuery,
): Promise<Page<CampgroundClosure>> {
  const where = campgroundId === undefined ? {} : { campground: campgroundId }
  const paging = { orderBy: { id: 'asc' }, limit: size, offset: page * size } as const
  const [rows, totalElements] = await (await database.em()).findAndCount(ClosureEntity, where, paging)
  return { items: rows.map(presentClosure), page, size, totalElements }
}

/** One closure of any campground. Throws NOT_FOUND. */
export async function readClosure({ database }: Dependencies, id: string): Promise<CampgroundClosure> {
  return presentClosure(await findClosure(await database.em(), id))
}

/**
 * Closes a campground, active or not, from the next availability query on. Existing bookings do not change.
 *
 * @throws {ApiError} NOT_FOUND for an unknown campground
 */
export async function createClosure(
  { database }: Dependencies,
  { campgroundId, ...fields }: CreateClosure,
): Promise<CampgroundClosure> {
  return (await database.em()).transactional(async em => {
    const campground = await em.findOne(CampgroundEntity, campgroundId)
    if (!campground) throw requestedCampgroundNotFound(campgroundId)
    const row = em.create(ClosureEntity, { ...fields, campground })
    await em.flush()
    return presentClosure(row)
  })
}

/**
 * Changes a closure: a field that is not sent stays, null clears it. The resulting closure is validated as a whole.
 *
 * @throws {ApiError} NOT_FOUND; VALIDATION_ERROR for another type or campground, or invalid dates
 *   (docs/contract/admin.md#closures)
 */
export async function changeClosure(
  { database }: Dependencies,
  id: string,
  changes: ChangeClosure,
): Promise<CampgroundClosure> {
  return (await database.em()).transactional(async em => {
    const row = await findClosure(em, id, LockMode.PESSIMISTIC_WRITE)
    const { campgroundId = row.campground.id, closureType = row.closureType, ...fields } = changes
    const issues: Mistake[] = []
    if (campgroundId !== row.campground.id) issues.push({ path: 'campgroundId', reason: text('is.unchangeable') })
    if (closureType !== row.closureType) issues.push({ path: 'closureType', reason: text('is.unchangeable') })
    rejectIssues(issues)
    em.assign(row, fields)
    const { startDate, endDate, weekday, effectiveFrom, effectiveTo } = row
    const dates = { startDate, endDate, weekday, effectiveFrom, effectiveTo }
    rejectIssues(closureIssues(row.closureType, dates).map(({ field, reason }) => ({ path: field, reason })))
    await em.flush()
    return presentClosure(row)
  })
}

/** Opens a campground again, from the next availability query on. Throws NOT_FOUND. */
export async function removeClosure({ database }: Dependencies, id: string): Promise<null> {
  const removed = await (await database.em()).nativeDelete(ClosureEntity, { id: parseClosureId(id) })
  if (removed === 0) throw closureNotFound()
  return null
}

/** One page of the bookings that a closure affects and that still occupy, by check-in, then id. Throws NOT_FOUND. */
export async function listBookingsOfClosure(
  dependencies: Dependencies,
  id: string,
  paging: Paging,
): Promise<Page<AffectedBooking>> {
  const { campground, ...dates } = await findClosure(await dependencies.database.em(), id)
  return pageOfAffected(dependencies, { ...dates, campgroundId: campground.id }, paging)
}

/**
 * One page of the bookings that a closure would affect, as {@link listBookingsOfClosure} would list them. Throws NOT_FOUND for an
 * unknown campground.
 */
export async function listAffectedBookings(
  dependencies: Dependencies,
  { page, size, ...closure }: AffectedQuery,
): Promise<Page<AffectedBooking>> {
  const { campgroundId } = closure
  const campground = await (await dependencies.database.em()).findOne(CampgroundEntity, campgroundId)
  if (!campground) throw requestedCampgroundNotFound(campgroundId)
  return pageOfAffected(dependencies, closure, { page, size })
}

async function pageOfAffected(
  { database, findPage }: Pick<Dependencies, 'database' | 'findPage'>,
  closure: ClosureDates,
  paging: Paging,
): Promise<Page<AffectedBooking>> {
  const { items, totalElements } = await readForStaff(() =>
    findAffectedBookings({ findPage, database: database.staff }, closure, paging),
  )
  return { items: items.map(presentAffected), ...paging, totalElements }
}

async function findClosure(em: EntityManager, id: string, lockMode: LockMode = LockMode.NONE): Promise<ClosureRow> {
  const row = await em.findOne(ClosureEntity, parseClosureId(id), { lockMode })
  if (!row) throw closureNotFound()
  return row
}

/** Closure ids are numbers; any other text is unknown (docs/contract/conventions.md#identifiers). */
export function parseClosureId(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw closureNotFound()
  return Number(id)
}

function rejectIssues(details: Mistake[]): void {
  if (details.length > 0) throw validationError(details)
}
