import type { Administrator } from '@campstore/auth/internal-token'
import {
  type AdminClosuresQuery,
  type AffectedBooking,
  type AffectedQuery,
  type ChangeClosure,
  type CreateClosure,
  closureIssues,
} from '@campstore/contract/admin/closures'
import type { AdminBookingDetail, CampgroundClosure } from '@campstore/contract/booking/schemas'
import { ApiError, type Mistake, validationError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { FoundPage } from '@campstore/database/pagination'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { bookingNotFound, closureNotFound, requestedCampgroundNotFound } from '../domain/not-found.ts'
import { findAffectedBookings, findEffect } from '../persistence/closures.ts'
import { CampgroundEntity, ClosureEntity, type ClosureRow } from '../persistence/entities.ts'
import { presentClosure } from '../presenters.ts'
import { changeBooking } from './change-booking.ts'

/** One page of the closures of all campgrounds, active or not, by id. */
export async function findClosurePage(
  { database }: Dependencies,
  { campgroundId, page, size }: AdminClosuresQuery,
): Promise<FoundPage<ClosureRow>> {
  const where = campgroundId === undefined ? {} : { campground: campgroundId }
  const paging = { orderBy: { id: 'asc' }, limit: size, offset: page * size } as const
  const [items, totalElements] = await (await database.em()).findAndCount(ClosureEntity, where, paging)
  return { items, totalElements }
}

/** One closure of any campground. Throws NOT_FOUND. */
export const readClosure = async ({ database }: Dependencies, id: string): Promise<CampgroundClosure> =>
  presentClosure(await findClosure(await database.em(), id))

/**
 * Closes a campground, active or not, from the next availability query on. Existing bookings do not change. Throws
 * NOT_FOUND for an unknown campground.
 */
export const createClosure = async (
  { database }: Dependencies,
  { campgroundId, ...fields }: CreateClosure,
): Promise<CampgroundClosure> =>
  (await database.em()).transactional(async em => {
    const row = em.create(ClosureEntity, { ...fields, campground: await findCampground(em, campgroundId) })
    await em.flush()
    return presentClosure(row)
  })

/**
 * Changes a closure: a field that is not sent stays, null clears it. The resulting closure is validated as a whole. Throws
 * NOT_FOUND; VALIDATION_ERROR for another type or campground, or invalid dates (docs/contract/admin.md#closures).
 */
export const changeClosure = async (
  { database }: Dependencies,
  id: string,
  changes: ChangeClosure,
): Promise<CampgroundClosure> =>
  (await database.em()).transactional(async em => {
    const row = await findClosure(em, id, LockMode.PESSIMISTIC_WRITE)
    const own = { campgroundId: row.campground.id, closureType: row.closureType }
    const paths = (['campgroundId', 'closureType'] as const).filter(path => (changes[path] ?? own[path]) !== own[path])
    rejectIssues(paths.map(path => ({ path, reason: text('is.unchangeable') })))
    const { campgroundId: _, closureType: __, ...fields } = changes
    em.assign(row, fields)
    rejectIssues(closureIssues(row.closureType, row))
    await em.flush()
    return presentClosure(row)
  })

/** Opens a campground again, from the next availability query on. Throws NOT_FOUND. */
export async function removeClosure({ database }: Dependencies, id: string): Promise<null> {
  const removed = await (await database.em()).nativeDelete(ClosureEntity, { id: parseClosureId(id) })
  if (removed === 0) throw closureNotFound()
  return null
}

/** One page of the bookings that a closure affects and that still occupy, by check-in, then id. Throws NOT_FOUND. */
export async function findBookingsOfClosure(
  deps: Dependencies,
  id: string,
  paging: { page: number; size: number },
): Promise<FoundPage<AffectedBooking>> {
  const { campground, ...dates } = await findClosure(await deps.database.em(), id)
  return findAffectedBookings(deps, { ...dates, campgroundId: campground.id }, paging)
}

/**
 * One page of the bookings that a closure would affect, as {@link findBookingsOfClosure} would find them. Throws NOT_FOUND for
 * an unknown campground.
 */
export async function findBookingsOfPlan(deps: Dependencies, plan: AffectedQuery): Promise<FoundPage<AffectedBooking>> {
  await findCampground(await deps.database.em(), plan.campgroundId)
  return findAffectedBookings(deps, plan, plan)
}

/**
 * Cancels a booking that a closure affects: a paid one with a full refund, an unpaid one without
 * (docs/contract/admin.md#cancel-affected-bookings). Throws NOT_FOUND; CONFLICT where the closure does not affect it, or its
 * state does not allow it; what a cancellation by staff throws.
 */
export async function cancelForClosure(
  deps: Dependencies,
  bookingId: string,
  { closureId, reason }: { closureId: string; reason: string },
  administrator: Administrator,
): Promise<AdminBookingDetail> {
  const effect = await findEffect(deps.database.requests, parseClosureId(closureId), bookingId)
  if (!effect) throw bookingNotFound()
  if (!effect.isAffected) throw new ApiError('CONFLICT', text('booking.notAffected'))
  return changeBooking(deps, effect.isPaid ? 'cancelPaid' : 'cancel', bookingId, administrator, { reason })
}

const findCampground = (em: EntityManager, id: string) =>
  em.findOneOrFail(CampgroundEntity, id, { failHandler: () => requestedCampgroundNotFound(id) })

const findClosure = (em: EntityManager, id: string, lockMode: LockMode = LockMode.NONE) =>
  em.findOneOrFail(ClosureEntity, parseClosureId(id), { lockMode, failHandler: closureNotFound })

/** Closure ids are numbers; any other text is unknown (docs/contract/conventions.md#identifiers). */
function parseClosureId(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw closureNotFound()
  return Number(id)
}

function rejectIssues(details: Mistake[]): void {
  if (details.length > 0) throw validationError(details)
}
