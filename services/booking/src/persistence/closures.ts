import { addDays, daysBetween, type PlainDate, weekdayOf } from '@campstore/core/plain-date'
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import { ClosureEntity, type ClosureRow } from './entities.ts'

/** Closures of one campground, and closures that can close a night from `from` to `to`, both included. */
export type ClosureFilter = { campgroundId?: string; from?: PlainDate; to?: PlainDate }

/** Closures of active campgrounds, by id. */
export async function findClosures(em: EntityManager, filter: ClosureFilter): Promise<ClosureRow[]> {
  const { campgroundId, from, to } = filter
  const found = await em.find(
    ClosureEntity,
    {
      campground: { active: true, ...(campgroundId !== undefined && { id: campgroundId }) },
      $and: [from ? endsOnOrAfter(from) : {}, to ? beginsOnOrBefore(to) : {}],
    },
    { orderBy: { id: 'asc' } },
  )
  return found.filter(closure => closure.closureType === 'date_range' || closesANight(closure, filter))
}

const endsOnOrAfter = (date: PlainDate): FilterQuery<ClosureRow> => ({
  $or: [
    { closureType: 'date_range', endDate: { $gte: date } },
    { closureType: 'weekly', $or: [{ effectiveTo: null }, { effectiveTo: { $gte: date } }] },
  ],
})

const beginsOnOrBefore = (date: PlainDate): FilterQuery<ClosureRow> => ({
  $or: [
    { closureType: 'date_range', startDate: { $lte: date } },
    { closureType: 'weekly', $or: [{ effectiveFrom: null }, { effectiveFrom: { $lte: date } }] },
  ],
})

/** Whether a weekly closure's weekday occurs within both its validity and the range of the filter. */
function closesANight(closure: ClosureRow, { from, to }: ClosureFilter): boolean {
  const first = latest(from, closure.effectiveFrom ?? null)
  const last = earliest(to, closure.effectiveTo ?? null)
  if (!first || !last) return true
  if (last < first) return false
  const daysUntilWeekday = ((closure.weekday ?? 0) - weekdayOf(first) + 7) % 7
  return daysUntilWeekday <= daysBetween(first, last) && addDays(first, daysUntilWeekday) <= last
}

const latest = (left: PlainDate | undefined, right: PlainDate | null): PlainDate | null =>
  left && right ? (left > right ? left : right) : (left ?? right)

const earliest = (left: PlainDate | undefined, right: PlainDate | null): PlainDate | null =>
  left && right ? (left < right ? left : right) : (left ?? right)
