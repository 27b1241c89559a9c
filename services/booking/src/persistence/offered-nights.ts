import type { BookingPolicy, Campground } from '@campstore/contract/booking/schemas'
import { addDays, type PlainDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'
import type { CalendarMark } from '../domain/nights.ts'
import type { OfferedNights } from '../domain/offered-nights.ts'
import { findCampgrounds } from './campgrounds.ts'
import { findFreeSites, type NightRange, zonesAndClosedNights } from './occupancy.ts'

const closedNights = /* sql */ `
  with ${zonesAndClosedNights}
  select campground_id as "campgroundId", json_agg(json_build_array(night, reason)) as nights
  from closed_night
  group by campground_id`

async function findClosedNights(database: Queryable, { from, days }: NightRange) {
  const { rows } = await database.query<{ campgroundId: string; nights: [night: number, reason: string][] }>(
    closedNights,
    [from, days, null],
  )
  return new Map(rows.map(({ campgroundId, nights }) => [campgroundId, new Map(nights)]))
}

async function findMarks(database: Queryable, { from, days }: NightRange) {
  const { rows } = await database.query<{ date: PlainDate; kind: CalendarMark }>(
    'select date, kind from booking.holiday where date >= $1 and date < $2',
    [from, addDays(from, days)],
  )
  return new Map(rows.map(({ date, kind }) => [date, kind]))
}

/** What every active zone of every active campground offers on each night of a range, by id; locks nothing. */
export async function findOfferedNights(
  database: Queryable,
  range: Pick<NightRange, 'from' | 'days'>,
  { holidayWeekdays }: BookingPolicy,
): Promise<OfferedNights> {
  const [campgrounds, freeByZone, closed, marks] = await Promise.all([
    findCampgrounds(database),
    findFreeSites(database, range),
    findClosedNights(database, range),
    findMarks(database, range),
  ])
  const offered = (campground: Campground) => ({
    ...campground,
    closedNights: closed.get(campground.id) ?? new Map<number, string>(),
    // A zone that has come between the statements is there the next time.
    zones: campground.zones.flatMap(zone => {
      const free = freeByZone.get(zone.id)
      return zone.active && free ? [{ ...zone, free }] : []
    }),
  })
  return { ...range, campgrounds: campgrounds.map(offered), calendar: { marks, holidayWeekdays } }
}
