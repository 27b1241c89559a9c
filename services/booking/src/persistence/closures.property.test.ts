import { addDays, daysBetween, type PlainDate, weekdayOf } from '@campstore/core/plain-date'
import { createPaginator } from '@campstore/database/pagination'
import { useFixture } from '@campstore/testing/use-fixture'
import { forAtMost } from '@campstore/testing/waiting'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBookingActions, firstNight, stayOf } from '../testing/booking-actions.ts'
import { findAffectedBookings } from './affected-bookings.ts'
import { findClosures } from './closures.ts'

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

async function campgroundWith(closures: readonly ClosureColumns[]) {
  const campground = await actions.scenario.campground()
  const ids: number[] = []
  for (const closure of closures) ids.push(await actions.scenario.closure(campground, closure))
  return { ...campground, closureIds: ids }
}

test('a campground is closed for a stay exactly when a closure closes one of its nights', async () => {
  const nights = fc
    .tuple(dayNumber, fc.integer({ min: 1, max: 14 }))
    .map(([first, length]) => ({ first, end: first + length }))
  const stays = fc.array(nights, { minLength: 1, maxLength: 30, size: 'max' })
  const property = fc.asyncProperty(fc.array(anyClosure, { maxLength: 4 }), stays, async (closures, queried) => {
    const { id } = await campgroundWith(closures)
    const { rows } = await actions.database.requests.query<{ closed: boolean }>(
      /* sql */ `
      select exists (
        select from booking.overlapping_closures($1, daterange($2::date + queried.first, $2::date + queried.end))
      ) as closed
      from unnest($3::integer[], $4::integer[]) with ordinality as queried (first, "end", line)
      order by queried.line`,
      [id, firstNight, queried.map(stay => stay.first), queried.map(stay => stay.end)],
    )
    const expected = queried.map(stay => {
      const { checkIn, checkOut } = stayOf(stay)
      return nightsFrom(checkIn, addDays(checkOut, -1)).some(night =>
        closures.some(closure => closesNight(closure, night)),
      )
    })
    expect(rows.map(row => row.closed)).toEqual(expected)
  })
  await fc.assert(forAtMost(15_000, property), { numRuns: 20 })
})

test('a booking is affected exactly when the closure closes one of its nights', async () => {
  const nights = fc
    .tuple(dayNumber, fc.integer({ min: 1, max: 14 }))
    .map(([first, length]) => ({ first, end: first + length }))
  const stays = fc.array(nights, { minLength: 1, maxLength: 12, size: 'max' })
  const property = fc.asyncProperty(anyClosure, stays, async (closure, booked) => {
    const { id: campgroundId } = await actions.scenario.campground()
    const expected: string[] = []
    for (const stay of booked.map(stayOf)) {
      const dates = { check_in: stay.checkIn, check_out: stay.checkOut }
      const bookingId = await actions.scenario.booking({ campground_id: campgroundId, ...dates })
      if (nightsFrom(stay.checkIn, addDays(stay.checkOut, -1)).some(night => closesNight(closure, night)))
        expected.push(bookingId)
    }
    const dates =
      closure.closure_type === 'date_range'
        ? { startDate: closure.start_date, endDate: closure.end_date }
        : { weekday: closure.weekday, effectiveFrom: closure.effective_from, effectiveTo: closure.effective_to }
    const findPage = createPaginator(actions.database.requests)
    const affected = { campgroundId, closureType: closure.closure_type, ...dates }
    const { items } = await findAffectedBookings({ findPage, database: actions.database }, affected, {
      page: 0,
      size: 100,
    })
    expect(items.map(({ bookingId }) => bookingId).toSorted()).toEqual(expected.toSorted())
  })
  await fc.assert(forAtMost(15_000, property), { numRuns: 15 })
})

test('a closure is listed exactly when it can close a night in the range, also when that has no end', async () => {
  const filters = fc.array(fc.tuple(anyRange, fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 10, size: 'max' })
  const property = fc.asyncProperty(fc.array(anyClosure, { maxLength: 5 }), filters, async (closures, queried) => {
    const { id, closureIds } = await campgroundWith(closures)
    for (const [[from, to], hasFrom, hasTo] of queried) {
      const range = { from: hasFrom ? from : undefined, to: hasTo ? to : undefined }
      const nights = nightsFrom(
        range.from ?? addDays(firstNight, -beyond),
        range.to ?? addDays(firstNight, dayCount + beyond),
      )
      const expected = closureIds.filter((_, line) => {
        const closure = closures[line]
        return closure !== undefined && nights.some(night => closesNight(closure, night))
      })
      const found = await findClosures(actions.database.requests, { campgroundId: id, ...range })
      expect(found.map(closure => closure.id)).toEqual(expected)
    }
  })
  await fc.assert(forAtMost(15_000, property), { numRuns: 15 })
})
