import type { AffectedBooking, AffectedQuery } from '@campstore/contract/admin/closures'
import { type CampgroundClosure, closureSchema } from '@campstore/contract/booking/schemas'
import type { PlainDate } from '@campstore/core/plain-date'
import type { Condition } from '@campstore/database/conditions'
import type { Database, Queryable } from '@campstore/database/database'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { allRows, firstRow } from '@campstore/database/rows'
import { contractJson } from '@campstore/service/contract-json'
import { readForStaff } from '@campstore/service/staff-lists'
import { heldOrPaid, listedColumns } from './bookings.ts'
import { bookingsWithContact, contactColumn } from './staff-fields.ts'

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
export const findClosures = async (
  database: Queryable,
  { campgroundId, from, to }: ClosureFilter,
): Promise<CampgroundClosure[]> =>
  (await allRows<{ closure: CampgroundClosure }>(database, closures, [campgroundId, from, to])).map(
    ({ closure }) => closure,
  )

type Reads = { findPage: FindPage; database: Pick<Database, 'staff'> }
type Paging = { page: number; size: number }

/** A campground and the fields that decide which nights a closure closes; absent ones are null. */
export type ClosureDates = Pick<AffectedQuery, 'campgroundId'> & {
  [Field in 'startDate' | 'endDate' | 'effectiveFrom' | 'effectiveTo']?: string | null | undefined
} & { weekday?: number | null | undefined }

/** Condition: a night of the stay from the first to the last day of a weekly closure has its weekday; null means no limit. */
const hasWeekday = (weekday: number, first: string | null, last: string | null): Condition => ({
  sql: `(
    select opening.night + (? - extract(dow from opening.night)::integer + 7) % 7
      <= least(booking.check_out - 1, coalesce(?::date, 'infinity'))
    from (select greatest(booking.check_in, coalesce(?::date, '-infinity')) as night) opening
  )`,
  values: [weekday, last, first],
})

/** Bookings of each status that may occupy, each by its own partial index. */
const withStatus = {
  pending: `booking.status = 'pending'`,
  confirmed: `booking.status = 'confirmed' and booking.payment_status = 'paid'`,
  completed: `booking.status = 'completed' and booking.payment_status = 'paid'`,
} as const
type Occupying = keyof typeof withStatus

/**
 * Condition: a booking occupies. A closure with a first day uses the index of paid stays, which begins with the check-out; any
 * other uses the status, to skip past stays that no longer occupy.
 */
const occupies = (statuses: readonly Occupying[], hasNoBegin: boolean): Condition =>
  hasNoBegin
    ? { sql: `(${statuses.map(status => withStatus[status]).join(' or ')})`, values: [] }
    : { sql: `(${heldOrPaid.paid} or ${heldOrPaid.unpaid}) and booking.status = any (?)`, values: [statuses] }

/**
 * Bookings with a night that a closure closes and a status that occupies by the policy, by check-in, then id, with their
 * customers (docs/contract/admin.md#closures). Without a policy no status occupies.
 *
 * @param closure existing or planned
 */
export function findAffectedBookings(
  reads: Reads,
  closure: ClosureDates,
  paging: Paging,
): Promise<FoundPage<AffectedBooking>> {
  const first = closure.startDate ?? closure.effectiveFrom ?? null
  const last = closure.endDate ?? closure.effectiveTo ?? null
  // The last three say that it closes a night (docs/contract/booking.md#closed-nights), as booking.overlapping_closures.
  return findOccupying(reads, paging, statuses => [
    { sql: 'booking.campground_id = ?', values: [closure.campgroundId] },
    occupies(statuses, first === null),
    { sql: `booking.check_out > coalesce(?::date, '-infinity')`, values: [first] },
    { sql: `booking.check_in <= coalesce(?::date, 'infinity')`, values: [last] },
    typeof closure.weekday === 'number' ? hasWeekday(closure.weekday, first, last) : undefined,
  ])
}

/**
 * Bookings that occupy a zone on a night from a date on, on which more than `above` of its sites are taken, by check-in, then id,
 * with their customers (docs/contract/admin.md#campgrounds).
 */
export const findBookingsOfZone = (
  reads: Reads,
  { zoneId, from, above }: { zoneId: string; from: PlainDate; above: number },
  paging: Paging,
): Promise<FoundPage<AffectedBooking>> =>
  findOccupying(reads, paging, statuses => [
    occupies(statuses, false),
    { sql: 'booking.check_out > ?::date', values: [from] },
    {
      sql: `exists (
        select
        from booking.booking_zone line
        cross join lateral booking.taken_nights(line.zone_id, line.stay * daterange(?::date, null)) taken_night
        where line.booking_id = booking.id and line.zone_id = ? and taken_night.taken > ?
      )`,
      values: [from, zoneId, above],
    },
  ])

/** One page of the bookings whose status occupies by the policy, by check-in, then id; without a policy, none. */
async function findOccupying(
  { findPage, database }: Reads,
  { page, size }: Paging,
  conditionsFor: (statuses: readonly Occupying[]) => readonly (Condition | undefined)[],
): Promise<FoundPage<AffectedBooking>> {
  const policy = 'select unnest(occupying_statuses) as status from booking.policy where id = 1'
  const { rows } = await readForStaff(() => database.staff.query<{ status: Occupying }>(policy))
  const statuses = [...new Set(rows.map(({ status }) => status))]
  if (statuses.length === 0) return { items: [], totalElements: 0 }
  return findPage<AffectedBooking>({
    page,
    size,
    columns: `${listedColumns}, ${contactColumn}`,
    from: bookingsWithContact,
    conditions: conditionsFor(statuses),
    orderBy: { field: 'booking.check_in', id: 'booking.id', direction: 'asc' },
  })
}

/** Whether a booking has a night that a closure closes, in any status, and whether it is paid; undefined for an unknown booking. */
export const findEffect = (database: Queryable, closureId: number, bookingId: string) =>
  firstRow<{ isAffected: boolean; isPaid: boolean }>(
    database,
    /* sql */ `
    select
      booking.payment_status = 'paid' as "isPaid",
      exists (
        select
        from booking.overlapping_closures(booking.campground_id, daterange(booking.check_in, booking.check_out)) overlapping
        where overlapping.closure_id = $1
      ) as "isAffected"
    from booking.booking
    where booking.id = $2`,
    [closureId, bookingId],
  )
