import { addDays } from '@campstore/core/plain-date'
import { createPaginator, type FindPage } from '@campstore/database/pagination'
import { unique } from '@campstore/testing/rows'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingActions, createBookingActions, type Nights, stayOf } from '../testing/booking-actions.ts'
import { anyClosure, type ClosureColumns, closesNight, dayCount, nightsFrom } from '../testing/closure-model.ts'
import { findAffectedBookings } from './affected-bookings.ts'

type Stored = { id: string; status: string; elsewhere: boolean; nights: Nights }

const statuses = ['pending', 'confirmed', 'completed', 'cancelled']
const anyStored: fc.Arbitrary<Omit<Stored, 'id'>> = fc.record({
  status: fc.constantFrom(...statuses),
  elsewhere: fc.boolean(),
  // Some stays lie before the days of the model and some after: a closure without bounds affects them too.
  nights: fc
    .tuple(fc.integer({ min: -14, max: dayCount + 7 }), fc.integer({ min: 1, max: 14 }))
    .map(([first, length]) => ({ first, end: first + length })),
})
const anyPolicy = fc.subarray(statuses.slice(0, 3))

describe('bookings that a closure affects, against a model that checks every night', () => {
  let actions: BookingActions
  let findPage: FindPage
  beforeAll(async () => {
    actions = await createBookingActions()
    findPage = createPaginator(actions.database.requests)
  })
  afterAll(() => actions.close())

  function store(campgroundId: string, { id, status, nights }: Stored) {
    const { checkIn: check_in, checkOut: check_out } = stayOf(nights)
    return actions.scenario.booking({ id, campground_id: campgroundId, check_in, check_out, status })
  }

  const isTouched = (closure: ClosureColumns, { checkIn, checkOut }: ReturnType<typeof stayOf>): boolean =>
    nightsFrom(checkIn, addDays(checkOut, -1)).some(night => closesNight(closure, night))

  /** What the model says, in the documented order. */
  const expectedOf = (closure: ClosureColumns, occupying: readonly string[], bookings: readonly Stored[]): string[] =>
    bookings
      .filter(({ elsewhere, status }) => !elsewhere && occupying.includes(status))
      .map(({ id, nights }) => ({ id, stay: stayOf(nights) }))
      .filter(({ stay }) => isTouched(closure, stay))
      .toSorted((left, right) => (left.stay.checkIn + left.id < right.stay.checkIn + right.id ? -1 : 1))
      .map(({ id }) => id)

  test('exactly those of its campground that occupy and have a night that it closes, by check-in, then id', async () => {
    const bookings = fc.array(anyStored, { minLength: 1, maxLength: 16, size: 'max' })
    const property = fc.asyncProperty(anyClosure, anyClosure, anyPolicy, bookings, async (...drawn) => {
      const [closure, another, occupying, drawnBookings] = drawn
      await actions.scenario.policy({ occupying_statuses: occupying })
      const [campground, other] = [await actions.scenario.campground(), await actions.scenario.campground()]
      const closureId = await actions.scenario.closure(campground, closure)
      await actions.scenario.closure(campground, another)
      await actions.scenario.closure(other, closure)
      const stored = drawnBookings.map(booking => ({ ...booking, id: unique('booking') }))
      await Promise.all(stored.map(one => store(one.elsewhere ? other.id : campground.id, one)))
      const found = await findAffectedBookings(findPage, closureId, { page: 0, size: 100 })
      const expected = expectedOf(closure, occupying, stored)
      expect(found.items.map(({ id }) => id)).toEqual(expected)
      expect(found.totalElements).toBe(expected.length)
    })
    await fc.assert(property, { numRuns: 120, interruptAfterTimeLimit: 20_000 })
  })
})
