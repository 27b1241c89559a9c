import { type CampgroundClosure, closureSchema } from '@campstore/contract/booking/schemas'
import type { PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'
import { contractJson } from '@campstore/service/contract-json'

/** Closures of one campground, and closures that can close a night from `from` to `to`, both included. */
export type ClosureFilter = { campgroundId?: string; from?: PlainDate; to?: PlainDate }

/** The rule is that of booking.overlapping_closures, for a range that may be open: a closure without an end closes a night after any. */
const closures = /* sql */ `
  select ${contractJson('closure', closureSchema)} as closure
  from booking.closure
  join booking.campground on campground.id = closure.campground_id and campground.active
  cross join lateral (
    select
      greatest(coalesce(closure.start_date, closure.effective_from), $2::date) as first,
      least(coalesce(closure.end_date, closure.effective_to), $3::date) as last
  ) own
  where ($1::text is null or campground.id = $1)
    and (own.first + coalesce((closure.weekday - extract(dow from own.first)::integer + 7) % 7, 0) <= own.last) is not false
  order by closure.id`

/** Closures of active campgrounds, by id. */
export async function findClosures(
  database: Queryable,
  { campgroundId, from, to }: ClosureFilter,
): Promise<CampgroundClosure[]> {
  const { rows } = await database.query<{ closure: CampgroundClosure }>(closures, [campgroundId, from, to])
  return rows.map(({ closure }) => closure)
}
