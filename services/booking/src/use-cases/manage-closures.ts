import {
  type AdminClosuresQuery,
  type ChangeClosure,
  type CreateClosure,
  closureIssues,
} from '@campstore/contract/admin/closures'
import type { BookingListItem, CampgroundClosure } from '@campstore/contract/booking/schemas'
import { ApiError, type ErrorDetail } from '@campstore/contract/errors'
import type { Page } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Dependencies } from '../dependencies.ts'
import { findTouchedBookings } from '../persistence/affected-bookings.ts'
import { CampgroundEntity, ClosureEntity, type ClosureRow } from '../persistence/entities.ts'
import { presentClosure, presentListItem } from '../presenters.ts'

type Given = Pick<Dependencies, 'database'>
type Paging = { page: number; size: number }

/** One page of the closures of all campgrounds, active or not, by id. */
export const listAllClosures =
  ({ database }: Given) =>
  async ({ campgroundId, page, size }: AdminClosuresQuery): Promise<Page<CampgroundClosure>> => {
    const [rows, totalElements] = await database
      .em()
      .findAndCount(ClosureEntity, campgroundId === undefined ? {} : { campground: campgroundId }, {
        orderBy: { id: 'asc' },
        limit: size,
        offset: page * size,
      })
    return { items: rows.map(presentClosure), page, size, totalElements }
  }

/** One closure, of whichever campground. Throws NOT_FOUND. */
export const readClosure =
  ({ database }: Given) =>
  async (id: string): Promise<CampgroundClosure> =>
    presentClosure(await closureOf(database.em(), id))

/**
 * Closes a campground, active or not, from the next availability query on. Bookings that are there stay as they are.
 *
 * @throws {ApiError} NOT_FOUND for an unknown campground
 */
export const createClosure =
  ({ database }: Given) =>
  (closure: CreateClosure): Promise<CampgroundClosure> =>
    database.em().transactional(async em => {
      const { campgroundId, ...fields } = closure
      const campground = await em.findOne(CampgroundEntity, campgroundId)
      if (!campground) throw new ApiError('NOT_FOUND', 'There is no such campground')
      const row = em.create(ClosureEntity, { ...fields, campground })
      await em.flush()
      return presentClosure(row)
    })

/**
 * Changes a closure: what is not sent stays, null clears. The closure that results is judged as a whole.
 *
 * @throws {ApiError} NOT_FOUND; VALIDATION_ERROR for another type or campground, or dates that do not make a closure
 *   (decisions.md, 9 and 12)
 */
export const changeClosure =
  ({ database }: Given) =>
  (id: string, changes: ChangeClosure): Promise<CampgroundClosure> =>
    database.em().transactional(async em => {
      const row = await closureOf(em, id, LockMode.PESSIMISTIC_WRITE)
      const { campgroundId, closureType, ...fields } = changes
      refuse([
        ...((campgroundId ?? row.campground.id) === row.campground.id ? [] : [unchangeable('campgroundId')]),
        ...((closureType ?? row.closureType) === row.closureType ? [] : [unchangeable('closureType')]),
      ])
      em.assign(row, fields)
      const { reason: _, campgroundId: __, closureType: type, id: ___, ...dates } = presentClosure(row)
      refuse(closureIssues(type, dates).map(({ field, message }) => ({ path: field, message })))
      await em.flush()
      return presentClosure(row)
    })

/** Opens a campground again, from the next availability query on. Throws NOT_FOUND. */
export const removeClosure =
  ({ database }: Given) =>
  async (id: string): Promise<null> => {
    const removed = await database.em().nativeDelete(ClosureEntity, { id: closureNumber(id) })
    if (removed === 0) throw noSuchClosure()
    return null
  }

/** One page of the bookings that a closure touches and that still occupy, by check-in, then id. Throws NOT_FOUND. */
export const listBookingsOfClosure =
  ({ database, findPage }: Given & { findPage: FindPage }) =>
  async (id: string, paging: Paging): Promise<Page<BookingListItem>> => {
    const closure = await closureOf(database.em(), id)
    const { items, totalElements } = await findTouchedBookings(findPage, closure.id, paging)
    return { items: items.map(presentListItem), ...paging, totalElements }
  }

async function closureOf(em: EntityManager, id: string, lockMode: LockMode = LockMode.NONE): Promise<ClosureRow> {
  const row = await em.findOne(ClosureEntity, closureNumber(id), { lockMode })
  if (!row) throw noSuchClosure()
  return row
}

/** Ids of closures are numbers; any other text names none (decisions.md, 2). */
function closureNumber(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw noSuchClosure()
  return Number(id)
}

const noSuchClosure = (): ApiError => new ApiError('NOT_FOUND', 'There is no such closure')

const unchangeable = (path: string): ErrorDetail => ({ path, message: 'cannot be changed' })

function refuse(details: ErrorDetail[]): void {
  if (details.length > 0) throw new ApiError('VALIDATION_ERROR', 'The closure is not valid', { details })
}
