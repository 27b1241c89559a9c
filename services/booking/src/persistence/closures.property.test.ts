import { addDays, daysBetween, type PlainDate, weekdayOf } from '@campstore/core/plain-date'
import { createPaginator } from '@campstore/database/pagination'
import { useFixture } from '@campstore/testing/use-fixture'
import { forAtMost } from '@campstore/testing/waiting'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBookingActions, firstNight, type Nights, stayOf } from '../testing/booking-actions.ts'
import { findAffectedBookings, findClosures } from './closures.ts'

/** A closure, in the columns of its table. */
type ClosureColumns =
  | { closure_type: 'date_range'; start_date: PlainDate; end_date: PlainDate }
  | { closure_type: 'weekly'; weekday: number; effective_from: PlainDate | null; effective_to: PlainDate | null }

/** Closures and queries are within this many days, from {@link firstNight} on. */
const dayCount = 40
const dayNumber = fc.nat(dayCount - 1)
const anyDate = dayNumber.map(day => addDays(firstNight, day))
/** Two of those days, the earlier one first. */
const anyRange = fc.tuple(anyDate, anyDate).map(dates => dates.toSorted() as [PlainDate, PlainDate])

/** A closure of either type. */
const anyClosure: fc.Arbitrary<ClosureColumns> = fc.oneof(
  anyRange.map(([start_date, end_date]) => ({ closure_type: 'date_range' as const, start_date, end_date })),
  fc
    .tuple(fc.nat(6), anyRange, fc.boolean(), fc.boolean())
    .map(([weekday, [from, to], bounded, ended]) => ({
      closure_type: 'weekly' as const,
      weekday,
      effective_from: bounded ? from : null,
      effective_to: ended ? to : null,
    })),
)

/** Whether a closure closes one night, by the wording of docs/contract/booking.md#closed-nights. */
function closesNight(closure: ClosureColumns, night: PlainDate): boolean {
  if (closure.closure_type === 'date_range') return closure.start_date <= night && night <= closure.end_date
  const { weekday, effective_from: from, effective_to: to } = closure
  return weekdayOf(night) === weekday && (from === null || from <= night) && (to === null || night <= to)
}

/** Every night from `from` to `to`, both included. */
const nightsFrom = (from: PlainDate, to: PlainDate): PlainDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, night) => addDays(from, night))

/** What is unbounded reaches a while beyond the days of the model on either side. */
const beyond = 14

// Closures, against a model that looks at every night.
const actions = useFixture(createBookingActions)

const anyStays = fc.array(
  fc.tuple(dayNumber, fc.integer({ min: 1, max: 14 })).map(([first, length]) => ({ first, end: first + length })),
  { minLength: 1, maxLength: 12, size: 'max' },
)
const anyFilters = fc.array(fc.tuple(anyRange, fc.boolean(), fc.boolean()), {
  minLength: 1,
  maxLength: 10,
  size: 'max',
})

/** Whether the campground is closed on a night of each stay, as a checkout asks. */
async function closedFor(campgroundId: string, stays: readonly Nights[]): Promise<boolean[]> {
  const { rows } = await actions.database.requests.query<{ closed: boolean }>(
    /* sql */ `
    select exists (
      select from booking.overlapping_closures($1, daterange($2::date + queried.first, $2::date + queried.end))
    ) as closed
    from unnest($3::integer[], $4::integer[]) with ordinality as queried (first, "end", line)
    order by queried.line`,
    [campgroundId, firstNight, stays.map(stay => stay.first), stays.map(stay => stay.end)],
  )
  return rows.map(({ closed }) => closed)
}

/** The bookings that a closure affects, as staff see them. */
async function affectedBy(campgroundId: string, closure: ClosureColumns): Promise<string[]> {
  const dates =
    closure.closure_type === 'date_range'
      ? { startDate: closure.start_date, endDate: closure.end_date }
      : { weekday: closure.weekday, effectiveFrom: closure.effective_from, effectiveTo: closure.effective_to }
  const deps = { findPage: createPaginator(actions.database.requests), database: actions.database }
  const affected = { campgroundId, closureType: closure.closure_type, ...dates }
  const { items } = await findAffectedBookings(deps, affected, { page: 0, size: 100 })
  return items.map(({ bookingId }) => bookingId).toSorted()
}

test('a stay is closed, a booking affected, and a closure listed in a range that may be open, exactly when it closes a night', async () => {
  const property = fc.asyncProperty(
    fc.array(anyClosure, { maxLength: 4 }),
    anyStays,
    anyFilters,
    async (closures, stays, filters) => {
      const { scenario, database } = actions
      const campground = await scenario.campground()
      const closureIds: number[] = []
      for (const closure of closures) closureIds.push(await scenario.closure(campground, closure))
      const booked: { id: string; nights: PlainDate[] }[] = []
      for (const { checkIn, checkOut } of stays.map(stayOf)) {
        const columns = { campground_id: campground.id, check_in: checkIn, check_out: checkOut }
        booked.push({ id: await scenario.booking(columns), nights: nightsFrom(checkIn, addDays(checkOut, -1)) })
      }
      const isClosed = (nights: readonly PlainDate[], ...by: readonly ClosureColumns[]) =>
        nights.some(night => by.some(closure => closesNight(closure, night)))
      expect(await closedFor(campground.id, stays)).toEqual(booked.map(({ nights }) => isClosed(nights, ...closures)))
      for (const closure of closures)
        expect(await affectedBy(campground.id, closure)).toEqual(
          booked
            .filter(({ nights }) => isClosed(nights, closure))
            .map(({ id }) => id)
            .toSorted(),
        )
      for (const [[from, to], hasFrom, hasTo] of filters) {
        const range = { from: hasFrom ? from : undefined, to: hasTo ? to : undefined }
        const nights = nightsFrom(
          range.from ?? addDays(firstNight, -beyond),
          range.to ?? addDays(firstNight, dayCount + beyond),
        )
        const found = await findClosures(database.requests, { campgroundId: campground.id, ...range })
        expect(found.map(({ id }) => id)).toEqual(
          closureIds.filter((_, line) => isClosed(nights, ...closures.slice(line, line + 1))),
        )
      }
    },
  )
  await fc.assert(forAtMost(20_000, property), { numRuns: 15 })
})
