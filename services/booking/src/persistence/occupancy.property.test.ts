import { addDays } from '@campstore/core/plain-date'
import { useFixture } from '@campstore/testing/use-fixture'
import { forAtMost } from '@campstore/testing/waiting'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBookingActions, firstNight, stayOf } from '../testing/booking-actions.ts'
import { findOccupancy, findOccupancyReport } from './occupancy.ts'

const states = {
  held: { status: 'pending', payment_status: 'unpaid' },
  paid: { status: 'pending', payment_status: 'paid' },
  confirmed: { status: 'confirmed', payment_status: 'paid' },
  completed: { status: 'completed', payment_status: 'paid' },
  cancelled: { status: 'cancelled', payment_status: 'unpaid' },
} as const
type State = keyof typeof states

/** Nights of the range, and how far stays may be before and after it. */
const days = 10
const around = 12

const anyStay = fc.record({
  first: fc.integer({ min: -around, max: days + 2 }),
  nights: fc.integer({ min: 1, max: around }),
  sites: fc.integer({ min: 1, max: 3 }),
  state: fc.constantFrom<State>('held', 'paid', 'confirmed', 'completed', 'cancelled'),
})

// Occupancy, against a model that looks at every night.
const actions = useFixture(createBookingActions)

const anyStays = fc.array(anyStay, { maxLength: 14 })
const property = fc.asyncProperty(anyStays, fc.nat(days - 1), fc.nat(6), async (stays, half, weekday) => {
  const { owner, scenario, database } = actions
  const zone = await scenario.zone(await scenario.campground(), { total_sites: 9 })
  const { campgroundId } = zone
  const until = addDays(firstNight, half)
  const closures = [
    { closure_type: 'date_range', start_date: until, end_date: addDays(until, 2) },
    { closure_type: 'weekly', weekday, effective_to: until },
  ]
  for (const closure of closures) await scenario.closure({ id: campgroundId }, closure)
  for (const { first, nights, sites, state } of stays) {
    const stay = stayOf({ first, end: first + nights })
    const dates = { check_in: stay.checkIn, check_out: stay.checkOut }
    const booking_id = await scenario.booking({ campground_id: campgroundId, ...dates, ...states[state] })
    await scenario.bookedSites(zone, stay, { booking_id, quantity: sites, status: states[state].status })
  }
  /** Sites on a night, of bookings in some states. */
  const sitesOn = (night: number, ...of: State[]) =>
    stays
      .filter(({ first, nights, state }) => of.includes(state) && first <= night && night < first + nights)
      .reduce((sum, { sites }) => sum + sites, 0)

  const [shown] = await findOccupancy(database.staff, { from: firstNight, days, campgroundId })
  const told = await owner.query<{ free: number[]; closed: boolean[] }>(
    `select
      array_agg(zone.remaining order by number) as free,
      array_agg(exists (select from booking.overlapping_closures(zone.campground_id, stay)) order by number) as closed
    from generate_series(0, $3::integer - 1) as number
    cross join lateral (select daterange($2::date + number, $2::date + number + 1) as stay) night
    cross join booking.remaining_sites(array[$1], stay) zone`,
    [zone.id, firstNight, days],
  )
  expect(shown?.nights).toEqual(
    Array.from({ length: days }, (_, night) => ({
      date: addDays(firstNight, night),
      confirmed: sitesOn(night, 'confirmed'),
      paid: sitesOn(night, 'paid'),
      held: sitesOn(night, 'held'),
      free: told.rows[0]?.free[night],
      closed: told.rows[0]?.closed[night],
    })),
  )
  const reportOf = async (first: number, end: number) => {
    const range = { from: addDays(firstNight, first), days: end - first, campgroundId }
    const [line] = end === first ? [] : await findOccupancyReport(database.staff, range)
    return [line?.soldNights ?? 0, Number(line?.zoneAmount ?? 0)] as const
  }
  const nights = Array.from({ length: days }, (_, night) => sitesOn(night, 'paid', 'confirmed', 'completed'))
  const sold = nights.reduce((sum, sites) => sum + sites, 0)
  expect(await reportOf(0, days)).toEqual([sold, sold * 100])
  const [before, after] = [await reportOf(0, half), await reportOf(half, days)]
  expect([before[0] + after[0], before[1] + after[1]]).toEqual([sold, sold * 100])
})

test('each night has the sites of each state, and as many free ones as a customer is told; sold nights add up', () =>
  fc.assert(forAtMost(20_000, property), { numRuns: 15 }))
